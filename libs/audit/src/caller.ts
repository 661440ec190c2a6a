import type { EmpresaCall } from '@representa/service-kit';

/** Who makes a change, as audit.sql reads it. */
export interface Caller {
  chave_id: string | null;
  chave_prefixo: string;
  request_id: string;
  endereco: string;
}

export const callerOf = ({ key, request_id, address }: EmpresaCall): Caller => ({
  chave_id: key.id || null,
  chave_prefixo: key.prefix,
  request_id,
  endereco: address,
});
