import type { operators } from '@representa/contracts';
import type { EmpresaCall } from '@representa/service-kit';

/** Who makes a change, as audit.sql reads it: a key, or the operator. */
export interface Caller {
  chave_id: string | null;
  chave_prefixo: string | null;
  operador: (typeof operators)[number] | null;
  request_id: string | null;
  endereco: string | null;
}

export const callerOf = ({ key, request_id, address }: EmpresaCall): Caller => ({
  chave_id: key.id || null,
  chave_prefixo: key.prefix,
  operador: null,
  request_id,
  endereco: address,
});
