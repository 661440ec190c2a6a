import { z } from 'zod';
import { operation, type ProcessName } from './define-operation.ts';

/** The services that keep an audit of their records. */
export const auditedServices = ['sales', 'clients', 'catalog'] as const satisfies readonly ProcessName[];
export type AuditedService = (typeof auditedServices)[number];

/** With the gateway's own audit, of companies and keys. */
export const auditSources = [...auditedServices, 'gateway'] as const satisfies readonly ProcessName[];
export type AuditSource = (typeof auditSources)[number];

/** How the operator acted: over the operator's API, or by the command `empresas`. */
export const operators = ['admin', 'comando'] as const;

/** Stands for the company in the audit of what concerns all of them. */
export const allEmpresas = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One entry as it was hashed, as JSON. */
export const auditEntry = z.object({
  numero: z.int(),
  em: z.string(),
  operacao: z.string(),
  recurso: z.string(),
  id: z.string(),
  /** The changed fields; null unless a record was changed. */
  campos: z.array(z.string()).nullable(),
  chave_id: z.string().nullable(),
  chave_prefixo: z.string().nullable(),
  /** Always there. The default is part of the OpenAPI document. */
  operador: z.enum(operators).nullable().default(null),
  request_id: z.string().nullable(),
  endereco: z.string().nullable(),
});

export type AuditEntry = z.output<typeof auditEntry>;

/** Entries with a smaller number than `before`, the newest first. */
const auditQuestion = z.object({
  empresa_id: z.guid(),
  recurso: z.string().optional(),
  id: z.string().optional(),
  chave_id: z.string().optional(),
  /** Moments, as ISO 8601. */
  de: z.string().optional(),
  ate: z.string().optional(),
  before: z.int().optional(),
  limit: z.int(),
});

export type AuditQuestion = z.output<typeof auditQuestion>;

const readAuditOf = (service: AuditedService) =>
  operation({
    subject: `${service}.v1.read-audit`,
    answeredBy: service,
    askedBy: ['gateway'],
    request: auditQuestion,
    reply: z.array(auditEntry),
  });

/** Entries with a larger number than `after`, the oldest first, with what is needed to verify them. */
const chainQuestion = z.object({ empresa_id: z.guid(), after: z.int(), limit: z.int() });

const auditChain = z.object({
  /**
   * Where the chain begins, when older entries were removed: the last of them, and when it was written. `genuine` says
   * whether the signature is right; null when the service has no key to check it.
   */
  checkpoint: z
    .object({ numero: z.int(), hash: z.string(), em: z.string(), genuine: z.boolean().nullable() })
    .nullable(),
  /** Hashes are hexadecimal. `fits`: the columns that filters use agree with the entry. */
  links: z.array(z.object({ numero: z.int(), entry: z.string(), hash: z.string(), fits: z.boolean() })),
});

export type ChainQuestion = z.output<typeof chainQuestion>;
export type AuditChain = z.output<typeof auditChain>;

const readAuditChainOf = (service: AuditedService) =>
  operation({
    subject: `${service}.v1.read-audit-chain`,
    answeredBy: service,
    askedBy: ['gateway'],
    request: chainQuestion,
    reply: auditChain,
  });

export const readAudit = {
  sales: readAuditOf('sales'),
  clients: readAuditOf('clients'),
  catalog: readAuditOf('catalog'),
};

export const readAuditChain = {
  sales: readAuditChainOf('sales'),
  clients: readAuditChainOf('clients'),
  catalog: readAuditChainOf('catalog'),
};
