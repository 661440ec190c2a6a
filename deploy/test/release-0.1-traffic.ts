import { randomUUID } from 'node:crypto';
import type { ProcessName } from '@representa/contracts';
import postgres from 'postgres';

const empresa = '01900000-0000-7000-8000-00000000000a';

export interface Traffic {
  connections: number;
  /** How often each call was answered, and the errors. */
  answered: Map<string, number>;
  errors: string[];
  stop(): Promise<void>;
}

/** Repeats the statements that processes of release 0.1 send, as they send them. */
export const startTraffic = (databaseUrl: (role: ProcessName) => string): Traffic => {
  const answered = new Map<string, number>();
  const errors: string[] = [];
  let stopped = false;
  const repeat = async (role: ProcessName, calls: Record<string, (sql: postgres.Sql) => Promise<unknown>>) => {
    const connection = { search_path: `${role}, extensions`, plan_cache_mode: 'force_generic_plan' as const };
    const sql = postgres(databaseUrl(role), {
      max: 1,
      fetch_types: false,
      connection: { ...connection, statement_timeout: 1_800 },
    });
    while (!stopped)
      for (const [name, call] of Object.entries(calls)) {
        await call(sql).then(
          () => answered.set(name, (answered.get(name) ?? 0) + 1),
          (error: Error) => errors.push(`${name}: ${error.message}`),
        );
      }
    await sql.end();
  };
  const running = Promise.all([repeat('clients', clients), repeat('catalog', catalog), repeat('sales', sales)]);
  return {
    connections: 3,
    answered,
    errors,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
};

const one = async <Row>(rows: Promise<readonly Row[]>): Promise<Row> => {
  const [row] = await rows;
  if (!row) throw new Error('no row');
  return row;
};

const newClient = () => ({
  nome: 'Cliente do tráfego',
  email: `${randomUUID()}@trafego.example`,
  telefone: '+5511987654321',
  cidade: 'Recife',
  estado: 'PE',
  bairro: '',
  observacao: '',
  ativo: true,
  segunda: false,
  terca: false,
  quarta: false,
  quinta: false,
  sexta: false,
});

const clients = {
  'create, update and delete a client': async (sql: postgres.Sql) => {
    const { id } = await one(sql<{ id: string }[]>`
      select id from create_client(${empresa}, ${JSON.stringify(newClient())}::text::jsonb, null, null)`);
    await one(sql`
      select id, codigo, nome_revision, rename_pending
      from update_client(${empresa}, ${id}, ${JSON.stringify({ cidade: 'Olinda' })}::text::jsonb)`);
    await sql`update client set delete_epoch = 1, delete_pending = true where empresa_id = ${empresa} and id = ${id}`;
    const { removed } = await one(sql<{ removed: boolean }[]>`select delete_client(${empresa}, ${id}, 1) as removed`);
    if (!removed) throw new Error('was not removed');
  },
  'create a client': (sql: postgres.Sql) =>
    one(sql`select id from create_client(${empresa}, ${JSON.stringify(newClient())}::text::jsonb, null, null)`),
  'list clients': (sql: postgres.Sql) =>
    one(sql`select id, codigo, nome, ativo from client where empresa_id = ${empresa} order by id desc limit 20`),
};

const catalog = {
  'create and update a product': async (sql: postgres.Sql) => {
    const id = `T-${randomUUID()}`;
    const product = { id, nome: 'Produto', descricao: '', preco: 10, ativo: true };
    await one(sql`select id from create_product(${empresa}, ${JSON.stringify(product)}::text::jsonb, null, null)`);
    await one(sql`select id from update_product(${empresa}, ${id}, ${JSON.stringify({ ativo: false })}::text::jsonb)`);
  },
  'update a representada': async (sql: postgres.Sql) => {
    const { id } = await one(sql<{ id: string }[]>`select id from representada where empresa_id = ${empresa} limit 1`);
    await one(
      sql`select id from update_representada(${empresa}, ${id}, ${JSON.stringify({ cidade: 'Natal' })}::text::jsonb)`,
    );
  },
};

const sales = {
  'create two sales': async (sql: postgres.Sql) => {
    const sale = await one(sql`
      select cliente_id, representada_id, '2026-01-15' as data, 'PAGA' as status, 2026 as ano, 'n' as cliente_nome,
        0 as cliente_revision, 'n' as representada_nome, 0 as representada_revision
      from sale where empresa_id = ${empresa} order by id limit 1`);
    const itens = [{ produto_id: 'P', quantidade: 2, valor_unitario: 5.25, valor_total: 10.5 }];
    // One of them is deleted again below, the other one stays.
    const batch = JSON.stringify([1, 2].map((n) => ({ ...sale, n, valor_total: 10.5, itens })));
    const made = await sql<{ refusal: string | null }[]>`
      select n, id, pedido, created_at, refusal from create_sales(${empresa}, ${batch}::text::json)`;
    if (made.length !== 2) throw new Error(`${made.length} of 2 sales`);
    for (const { refusal } of made) if (refusal) throw new Error(`refused: ${refusal}`);
  },
  'list sales': (sql: postgres.Sql) =>
    one(sql`select id, pedido, updated_at from sale where empresa_id = ${empresa} order by id desc limit 20`),
  'delete a sale': async (sql: postgres.Sql) => {
    const { id } = await one(sql<{ id: string }[]>`
      select id from sale where empresa_id = ${empresa} order by id desc limit 1`);
    await one(sql`select delete_sale(${empresa}, ${id}) as removed`);
  },
};
