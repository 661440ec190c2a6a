import type { Block } from './blocks.ts';
import { representadasEach, sqlClientOfSale, sqlEmpresaId, sqlId, sqlRepresentadaOfSale, thisYear } from './ids.ts';
import { businesses, cities, sqlBusiness, sqlCity, sqlFirstWord, sqlSecondWord, words } from './names.ts';

/** In which schema each table is: the product has one per service, the baseline one for all. */
export interface Schemas {
  gateway: string;
  clients: string;
  catalog: string;
  sales: string;
  /** Only the product keeps a register of what sales refer to. */
  hasRegister: boolean;
}

const price = 10.5;
const quantity = 2;
const itemTotal = price * quantity;

const textArray = (values: readonly string[]): string =>
  `array[${values.map((value) => `'${value}'`).join(',')}]::text[]`;
const lists = `(select ${textArray(words)} as words, ${textArray(businesses)} as businesses, ${textArray(cities)} as cities)`;

const code = (prefix: string, n: string): string =>
  `'${prefix}' || lpad(${n}::text, greatest(4, length(${n}::text)), '0')`;

/** All that a block of companies has, with the totals and the register that the services themselves would have kept. */
export const fillStatements = (block: Block, { gateway, clients, catalog, sales, hasRegister }: Schemas): string[] => {
  const companies = `generate_series(${block.first}, ${block.last}) e`;
  const each = (count: number, name: string): string => `${companies} cross join generate_series(1, ${count}) ${name}`;
  const empresa = sqlEmpresaId('e');
  const client = sqlId('client', 'n', 'e');
  const representada = sqlId('representada', 'r', 'e');
  const sale = sqlId('sale', 'k', 'e');
  const clientOfSale = sqlId('client', sqlClientOfSale('k', block.clients), 'e');
  const representadaOfSale = sqlId('representada', sqlRepresentadaOfSale('k'), 'e');
  const name = `${sqlBusiness} || ' ' || ${sqlFirstWord} || ' ' || ${sqlSecondWord}`;

  const register = `
    insert into ${sales}.reference (empresa_id, id, kind, nome, revision)
    select ${empresa}, ${client}, 'client', ${name}, 0 from ${lists} lists, ${each(block.clients, 'n')}
    union all
    select ${empresa}, ${representada}, 'representada', 'Indústria ' || r, 0 from ${each(representadasEach, 'r')}`;

  return [
    `insert into ${gateway}.empresa (id, nome) select ${empresa}, 'Empresa ' || e from ${companies}`,
    `insert into ${gateway}.api_key (empresa_id, prefix, hash)
     select ${empresa}, 'bench', sha256(convert_to('bench-' || e, 'UTF8')) from ${companies}`,

    `insert into ${clients}.client
       (empresa_id, id, codigo, nome, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at)
     select ${empresa}, id, ${code('CLI', 'n')}, ${name},
       ${sqlFirstWord} || '.' || n || '.' || e || '@exemplo.com.br', '+5511987654321', 'Rua das Flores, ' || n, ${sqlCity},
       'SP', true, uuid_extract_timestamp(id), uuid_extract_timestamp(id)
     from ${lists} lists, ${each(block.clients, 'n')}, lateral (select ${client} as id) made`,
    `insert into ${clients}.client_counter (empresa_id, total, last_codigo)
     select ${empresa}, ${block.clients}, ${block.clients} from ${companies}`,

    `insert into ${catalog}.representada
       (empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo, created_at, updated_at)
     select ${empresa}, id, 'Indústria ' || r, '', '', '', '', '', '', '', '', 5, true, uuid_extract_timestamp(id), uuid_extract_timestamp(id)
     from ${each(representadasEach, 'r')}, lateral (select ${representada} as id) made`,
    `insert into ${catalog}.representada_counter (empresa_id, total, active)
     select ${empresa}, ${representadasEach}, ${representadasEach} from ${companies}`,

    ...(hasRegister ? [register] : []),
    `insert into ${sales}.sale
       (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at)
     select ${empresa}, id, ${code(`PED-${thisYear}-`, 'k')}, '${thisYear}-01-01', ${clientOfSale}, ${representadaOfSale}, 'PAGA',
       ${itemTotal * block.itens}, uuid_extract_timestamp(id), uuid_extract_timestamp(id)
     from ${each(block.sales, 'k')}, lateral (select ${sale} as id) made`,
    `insert into ${sales}.sale_item
       (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total)
     select ${empresa}, ${sale}, i, 'SKU-' || i, ${quantity}, ${price}, ${itemTotal}
     from ${each(block.sales, 'k')} cross join generate_series(1, ${block.itens}) i`,
    `insert into ${sales}.sale_counter (empresa_id, ano, total, last_pedido)
     select ${empresa}, ${thisYear}, ${block.sales}, ${block.sales} from ${companies}`,
  ];
};
