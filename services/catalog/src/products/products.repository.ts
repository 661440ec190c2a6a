import { changedColumns, type Database, violates, within } from '@representa/postgres';
import type { Call } from '@representa/service-kit';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { productIdTaken } from './products.errors.ts';
import type { NewProduct, ProductChanges } from './products.schemas.ts';

const refusal = (error: unknown): unknown => {
  if (violates(error, 'product_pkey')) return productIdTaken();
  if (violates(error, 'product_representada_fkey')) return representadaNotFound();
  return error;
};

export const makeProductsRepository = (sql: Database) => {
  const columns = sql`
    id, nome, descricao, trim_scale(preco) as preco, ativo,
    iso8601(created_at) as created_at, iso8601(updated_at) as updated_at`;
  /** The contract has no `representada_id`: only a product that has one shows it. */
  const record = sql`
    case when representada_id is null
      then (select row_to_json(reply)::text from (select ${columns}) reply)
      else (select row_to_json(reply)::text from (select ${columns}, representada_id) reply)
    end`;

  return {
    create: async (call: Call, product: NewProduct): Promise<string> => {
      const { id, nome, descricao, preco, ativo, representada_id } = product;
      try {
        const [created] = await within(
          call,
          sql<[{ record: string }]>`
            with created as (
              insert into product (empresa_id, id, nome, descricao, preco, ativo, representada_id)
              values (${call.empresa_id}, ${id}, ${nome}, ${descricao}, ${preco}, ${ativo}, ${representada_id})
              returning *
            )
            select ${record} as record from created`,
        );
        return created.record;
      } catch (error) {
        throw refusal(error);
      }
    },

    /** Undefined when there is no such product. */
    update: async (call: Call, id: string, changes: ProductChanges): Promise<string | undefined> => {
      try {
        const [updated] = await within(
          call,
          sql<{ record: string }[]>`
            with updated as (
              update product set updated_at = greatest(now(), updated_at + interval '1 ms') ${changedColumns(sql, changes)}
              where empresa_id = ${call.empresa_id} and id = ${id}
              returning *
            )
            select ${record} as record from updated`,
        );
        return updated?.record;
      } catch (error) {
        throw refusal(error);
      }
    },
  };
};

export type ProductsRepository = ReturnType<typeof makeProductsRepository>;
