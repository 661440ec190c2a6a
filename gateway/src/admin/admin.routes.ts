import { allEmpresas, type Call, callWithin } from '@representa/contracts';
import { pageAfter } from '@representa/postgres';
import {
  type App,
  answerByCursor,
  cursorOnlyQuery,
  cursorReply,
  messageReply,
  recordId,
} from '@representa/service-kit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Act, actOfOperator } from '../audit/act.ts';
import { auditQuery, auditReply } from '../audit/audit.schemas.ts';
import type { ReadAudit } from '../audit/read-audit.ts';
import type { Config } from '../config.ts';
import type { EmpresasRepository } from '../empresas/empresas.repository.ts';
import { empresaRecord, empresaReply, newEmpresaReply } from '../empresas/empresas.schemas.ts';
import type { ManageEmpresas } from '../empresas/manage-empresas.ts';
import { empresaNotFound } from '../gateway.errors.ts';
import type { KeysRepository } from '../keys/keys.repository.ts';
import { revokedReply } from '../keys/keys.routes.ts';
import { issuedKeyReply, keyRecord, keyWithState, maxListed, messages } from '../keys/keys.schemas.ts';
import type { ManageKeys } from '../keys/manage-keys.ts';
import { traceOf } from '../request-id.ts';
import { docs } from './admin.docs.schemas.ts';

const empresaParams = z.object({ id: recordId });
const empresaKeyParams = z.object({
  id: recordId,
  key_id: recordId.meta({ description: 'Identificador da chave' }),
});

const empresaListReply = cursorReply(empresaRecord.reply);

const keyWithStateListReply = cursorReply(keyWithState);

export interface AdminDependencies {
  empresas: EmpresasRepository;
  keys: KeysRepository;
  manageEmpresas: ManageEmpresas;
  manageKeys: ManageKeys;
  readAudit: ReadAudit;
  config: Pick<Config, 'REQUEST_TIMEOUT_MS'>;
}

const cursorScope = { list: 'empresas' };
const position = z.tuple([z.guid()]);

/** What the operator does: companies, and the keys of any of them. */
export const adminRoutes = (
  app: App,
  { empresas, keys, manageEmpresas, manageKeys, readAudit, config }: AdminDependencies,
): void => {
  /** Once for each request, since its time begins here. */
  const callOf = (request: FastifyRequest): Call => ({ ...callWithin(config.REQUEST_TIMEOUT_MS), ...traceOf(request) });
  const actOf = (request: FastifyRequest): Act => actOfOperator(callOf(request), request.address);

  app.post(
    '/empresas',
    {
      schema: { body: empresaRecord.createBody, response: { 201: newEmpresaReply } },
      config: { docs: docs.createEmpresa },
    },
    async (request, reply) => {
      reply.code(201);
      const data = await manageEmpresas.create(actOf(request), request.body);
      return { success: true as const, data };
    },
  );

  app.get(
    '/empresas',
    {
      schema: { querystring: cursorOnlyQuery, response: { 200: empresaListReply } },
      config: { docs: docs.listEmpresas },
    },
    (request) => {
      const { query } = request;
      return answerByCursor(query, cursorScope, position, async (after) => {
        const rows = await empresas.list(callOf(request), { after: after?.[0], limit: query.limit + 1 });
        return pageAfter(rows, query.limit, ({ id }) => [id]);
      });
    },
  );

  app.get(
    '/empresas/:id',
    { schema: { params: empresaParams, response: { 200: empresaReply } }, config: { docs: docs.readEmpresa } },
    async (request) => {
      const data = await empresas.read(callOf(request), request.params.id);
      if (!data) throw empresaNotFound();
      return { success: true as const, data };
    },
  );

  app.put(
    '/empresas/:id',
    {
      schema: { params: empresaParams, body: empresaRecord.updateBody, response: { 200: empresaReply } },
      config: { docs: docs.updateEmpresa },
    },
    async (request) => {
      const { params, body } = request;
      const { empresa: data } = await manageEmpresas.update(actOf(request), params.id, body);
      return { success: true as const, data };
    },
  );

  app.get(
    '/empresas/:id/keys',
    {
      schema: { params: empresaParams, response: { 200: keyWithStateListReply } },
      config: { docs: docs.listEmpresaKeys },
    },
    async (request) => {
      const { id } = request.params;
      const call = callOf(request);
      if (!(await empresas.read(call, id))) throw empresaNotFound();
      return { data: await keys.listWithState(call, id), limit: maxListed, next_cursor: null };
    },
  );

  app.post(
    '/empresas/:id/keys',
    {
      schema: { params: empresaParams, body: keyRecord.createBody, response: { 201: issuedKeyReply } },
      config: { docs: docs.issueEmpresaKey },
    },
    async (request, reply) => {
      const issued = await manageKeys.issue(actOf(request), request.params.id, request.body);
      reply.code(201);
      return { success: true as const, data: issued };
    },
  );

  app.delete(
    '/empresas/:id/keys/:key_id',
    {
      schema: { params: empresaKeyParams, response: { 200: messageReply(messages.deleted) } },
      config: { docs: docs.revokeEmpresaKey },
    },
    async (request) => {
      const { id, key_id } = request.params;
      return revokedReply(await manageKeys.revoke(actOf(request), id, key_id));
    },
  );

  app.get(
    '/empresas/:id/audit',
    {
      schema: { params: empresaParams, querystring: auditQuery, response: { 200: auditReply } },
      config: { docs: docs.readEmpresaAudit },
    },
    async (request) => {
      const { id } = request.params;
      const call = callOf(request);
      if (id !== allEmpresas && !(await empresas.read(call, id))) throw empresaNotFound();
      return readAudit(call, id, request.query);
    },
  );
};
