import { type Database, literal, readPage, sql } from '@representa/postgres';
import type { App, RequestCall } from '@representa/service-kit';
import {
  type Representada,
  representadasPage,
} from '../../../../services/catalog/src/representadas/representadas.schemas.ts';
import { offsetOf, type Page, pageQuery } from '../page.ts';

export const representadasRoutes = (app: App, database: Database): void => {
  app.get(
    '/api/v1/representadas',
    { schema: { querystring: pageQuery, response: { 200: representadasPage } } },
    async ({ call, query }) => ({
      success: true as const,
      ...query,
      ...(await listRepresentadas(database, call, query)),
    }),
  );
};

const listRepresentadas = (database: Database, call: RequestCall, page: Page) => {
  const { empresa_id } = call;
  const offset = offsetOf(page);
  const newest = sql`
    select id from representada where empresa_id = ${empresa_id} order by id desc limit 1 offset ${literal(offset)}`;
  return readPage<Representada>(database, call, {
    counted: sql`select coalesce(max(total), 0) as total from record_counter where empresa_id = ${empresa_id} and resource = 'representada'`,
    page: sql`
      select id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo, created_at,
        updated_at
      from representada
      where empresa_id = ${empresa_id} ${offset === 0 ? sql`` : sql`and id <= (${newest})`}
      order by id desc limit ${literal(page.limit)}`,
    order: sql`id desc`,
    sending: offset === 0 ? 'prepared' : 'unprepared',
  });
};
