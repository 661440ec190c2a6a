import { type Call, callWithin } from '@representa/contracts';
import { type Caller, callerOf } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';

/** A call that changes companies or keys, and who makes it: the audit keeps that with the change. */
export interface Act extends Call {
  readonly caller: Caller;
}

/** A company changes its own keys. */
export const actOfKey = (call: RequestCall): Act => ({ ...call, caller: callerOf(call) });

/** The operator, over `/admin/v1`. */
export const actOfOperator = (call: Call, endereco: string): Act => ({
  ...call,
  caller: { chave_id: null, chave_prefixo: null, operador: 'admin', request_id: call.request_id ?? null, endereco },
});

/** The operator, by the command `empresas`. */
export const actOfCommand = (ms: number): Act => ({
  ...callWithin(ms),
  caller: { chave_id: null, chave_prefixo: null, operador: 'comando', request_id: null, endereco: null },
});
