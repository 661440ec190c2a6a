import type { Block } from './blocks.ts';
import { representadasEach, sqlEmpresaId, sqlId, sqlRepresentadaOfSale, thisYear } from './ids.ts';
import { businesses, cities, sqlBusiness, sqlCity, sqlFirstWord, sqlSecondWord, words } from './names.ts';

/** In which schema each table is: the product has one per service, the baseline one for all. */
export interface Schemas {
  gateway: string;
  clients: string;
  catalog: string;
  sales: string;
  /** Only the product has the table `reference`, and registers. */
  hasReferences: boolean;
  /** Only the product numbers the changes of a company's records. */
  hasChanges: boolean;
}

export const productSchemas: Schemas = {
  gateway: 'gateway',
  clients: 'clients',
  catalog: 'catalog',
  sales: 'sales',
  hasReferences: true,
  hasChanges: true,
};

/** The n-th to the m-th record of each company of a block. */
export interface Range {
  from: number;
  to: number;
  /** Milliseconds since 1970 of the first id. Undefined: the beginning of this year. */
  moment?: number;
  /** Of `codigo` and `pedido`. */
  codes: { client: string; sale: string };
  itensEach: number;
  /** Sales of three years, in every status and of many values. So a filter drops records, as it does in use. */
  varied?: boolean;
}

const price = 10.5;
const quantity = 2;
const itemTotal = price * quantity;

/** In percent. Few sales are still to be processed: the newest ones. */
const sqlVariedStatus = (to: number): string => `case
  when ${to} - k < 200 then 'Pedido' when k % 100 < 60 then 'PAGA' when k % 100 < 75 then 'Entregue'
  when k % 100 < 85 then 'Faturado' when k % 100 < 93 then 'Enviado' else 'Cancelado' end`;
/** Up to 10,000. */
const sqlVariedPrice = '(1 + (k::bigint * 7919) % 10000)';
const variedYears = 3;

/** As the services generate them. */
export const generatedCodes = { client: 'CLI', sale: `PED-${thisYear}-` };

/** Columns, values and tables that give the n-th record of a range its place in the company's sequence of changes. */
const changesOf = (schema: string, { hasChanges }: Schemas, n: string, to: number) => ({
  column: hasChanges ? ', change' : '',
  value: hasChanges ? `, sequence.last - ${to} + ${n}` : '',
  join: hasChanges
    ? `, lateral (select last from ${schema}.change_sequence where empresa_id = ${empresa}) sequence`
    : '',
});

/** Takes numbers for as many changes. Must have run before the records are written, which read it. */
export const sequenceStatements = (
  block: Block,
  added: { clients: number; sales: number; representadas: number },
  { clients, sales, catalog, hasChanges }: Schemas,
): string[] =>
  (
    [
      [clients, added.clients],
      [sales, added.sales],
      [catalog, added.representadas],
    ] as const
  )
    .filter(([, count]) => hasChanges && count > 0)
    .map(
      ([schema, count]) => `
        insert into ${schema}.change_sequence as kept (empresa_id, last)
        select ${empresa}, ${count} from ${companiesOf(block)}
        on conflict (empresa_id) do update set last = kept.last + excluded.last`,
    );

/** What the triggers would have noted, which do not run during a fill. After the records. */
export const currentChangeStatements = ({ clients, catalog, hasChanges }: Schemas): string[] =>
  (
    [
      [clients, 'client'],
      [catalog, 'representada'],
    ] as const
  )
    .filter(() => hasChanges)
    .map(
      ([schema, table]) => `
        insert into ${schema}.current_change (empresa_id, resource, change, id, updated_at)
        select empresa_id, '${table}', change, id::text, updated_at from ${schema}.${table} on conflict do nothing`,
    );

/** Records that are written in bulk have no audit entries. Without older ones, no entry of theirs is missing. */
export const withoutAuditStatements = ({ sales, clients, hasChanges }: Schemas): string[] =>
  [sales, clients].filter(() => hasChanges).map((schema) => `truncate ${schema}.audit_entry`);

const textArray = (values: readonly string[]): string =>
  `array[${values.map((value) => `'${value}'`).join(',')}]::text[]`;
const lists = `(select ${textArray(words)} as words, ${textArray(businesses)} as businesses, ${textArray(cities)} as cities)`;

const code = (prefix: string, n: string): string =>
  `'${prefix}' || lpad(${n}::text, greatest(4, length(${n}::text)), '0')`;

const empresa = sqlEmpresaId('e');
const representada = sqlId('representada', 'r', 'e');
const clientName = `${sqlBusiness} || ' ' || ${sqlFirstWord} || ' ' || ${sqlSecondWord}`;
/** All companies write at the same time, so records that follow each other in a table are of different companies. */
const inTime = (n: string): string => `order by ${n}, e`;
const companiesOf = ({ first, last }: Block): string => `generate_series(${first}, ${last}) e`;

/** Companies with a key and their representadas. Each statement writes one table, so their order does not matter. */
export const companyStatements = (block: Block, schemas: Schemas): string[] => {
  const { gateway, catalog } = schemas;
  const companies = companiesOf(block);
  const changes = changesOf(catalog, schemas, 'r', representadasEach);
  return [
    `insert into ${gateway}.empresa (id, nome) select ${empresa}, 'Empresa ' || e from ${companies}`,
    `insert into ${gateway}.api_key (empresa_id, prefixo, hash)
     select ${empresa}, 'bench', sha256(convert_to('bench-' || e, 'UTF8')) from ${companies}`,
    `insert into ${catalog}.representada
       (empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo, created_at, updated_at${changes.column})
     select ${empresa}, id, 'Indústria ' || r, '', '', '', '', '', '', '', '', 5, true, uuid_extract_timestamp(id), uuid_extract_timestamp(id)
       ${changes.value}
     from ${companies} cross join generate_series(1, ${representadasEach}) r, lateral (select ${representada} as id) made
     ${changes.join} ${inTime('r')}`,
    `insert into ${catalog}.record_counter (empresa_id, resource, total, active)
     select ${empresa}, 'representada', ${representadasEach}, ${representadasEach} from ${companies}`,
  ];
};

/** The references that sales would have made by using the representadas. */
export const representadaReferenceStatement = (block: Block, { sales }: Schemas): string => `
  insert into ${sales}.reference (empresa_id, id, kind, nome, revision)
  select ${empresa}, ${representada}, 'representada', 'Indústria ' || r, 0
  from ${companiesOf(block)} cross join generate_series(1, ${representadasEach}) r ${inTime('r')}`;

/** Clients and as many references. */
export const clientStatements = (block: Block, { from, to, moment, codes }: Range, schemas: Schemas): string[] => {
  const { clients, sales, hasReferences } = schemas;
  const changes = changesOf(clients, schemas, 'n', to);
  const register = hasReferences
    ? { column: ', register_id', value: `, ${clients}.register_of(${empresa})` }
    : { column: '', value: '' };
  const client = sqlId('client', 'n', 'e', moment);
  const each = `${companiesOf(block)} cross join generate_series(${from}, ${to}) n`;
  const references = `
    insert into ${sales}.reference (empresa_id, id, kind, nome, revision)
    select ${empresa}, ${client}, 'client', ${clientName}, 0 from ${lists} lists, ${each} ${inTime('n')}`;
  return [
    `insert into ${clients}.client
       (empresa_id, id, codigo, nome, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at${changes.column}${register.column})
     select ${empresa}, id, ${code(codes.client, 'n')}, ${clientName},
       ${sqlFirstWord} || '.' || n || '.' || e || '@exemplo.com.br', '+5511987654321', 'Rua das Flores, ' || n, ${sqlCity},
       'SP', true, uuid_extract_timestamp(id), uuid_extract_timestamp(id)${changes.value}${register.value}
     from ${lists} lists, ${each}, lateral (select ${client} as id) made${changes.join} ${inTime('n')}`,
    ...(hasReferences ? [references] : []),
  ];
};

/** Sales with their items. They use the clients of the range `of`. */
export const saleStatements = (
  block: Block,
  { from, to, moment, codes, itensEach, varied = false }: Range,
  of: Pick<Range, 'from' | 'to'>,
  schemas: Schemas,
): string[] => {
  const { sales } = schemas;
  const changes = changesOf(sales, schemas, 'k', to);
  const sale = sqlId('sale', 'k', 'e', moment);
  const client = sqlId('client', `(${of.from} + (k * 7) % ${of.to - of.from + 1})`, 'e', moment);
  const representadaOfSale = sqlId('representada', sqlRepresentadaOfSale('k'), 'e');
  const each = `${companiesOf(block)} cross join generate_series(${from}, ${to}) k`;
  const [eachPrice, eachTotal] = varied ? [sqlVariedPrice, `${quantity} * ${sqlVariedPrice}`] : [price, itemTotal];
  const total = varied ? `${itensEach} * ${eachTotal}` : itemTotal * itensEach;
  const day = varied
    ? `current_date - ((${to} - k)::bigint * ${365 * variedYears} / ${to})::int`
    : `date '${thisYear}-01-01'`;
  return [
    `insert into ${sales}.sale
       (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at${changes.column})
     select ${empresa}, id, ${code(codes.sale, 'k')}, ${day}, ${client}, ${representadaOfSale}, ${varied ? sqlVariedStatus(to) : "'PAGA'"},
       ${total}, uuid_extract_timestamp(id), uuid_extract_timestamp(id)${changes.value}
     from ${each}, lateral (select ${sale} as id) made${changes.join} ${inTime('k')}`,
    `insert into ${sales}.sale_item
       (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total)
     select ${empresa}, ${sale}, i, 'SKU-' || i, ${quantity}, ${eachPrice},
       ${eachTotal}
     from ${each} cross join generate_series(1, ${itensEach}) i ${inTime('k')}, i`,
  ];
};

/** The kept totals, and the last generated codes where the codes look generated. */
export const counterStatements = (
  block: Block,
  added: { clients: number; sales: number; generated: boolean },
  { clients, sales }: Schemas,
): string[] => {
  const companies = companiesOf(block);
  const last = (count: number): number => (added.generated ? count : 0);
  return [
    `insert into ${clients}.record_counter as kept (empresa_id, resource, total, active)
     select ${empresa}, 'client', ${added.clients}, ${added.clients} from ${companies}
     on conflict (empresa_id, resource) do update
       set total = kept.total + excluded.total, active = kept.active + excluded.active`,
    `insert into ${clients}.client_counter as kept (empresa_id, last_codigo)
     select ${empresa}, ${last(added.clients)} from ${companies}
     on conflict (empresa_id) do update set last_codigo = kept.last_codigo + excluded.last_codigo`,
    `insert into ${sales}.sale_counter as kept (empresa_id, ano, total, last_pedido)
     select ${empresa}, ${thisYear}, ${added.sales}, ${last(added.sales)} from ${companies}
     on conflict (empresa_id, ano) do update
       set total = kept.total + excluded.total, last_pedido = kept.last_pedido + excluded.last_pedido`,
  ];
};
