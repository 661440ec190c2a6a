import { findExternal, makeChangesRepository, makeOwnedRecords } from '@representa/records';
import { makeFindRenamed, makeStagedRows, mergeText } from '@representa/tables';
import { listPlans, numberedId, plannedCall, recordsOf, testPlans } from '@representa/testing';
import { makeProductsRepository } from '../src/products/products.repository.ts';
import { listProductsQuery, product, productOrders } from '../src/products/products.schemas.ts';
import { makeRepresentadasRepository } from '../src/representadas/representadas.repository.ts';
import {
  listRepresentadasQuery,
  representadaOrders,
  representada as representadaRecord,
} from '../src/representadas/representadas.schemas.ts';

/**
 * Every hundredth record is inactive. After the first 300 products, which are all that the statistics of small tables know,
 * representada 3 of a company has three, and representada 1 every hundredth; representada 2 has all others.
 */
const representada = (n: number): string => numberedId(1, n);
/** A fill writes it, as triggers are off. */
const sharedRegister = "uuid '00000000-0000-0000-0000-000000000000'";
const numbered = '(e - 1) * 100000 + n';

testPlans({
  schema: 'catalog',
  tables: [
    'product',
    'representada',
    'record_counter',
    'kept_answer',
    'change_sequence',
    'current_change',
    'tombstone',
    'import_row',
  ],
  fill: (state) => [
    `insert into representada
       (empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo,
        created_at, updated_at, change, id_externo, codigo)
     select ${numberedId(0, 'e')}, ${numberedId(1, numbered)}, 'Indústria ' || n || '.', '', '', '', '', '', '', '', '', 5,
       n % 100 <> 0, now(), now(), n, case when n % 2 = 1 then 'E-' || n || '.' end, case when n % 2 = 0 then 'R-' || n end
     from ${recordsOf(state)}`,
    `insert into product (empresa_id, id, nome, preco, ativo, representada_id, created_at, updated_at, change,
       id_externo, register_id)
     select ${numberedId(0, 'e')}, 'SKU-' || e || '-' || n || '.', 'Café', 1, n % 100 <> 0,
       ${numberedId(1, '(e - 1) * 100000 + case when n between 301 and 303 then 3 when n > 300 and n % 100 = 1 then 1 else 2 end')},
       now() + n * interval '1 ms', now(), 100000 + n, case when n % 2 = 1 then 'E-' || n || '.' end, ${sharedRegister}
     from ${recordsOf(state)}`,
    'insert into change_sequence (empresa_id, last) select empresa_id, max(change) from product group by 1',
    `insert into current_change (empresa_id, resource, change, id, updated_at)
     select empresa_id, 'representada', change, id::text, updated_at from representada
     union all select empresa_id, 'product', change, id, updated_at from product`,
    `insert into tombstone (empresa_id, resource, change, id, deleted_at)
     select empresa_id, 'representada', last + n, gen_random_uuid(), now() - interval '91 days'
     from change_sequence cross join generate_series(1, 2000) n where empresa_id = '${numberedId(0, 1)}'`,
    `insert into record_counter (empresa_id, resource, total, active)
     select empresa_id, 'representada', count(*), count(*) filter (where ativo) from representada group by 1
     union all select empresa_id, 'product', count(*), count(*) filter (where ativo) from product group by 1`,
    // The imports of other processes.
    `insert into import_row (import_id, line, key, given) select ${numberedId(6, 'e')}, n, 'SKU-' || e || '-' || n || '.', '{}'
     from ${recordsOf(state)}`,
  ],
  queries: (database, state) => {
    const { records } = state;
    const products = makeProductsRepository(database);
    const representadas = makeRepresentadasRepository(database);
    const changes = makeChangesRepository(database);
    const owned = makeOwnedRecords(database, 'representada');
    const call = plannedCall();
    const { empresa_id } = call;
    const all = listRepresentadasQuery.parse({});
    const allProducts = listProductsQuery.parse({});
    const attempt = { empresa_id, id: representada(4), epoch: 1 };
    const ofOne = Math.ceil(records / 100);
    const staged = makeStagedRows(database);
    const importId = numberedId(7, 1);
    const representadasId = numberedId(7, 2);
    const imported = (line: number, id: string) => ({
      line,
      key: id,
      record: product.createBody.parse({ id, nome: 'Importado', preco: 2 }),
      given: { preco: 2, id_externo: `I-${line}` },
      faults: null,
      change_faults: null,
    });
    const deep = { page: Math.max(1, Math.floor(records / 40)) };
    return {
      'the first page of products': [() => products.list.page(call, allProducts)],
      'the second page of products': [() => products.list.page(call, { ...allProducts, page: 2 })],
      'a deep page of products': [() => products.list.page(call, { ...allProducts, ...deep }), 2 * records + 150],
      ...listPlans({
        name: 'products ',
        list: products.list,
        call,
        state,
        all: allProducts,
        orders: productOrders,
        positions: { nome: ['cafe', 'SKU-1-600.'], created_at: [new Date().toISOString(), 'SKU-1-600.'] },
        nearEnd: [new Date(Date.now() - 3_600_000).toISOString(), 'SKU-1-10.'],
        filters: {
          'of an external id': { id_externo: 'E-3.' },
          'that are active': { ativo: true },
          'that are inactive': [{ ativo: false }, records / 100],
          'of a representada': [{ representada_id: representada(1) }, 2 * ofOne],
          'of a representada with few old ones': { representada_id: representada(3) },
          'found by search': { search: 'sku-1-3.' },
          'found by search and inactive': { search: 'sku-1-3.', ativo: false },
          'of a representada and inactive': [{ representada_id: representada(1), ativo: false }, 2 * ofOne],
        },
      }),
      'a page of changes': [() => products.changes(call, 0, 20)],
      'a later page of changes': [() => products.changes(call, Math.floor(records / 2), 20)],
      'changes after the last record': [() => products.changes(call, 300_000, 20)],
      'removing old tombstones': [() => changes.prune(call), 3_500],
      'a page of changes of representadas': [() => representadas.changes(call, 0, 20)],
      'reading a product': [() => products.read(call, 'SKU-1-3.')],
      'finding an external id': [() => findExternal(database, call, 'product', 'E-3.')],
      'finding that of a representada': [() => findExternal(database, call, 'representada', 'E-3.')],
      'updating a product': [() => products.update(call, 'SKU-1-3.', { ativo: false })],
      'creating a product': [
        () =>
          products.create(
            call,
            product.createBody.parse({ id: 'NEW', nome: 'Novo', preco: 1, representada_id: representada(1) }),
          ),
      ],
      'the first page of representadas': [() => representadas.list.page(call, all)],
      'the second page of representadas': [() => representadas.list.page(call, { ...all, page: 2 })],
      ...listPlans({
        name: 'representadas ',
        list: representadas.list,
        call,
        state,
        all,
        orders: representadaOrders,
        positions: { nome: ['industria 3', representada(3)], created_at: [representada(600)] },
        nearEnd: [representada(10)],
        filters: {
          'of an external id': { id_externo: 'E-3.' },
          'that are active': { ativo: true },
          'that are inactive': [{ ativo: false }, records / 100],
          'found by search': { search: 'indústria 3.' },
          'with a code': { codigo: 'R-4' },
          'found by CNPJ': { search: '11.222.333' },
        },
      }),
      'the names of products': [() => products.names(call, { empresa_id, ids: ['SKU-1-2.', 'SKU-1-5.', 'NONE'] })],
      'reading a representada': [() => representadas.read(call, representada(1))],
      'describing a representada': [() => representadas.describe(call, { empresa_id, id: representada(1) })],
      'finding some for sales': [
        () =>
          representadas.find(
            call,
            [1, 2, 3, 4].map((n) => ({ empresa_id, id: representada(n), produtos: ['A', 'B'] })),
          ),
      ],
      'updating a representada': [() => representadas.update(call, representada(1), { ativo: false })],
      'creating a representada': [
        () =>
          representadas.create(call, representadaRecord.createBody.parse({ nome: 'Nova', cnpj: '11.222.333/0001-81' })),
      ],
      'staging rows of an import': [
        () => staged.add(call, importId, [imported(1, 'SKU-1-2.'), imported(2, 'SKU-1-5.'), imported(3, 'IMPORTED')]),
      ],
      'merging them': [() => staged.merge(call, importId, false, mergeText(product, { uniqueBy: 'id' }))],
      'staging rows of representadas': [
        () =>
          staged.add(
            call,
            representadasId,
            ['R-4', 'R-6', 'NOVA'].map((codigo, n) => ({
              ...imported(n + 1, codigo),
              record: representadaRecord.createBody.parse({ codigo, nome: 'Nova', id_externo: `N-${n}` }),
              given: { nome: 'Nova', id_externo: `N-${n}` },
            })),
          ),
      ],
      'merging representadas': [() => staged.merge(call, representadasId, false, mergeText(representadaRecord, {}))],
      'their renames that sales has not acknowledged': [
        () => makeFindRenamed(database, 'representada')(call, representadasId, 0),
      ],
      'removing them': [() => staged.remove(call, importId)],
      'removing old rows': [() => staged.removeOld(call)],
      'counting products': [() => representadas.countProducts(call, representada(1)), 2 * ofOne + 150],
      'beginning a delete': [() => owned.beginDelete(call, attempt)],
      'what is unfinished': [() => owned.unfinished(call, 0)],
      'deleting a representada': [() => representadas.remove(call, attempt)],
    };
  },
});
