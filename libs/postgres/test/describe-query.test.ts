import postgres from 'postgres';
import { expect, test } from 'vitest';
import { makeDescribeQuery } from '../src/describe-query.ts';

const describe = makeDescribeQuery(postgres('postgres://sales:secret@db.example:5432/representa'), 'sales');

test.each([
  ['select id, pedido from sale where empresa_id = $1', 'SELECT sale'],
  ['select sale.id from (select id from sale order by id limit 20) page join sale using (id)', 'SELECT sale'],
  [
    'select sale.id, (select nome from reference where id = cliente_id) as nome from (select id from sale limit 20) sale',
    'SELECT sale',
  ],
  [
    'select counted.total, page.* from (select sum(total) from sale_counter) counted left join (select id, (select nome from reference) from (select id from sale) sale) page on true',
    'SELECT sale',
  ],
  [
    'select id, coalesce((select sum(valor) from sale_receipt where sale_id = sale.id), 0) from sale where id = $1',
    'SELECT sale',
  ],
  ['select n, id from create_sales($1, $2::text::json)', 'SELECT create_sales'],
  ['select uses from set_fence($1, $2, $3, $4)', 'SELECT set_fence'],
  ['update "client" set delete_epoch = delete_epoch + 1 where id = $1', 'UPDATE client'],
  [
    'insert into reference as existing (empresa_id) values ($1) on conflict do update set nome = $2',
    'INSERT reference',
  ],
  ['with created as (insert into empresa (nome) values ($1) returning id) select id from created', 'INSERT empresa'],
  ['delete from kept_answer where created_at < $1', 'DELETE kept_answer'],
  [
    'select nome from rows from (json_to_recordset($1::text::json) as (id uuid)) with ordinality as asked (id, n) left join lateral (select nome from client where id = asked.id) client on true',
    'SELECT client',
  ],
  ['with page as materialized (select id from product) select * from page', 'SELECT product'],
  [
    'with due as (select id from api_key for update of api_key) update api_key set at = $1 from due where due.id = api_key.id',
    'UPDATE api_key',
  ],
  ['select extract(epoch from expires_at) as expires_at from api_key where hash = $1', 'SELECT api_key'],
  ['select id from outbox for no key update skip locked', 'SELECT outbox'],
  ['select 1', 'SELECT'],
])('%s is %s', (text, name) => {
  expect(describe(text).name).toBe(name);
});

test('a query has the namespace and the host of its database, and no value', () => {
  expect(describe('select 1')).toMatchObject({
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': 'representa|sales',
      'server.address': 'db.example',
    },
  });
});
