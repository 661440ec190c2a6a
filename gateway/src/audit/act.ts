import type { Caller } from '@representa/audit';
import { type Call, callWithin } from '@representa/contracts';
import type { FastifyRequest } from 'fastify';
import { callFor } from '../requests.ts';

/** A call that changes companies or keys, and who makes it: the audit keeps that with the change. */
export interface Act extends Call {
  readonly caller: Caller;
}

interface Request {
  id: string;
  address: string;
}

/** A company changes its own keys. */
export const actOfKey = (request: FastifyRequest, ms: number): Act => ({
  ...callFor(request, ms),
  caller: {
    chave_id: request.keyHolder.key_id,
    chave_prefixo: request.keyHolder.prefix,
    operador: null,
    request_id: request.id,
    endereco: request.address,
  },
});

/** The operator, over `/admin/v1`. */
export const actOfOperator = ({ id, address }: Request, ms: number): Act => ({
  ...callWithin(ms),
  caller: { chave_id: null, chave_prefixo: null, operador: 'admin', request_id: id, endereco: address },
});

/** The operator, by the command `empresas`. */
export const actOfCommand = (ms: number): Act => ({
  ...callWithin(ms),
  caller: { chave_id: null, chave_prefixo: null, operador: 'comando', request_id: null, endereco: null },
});
