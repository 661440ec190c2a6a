import { z } from 'zod';
import { operation } from './operation.ts';
import { maxIds, recordAddress, referenceAddress } from './references.ts';

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
  askedBy: ['clients'],
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
