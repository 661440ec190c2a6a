import { z } from 'zod';
import { batchedOperation, broadcast, operation, type ProcessName } from './define-operation.ts';

/** The records that a sale refers to and other services own. */
const referenceKind = z.enum(['client', 'representada']);
export type ReferenceKind = z.infer<typeof referenceKind>;

const recordAddress = z.object({ empresa_id: z.guid(), id: z.guid() });
export type RecordAddress = z.infer<typeof recordAddress>;

/** `revision` counts the renames of a record, so that an older name never overwrites a newer one. */
const foundRecord = z.object({ nome: z.string(), revision: z.number().int() });

/** The most records in one question: their answers fit into a message. */
export const maxIds = 1_000;

const referenceAddress = recordAddress.extend({ kind: referenceKind });

export const findClient = batchedOperation({
  subject: 'clients.v1.find-client',
  answeredBy: 'clients',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([foundRecord.extend({ ativo: z.boolean() }), z.null()]),
});

/** The states of a page of clients, in the order of the ids. Null for a client that does not exist. */
export const readClientStates = operation({
  subject: 'clients.v1.read-client-states',
  answeredBy: 'clients',
  askedBy: ['sales'],
  request: z.object({ empresa_id: z.guid(), ids: z.array(z.guid()).max(maxIds) }),
  reply: z.array(z.string().nullable()),
});

/** The names of products as they are now, in the order of the ids. Null for a product that does not exist. */
export const readProductNames = operation({
  subject: 'catalog.v1.read-product-names',
  answeredBy: 'catalog',
  askedBy: ['sales'],
  request: z.object({ empresa_id: z.guid(), ids: z.array(z.string()).max(maxIds) }),
  reply: z.array(z.string().nullable()),
});

/** When a commission is earned: when the client has paid (the law's rule), or when the order is invoiced. */
export const comissaoQuando = z.enum(['recebimento', 'faturamento']);

/** With the rates of the sale's products, so that a sale needs no further question. */
export const findRepresentada = batchedOperation({
  subject: 'catalog.v1.find-representada',
  answeredBy: 'catalog',
  askedBy: ['sales'],
  request: recordAddress.extend({ produtos: z.array(z.string()) }),
  reply: z.union([
    foundRecord.extend({
      comissao: z.number(),
      comissao_quando: comissaoQuando,
      comissao_dia: z.int(),
      /** The rates of products that have their own. No object by product: an id may be `__proto__`. */
      comissoes: z.array(z.tuple([z.string(), z.number()])),
      /** The products that the company does not have. */
      produtos_ausentes: z.array(z.string()),
    }),
    z.null(),
  ]),
  // A sale has up to 1,000 products with ids of up to 100 characters, and a message up to 1 MB.
  sizeOf: ({ produtos }) => 1 + Math.floor(produtos.length / 16),
});

/** The head of a document for a representada. */
export const describeRepresentada = operation({
  subject: 'catalog.v1.describe-representada',
  answeredBy: 'catalog',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([
    z.object({ nome: z.string(), cnpj: z.string(), endereco: z.string(), cidade: z.string(), estado: z.string() }),
    z.null(),
  ]),
});

const owners = ['clients', 'catalog'] as const;

/** `epoch` numbers the attempts to delete one record; see libs/records/README.md. */
const deleteAttempt = referenceAddress.extend({ epoch: z.number().int().positive() });

export const fenceReference = operation({
  subject: 'sales.v1.fence-reference',
  answeredBy: 'sales',
  askedBy: owners,
  request: deleteAttempt,
  reply: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('fenced') }),
    z.object({
      outcome: z.literal('in-use'),
      sales: z.number().int().positive(),
      /** What `sales` counts. */
      counted: z.enum(['sales', 'commissions']),
    }),
    z.object({ outcome: z.literal('voided') }),
  ]),
});

/** Sets no fence: for a delete that will be refused anyway, because of products. */
export const countRepresentadaSales = operation({
  subject: 'sales.v1.count-representada-sales',
  answeredBy: 'sales',
  askedBy: ['catalog'],
  request: recordAddress,
  reply: z.object({ sales: z.number().int().nonnegative() }),
});

export const voidFence = operation({
  subject: 'sales.v1.void-fence',
  answeredBy: 'sales',
  askedBy: owners,
  request: deleteAttempt,
  reply: z.object({}),
});

export const renameReference = operation({
  subject: 'sales.v1.rename-reference',
  answeredBy: 'sales',
  askedBy: owners,
  request: referenceAddress.extend({ nome: z.string(), revision: z.number().int() }),
  reply: z.object({}),
});

/** The same for many, after an import. */
export const renameReferences = operation({
  subject: 'sales.v1.rename-references',
  answeredBy: 'sales',
  askedBy: owners,
  request: z.array(renameReference.request).max(maxIds),
  reply: z.object({}),
});

/** What a page of clients bought last and still owes, in the order of the ids. */
export const readClientAccounts = operation({
  subject: 'sales.v1.read-client-accounts',
  answeredBy: 'sales',
  askedBy: ['clients'],
  request: z.object({ empresa_id: z.guid(), ids: z.array(z.guid()).max(maxIds) }),
  reply: z.array(
    z.object({
      /** Null: no purchase that was not cancelled. */
      ultima_compra: z.iso.date().nullable(),
      /** What was not received yet of sales that are not cancelled. */
      aberto: z.number(),
    }),
  ),
});

/** The most months of an index that are loaded at once: a century. */
export const maxMonths = 1_200;

/** Factors of an inflation index by month, from the operator's command line. */
export const loadIndex = operation({
  subject: 'sales.v1.load-index',
  answeredBy: 'sales',
  askedBy: ['gateway'],
  request: z.object({
    nome: z.enum(['inpc']),
    meses: z.array(z.object({ mes: z.iso.date(), fator: z.string().regex(/^\d{1,4}(\.\d{1,8})?$/) })).max(maxMonths),
  }),
  reply: z.object({ meses: z.int() }),
});

/** How long a company's records may take to move to another register. */
export const moveRegisterMs = 150_000;

/** Whether a company has a register of its own, from the operator's command line. */
const moveRegisterOf = (service: 'clients' | 'catalog') =>
  operation({
    subject: `${service}.v1.move-register`,
    answeredBy: service,
    askedBy: ['gateway'],
    request: z.object({ empresa_id: z.guid(), isOwn: z.boolean() }),
    /** Values that another company of the shared register has. Then nothing was changed. */
    reply: z.object({ taken: z.array(z.string()) }),
  });

export const moveRegister = { clients: moveRegisterOf('clients'), catalog: moveRegisterOf('catalog') };

export const keyChanged = broadcast({
  subject: 'gateway.v1.key-changed',
  among: 'gateway',
  message: z.object({ key_hashes: z.array(z.string()).min(1) }),
});

/** The company's name, for documents that it sends. */
export const findEmpresa = operation({
  subject: 'gateway.v1.find-empresa',
  answeredBy: 'gateway',
  askedBy: ['sales'],
  request: z.object({ empresa_id: z.guid() }),
  reply: z.union([z.object({ nome: z.string() }), z.null()]),
});

const changedOf = (service: ProcessName) =>
  broadcast({ subject: `${service}.v1.changed`, among: service, message: z.object({ empresa_id: z.string() }) });

/** After every write: wakes callers that wait for a change. */
export const recordsChanged = {
  sales: changedOf('sales'),
  catalog: changedOf('catalog'),
  clients: changedOf('clients'),
};
