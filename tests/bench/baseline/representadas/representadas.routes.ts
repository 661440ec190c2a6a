import { type Database, readListing } from '@representa/postgres';
import { type App, offsetOf, pageQuery, sendSuccessfulPage } from '@representa/service-kit';

export const representadasRoutes = (app: App, sql: Database): void => {
  app.get('/api/v1/representadas', { schema: { querystring: pageQuery } }, async ({ call, query }, reply) => {
    const listing = await readListing(
      sql,
      call,
      sql`
        with page as (
          select empresa_id, id from representada where empresa_id = ${call.empresa_id}
          order by id desc limit ${query.limit} offset ${offsetOf(query)}
        )
        select
          (select coalesce(max(total), 0) from representada_counter where empresa_id = ${call.empresa_id}) as total,
          coalesce('[' || string_agg(row_to_json(reply)::text, ',') || ']', '[]') as records
        from (
          select id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao,
            trim_scale(comissao) as comissao, ativo,
            iso8601(created_at) as created_at, iso8601(updated_at) as updated_at
          from page join representada using (empresa_id, id) order by id desc
        ) reply`,
    );
    return sendSuccessfulPage(reply, query, listing);
  });
};
