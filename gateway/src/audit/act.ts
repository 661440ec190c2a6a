import type { Caller } from '@representa/audit';
import { type Call, callWithin } from '@representa/contracts';
import type { KeyHolder } from '../authentication/key-holder.ts';

/** A call that changes companies or keys, and who makes it: the audit keeps that with the change. */
export interface Act extends Call {
  readonly caller: Caller;
}

interface Request {
  id: string;
  ip: string;
}

/** A company changes its own keys. */
export const actOfKey = (call: Call, { id, ip, keyHolder }: Request & { keyHolder: KeyHolder }): Act => ({
  ...call,
  caller: {
    chave_id: keyHolder.key_id,
    chave_prefixo: keyHolder.prefix,
    operador: null,
    request_id: id,
    endereco: ip,
  },
});

/** The operator, over `/admin/v1`. */
export const actOfOperator = (ms: number, { id, ip }: Request): Act => ({
  ...callWithin(ms),
  caller: { chave_id: null, chave_prefixo: null, operador: 'admin', request_id: id, endereco: ip },
});

/** The operator, by the command `empresas`. */
export const actOfCommand = (ms: number): Act => ({
  ...callWithin(ms),
  caller: { chave_id: null, chave_prefixo: null, operador: 'comando', request_id: null, endereco: null },
});
