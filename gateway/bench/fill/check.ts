import postgres from 'postgres';
import type { Schemas } from './statements.ts';

/** What must hold after the fill, and again after every measurement: otherwise the figures are of something broken. */
export const findBroken = async ({ url, schemas }: { url: string; schemas: Schemas }): Promise<string[]> => {
  const { clients, catalog, sales, hasRegister, hasMarks } = schemas;
  const owner = (kind: string, table: string): [string, string] =>
    hasRegister
      ? [`sales without their ${kind} in the register`, `${sales}.reference`]
      : [`sales without their ${kind}`, table];
  const missing = (column: string, [what, table]: [string, string]): [string, string] => [
    what,
    `select from ${sales}.sale where not exists (
       select from ${table} owner where owner.empresa_id = sale.empresa_id and owner.id = sale.${column})`,
  ];
  const wrongTotal = (table: string, counter: string): string => `
    select from (select empresa_id, count(*) as number from ${table} group by empresa_id) records
    full join (select empresa_id, sum(total) as number from ${counter} group by empresa_id) kept using (empresa_id)
    where coalesce(records.number, 0) <> coalesce(kept.number, 0)`;
  const wrongBlock = (schema: string, records: string): string => `
    select from (
      select empresa_id, id, live, lag(id, 1, '00000000-0000-0000-0000-000000000000') over company as previous
      from ${schema}.${records}_mark window company as (partition by empresa_id order by id)
    ) block where live <> (
      select count(*) from ${schema}.${records} record
      where record.empresa_id = block.empresa_id and record.id > block.previous and record.id <= block.id)`;
  const checks: [string, string][] = [
    ['companies whose number of sales is wrong', wrongTotal(`${sales}.sale`, `${sales}.sale_counter`)],
    ['companies whose number of clients is wrong', wrongTotal(`${clients}.client`, `${clients}.client_counter`)],
    missing('cliente_id', owner('client', `${clients}.client`)),
    missing('representada_id', owner('representada', `${catalog}.representada`)),
    [
      'sales whose items do not add up',
      `select from ${sales}.sale left join (
         select empresa_id, sale_id, sum(valor_total) as sum from ${sales}.sale_item group by empresa_id, sale_id
       ) itens on itens.empresa_id = sale.empresa_id and sale_id = id
       where valor_total is distinct from sum`,
    ],
    ...(hasMarks
      ? ([
          ['blocks of sales whose number is wrong', wrongBlock(sales, 'sale')],
          ['blocks of clients whose number is wrong', wrongBlock(clients, 'client')],
        ] as [string, string][])
      : []),
  ];
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { work_mem: '256MB' } });
  try {
    const broken: string[] = [];
    for (const [what, rows] of checks) {
      const [{ number = 0 } = {}] = await sql.unsafe<{ number: number }[]>(
        `select count(*)::int as number from (${rows}) x`,
      );
      if (number > 0) broken.push(`${number} ${what}`);
    }
    return broken;
  } finally {
    await sql.end();
  }
};
