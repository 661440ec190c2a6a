import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStack, type TestStack } from '@representa/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashOf } from '../../src/authentication/api-key.ts';
import type { InvalidateKeys } from '../../src/authentication/invalidate-keys.ts';
import { runCommandLine } from '../../src/command/command-line.ts';
import { makeLoadIndex } from '../../src/command/inflation-index.ts';
import type { Verified } from '../../src/command/verify-audit.ts';
import type { CommandConfig } from '../../src/config.ts';
import { makeTestCommands, openDatabase, openEmpresas, query } from '../gateway.ts';

let stack: TestStack;
let opened: ReturnType<typeof openEmpresas>;

beforeAll(async () => {
  stack = await startTestStack();
  opened = openEmpresas(stack);
});

afterAll(async () => {
  await opened.database.end();
  await stack.stop();
});

afterEach(() => void vi.restoreAllMocks());

const key = /rep_live_\w{36}/;
const uuid = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/;

const brokenChain: Verified = {
  ok: false,
  fault: { service: 'sales', numero: 2, reason: 'the entry does not fit its hash' },
};

interface Outcome {
  code: number;
  out: string;
  err: string;
  invalidated: string[];
}

/** What `npm run empresas -- …` prints. */
const run = async (
  args: string[],
  { NODE_ENV = 'test', isHeard = true }: Partial<Pick<CommandConfig, 'NODE_ENV'>> & { isHeard?: boolean } = {},
): Promise<Outcome> => {
  const out = vi.spyOn(console, 'log').mockReturnValue();
  const err = vi.spyOn(console, 'error').mockReturnValue();
  const invalidated: string[] = [];
  const invalidateKeys: InvalidateKeys = async (hashes) => {
    invalidated.push(...hashes);
    return isHeard;
  };
  const commands = makeTestCommands(opened.database, invalidateKeys, NODE_ENV, async () => [brokenChain]);
  const code = await runCommandLine(args, (use) => use(commands));
  const said = { out: out.mock.calls.flat().join('\n'), err: err.mock.calls.flat().join('\n') };
  vi.restoreAllMocks();
  return { code, ...said, invalidated };
};

const create = async (nome: string) => {
  const { out } = await run(['create', nome]);
  return { id: out.match(uuid)?.[0] ?? '', key: out.match(key)?.[0] ?? '' };
};

const rowsOf = (id: string) => query(opened.database)`
  select nome, ativa, fuso_horario, prefixo, encode(hash, 'hex') as hash, expira_em, revoked_at
  from empresa join api_key on empresa_id = empresa.id where empresa.id = ${id} order by api_key.id
`;

describe('create', () => {
  test('prints the id and the key, once', async () => {
    const { code, out } = await run(['create', '  Representações São João  ']);
    expect(code).toBe(0);
    expect(out).toContain('Created Representações São João.');
    const issued = out.match(key)?.[0] ?? '';
    expect(await rowsOf(out.match(uuid)?.[0] ?? '')).toMatchObject([
      {
        nome: 'Representações São João',
        ativa: true,
        fuso_horario: 'America/Sao_Paulo',
        prefixo: issued.slice(0, 17),
        hash: hashOf(issued),
        expira_em: null,
        revoked_at: null,
      },
    ]);
    expect((await run(['list'])).out).not.toContain(issued);
  });

  test.each([[' '], ['a'.repeat(256)], ['nul\0']])('refuses the name %j', async (nome) => {
    expect(await run(['create', nome])).toMatchObject({
      code: 1,
      err: 'A name has 1 to 255 characters, none of them a control character.',
    });
  });

  test('never issues the same key twice', async () => {
    const [one, other] = [await create('A'), await create('A')];
    expect(one.key).not.toBe(other.key);
    expect(one.id).not.toBe(other.id);
  });
});

describe('the time zone', () => {
  test('is given with a new company', async () => {
    const { code, out } = await run(['create', 'Manaus', '--time-zone', 'america/manaus']);
    expect(code).toBe(0);
    expect(await rowsOf(out.match(uuid)?.[0] ?? '')).toMatchObject([{ fuso_horario: 'America/Manaus' }]);
  });

  test('is changed, invalidated and listed', async () => {
    const { id, key: issued } = await create('Rio Branco');
    const { code, out, invalidated } = await run(['update', id, '--time-zone', 'America/Rio_Branco']);
    expect([code, out, invalidated]).toEqual([0, `Updated ${id}.`, [hashOf(issued)]]);
    expect((await run(['list'])).out).toMatch(new RegExp(`${id}  active +Rio Branco +America/Rio_Branco`));
  });

  test.each(['America/Brasilia', '-03:00', 'UTC-3', ''])('%j is none', async (zone) => {
    const { id } = await create('Sem fuso');
    const refusal = {
      code: 1,
      err: `There is no time zone "${zone}"; they are written like America/Manaus.`,
      invalidated: [],
    };
    expect(await run(['update', id, `--time-zone=${zone}`])).toMatchObject(refusal);
    expect(await run(['create', 'Sem fuso', `--time-zone=${zone}`])).toMatchObject(refusal);
    expect(await rowsOf(id)).toMatchObject([{ fuso_horario: 'America/Sao_Paulo' }]);
  });
});

test('list shows companies and keys, in columns', async () => {
  const nome = `Lista ${randomUUID()}`;
  const { id, key: issued } = await create(nome);
  await run(['deactivate', id]);
  const { code, out } = await run(['list']);
  expect(code).toBe(0);
  expect(out).toContain(`${id}  inactive  ${nome}`);
  expect(out).toMatch(
    new RegExp(`${uuid.source}  valid +${issued.slice(0, 17)} +admin +never +never +Primeira chave +${nome}`),
  );
});

test('list --json has each company with its own keys', async () => {
  const [one, other] = [await create('Uma'), await create('Outra')];
  await run(['add-key', one.id, '--label', 'ERP']);
  const listed: { id: string; keys: { rotulo: string }[] }[] = JSON.parse((await run(['list', '--json'])).out);
  const labels = ({ id }: { id: string }) =>
    listed.find((empresa) => empresa.id === id)?.keys.map(({ rotulo }) => rotulo);
  expect([labels(one), labels(other)]).toEqual([['Primeira chave', 'ERP'], ['Primeira chave']]);
});

test('deactivate and reactivate invalidate every key of the company', async () => {
  const { id, key: first } = await create('Duas chaves');
  const second = (await run(['add-key', id])).out.match(key)?.[0] ?? '';
  const hashes = [first, second].map(hashOf).sort();
  const off = await run(['deactivate', id]);
  expect([off.code, off.out, off.invalidated.sort()]).toEqual([0, `Deactivated ${id}.`, hashes]);
  expect((await rowsOf(id)).map(({ ativa }) => ativa)).toEqual([false, false]);
  const on = await run(['reactivate', id]);
  expect([on.code, on.out, on.invalidated.sort()]).toEqual([0, `Reactivated ${id}.`, hashes]);
  expect((await rowsOf(id)).map(({ ativa }) => ativa)).toEqual([true, true]);
});

test('says so when nobody could be told', async () => {
  const { id } = await create('Sem NATS');
  const { code, out } = await run(['deactivate', id], { isHeard: false });
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    `Deactivated ${id}.`,
    'NATS or Redis did not answer: running gateways will know within 63 seconds.',
  ]);
});

describe('add-key', () => {
  test('issues one that expires', async () => {
    const { id } = await create('Com validade');
    const { code, out } = await run(['add-key', id, '--expires', '2127-01-31']);
    expect([code, out]).toEqual([0, expect.stringContaining('valid until the end of 2127-01-31')]);
    const [, second] = await rowsOf(id);
    expect(second?.expira_em).toBe('2127-02-01T03:00:00.000Z');
    expect((await run(['list'])).out).toContain('2127-01-31');
  });

  test('counts the days in the time zone of the company', async () => {
    const { id } = await create('Em outro fuso');
    await run(['update', id, '--time-zone', 'Pacific/Kiritimati']);
    await run(['add-key', id, '--expires', '2127-01-31']);
    const [, second] = await rowsOf(id);
    expect(second?.expira_em).toBe('2127-01-31T10:00:00.000Z');
    expect((await run(['list'])).out).toContain('2127-01-31');
  });

  test('issues one that is valid today only', async () => {
    const { id } = await create('Hoje');
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    expect(await run(['add-key', id, '--expires', today])).toMatchObject({ code: 0 });
    const [, second] = await rowsOf(id);
    expect(Date.parse(second?.expira_em)).toBeGreaterThan(Date.now());
  });

  test.each([
    ['2127-02-30', 'An expiry date is written like 2027-01-31.'],
    ['31/01/2127', 'An expiry date is written like 2027-01-31.'],
    ['2020-01-31', '2020-01-31 is over.'],
    ['0000-01-01', '0000-01-01 is over.'],
    ['9999-12-31', 'An expiry date is before 9999-12-31.'],
  ])('refuses %s', async (date, sentence) => {
    const { id } = await create('Sem validade');
    expect(await run(['add-key', id, '--expires', date])).toMatchObject({ code: 1, err: sentence });
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('refuses when the company has a hundred valid keys', async () => {
    const { id } = await create('Cem chaves');
    await query(opened.database)`
      insert into api_key (empresa_id, prefixo, hash)
      select id, 'x', sha256((id::text || n)::bytea) from empresa, generate_series(1, 99) n where id = ${id}`;
    expect(await run(['add-key', id])).toMatchObject({
      code: 1,
      err: 'The company has 100 valid keys: revoke one first.',
    });
    expect(await rowsOf(id)).toHaveLength(100);
  });
});

describe('revoke', () => {
  test('by prefix, by id or by the whole key, and invalidates it', async () => {
    const { id, key: first } = await create('Revogada');
    await run(['add-key', id, '--scope', 'admin']);
    const others = [await run(['add-key', id]), await run(['add-key', id])].map(({ out }) => out.match(key)?.[0] ?? '');
    const [{ key_id } = { key_id: '' }] = await query(opened.database)<{ key_id: string }[]>`
      select id as key_id from api_key where prefixo = ${first.slice(0, 17)}`;
    const names = [key_id, others[0]?.slice(0, 17) ?? '', others[1] ?? ''];
    for (const [index, name] of names.entries()) {
      const { code, out, invalidated } = await run(['revoke', name]);
      expect([code, out, invalidated]).toEqual([0, 'Revoked the key.', [hashOf([first, ...others][index] ?? '')]]);
    }
    expect((await rowsOf(id)).filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(3);
    expect(await run(['revoke', key_id])).toMatchObject({ code: 1, invalidated: [] });
  });

  test('of two at once, the second is told that the key is no longer valid', async () => {
    const { id } = await create('Duas vezes');
    const issued = (await run(['add-key', id])).out.match(key)?.[0] ?? '';
    const commands = makeTestCommands(opened.database, async () => true);
    expect(await Promise.allSettled([commands.revoke(issued), commands.revoke(issued)])).toMatchObject([
      { value: { text: 'Revoked the key.' } },
      { reason: { message: 'There is no valid key with this id or prefix; `list` shows them.' } },
    ]);
  });

  test('refuses the last key of scope admin', async () => {
    const { id, key: first } = await create('Uma só');
    await run(['add-key', id]);
    expect(await run(['revoke', first])).toMatchObject({
      code: 1,
      err: 'No other admin key of its company lasts as long: add one first (add-key --scope admin).',
      invalidated: [],
    });
    expect((await rowsOf(id)).every(({ revoked_at }) => revoked_at === null)).toBe(true);
  });

  test('refuses when several keys are meant', async () => {
    const { id } = await create('Mesmo prefixo');
    await run(['add-key', id]);
    const prefix = `rep_${randomUUID().slice(0, 8)}`;
    await query(opened.database)`update api_key set prefixo = ${prefix} where empresa_id = ${id}`;
    expect(await run(['revoke', prefix])).toMatchObject({
      code: 1,
      err: 'Several keys begin like this: give the id that `list` shows.',
      invalidated: [],
    });
    expect((await rowsOf(id)).every(({ revoked_at }) => revoked_at === null)).toBe(true);
  });
});

describe('seed-demo', () => {
  test('makes the demo companies, once, and leaves them as they became', async () => {
    const first = await run(['seed-demo']);
    expect([first.code, first.invalidated]).toEqual([
      0,
      ['demo-empresa-a', 'demo-empresa-b', 'demo-empresa-inativa', 'demo-exemplo'].map(hashOf),
    ]);
    expect(first.out).toContain('demo-empresa-a        active    Empresa Demo A');
    const rows = () => query(opened.database)`
      select nome, ativa, prefixo from empresa join api_key on empresa_id = empresa.id
      where nome like 'Empresa Demo%' order by nome`;
    const expected = [
      { nome: 'Empresa Demo A', ativa: true, prefixo: 'demo-empresa-a' },
      { nome: 'Empresa Demo B', ativa: true, prefixo: 'demo-empresa-b' },
      { nome: 'Empresa Demo Inativa', ativa: false, prefixo: 'demo-empresa-inativa' },
    ];
    expect(await rows()).toEqual(expected);
    await query(opened.database)`update empresa set ativa = false where nome = 'Empresa Demo B'`;
    const again = await run(['seed-demo']);
    expect([again.code, again.invalidated]).toEqual([0, []]);
    expect(await rows()).toEqual(expected.map((row) => ({ ...row, ativa: row.nome === 'Empresa Demo A' })));
  });

  test('refuses in production', async () => {
    expect(await run(['seed-demo'], { NODE_ENV: 'production' })).toMatchObject({
      code: 1,
      out: '',
      err: 'The demo keys are public: production does not accept them.',
    });
  });
});

test('audit verify --json prints also what is broken', async () => {
  const { id } = await create('Adulterada');
  const err = 'Broken: entry 2 of sales: the entry does not fit its hash.';
  expect(await run(['audit', 'verify', id])).toMatchObject({ code: 1, out: '', err });
  const { code, out, err: said } = await run(['audit', 'verify', id, '--json']);
  expect([code, JSON.parse(out), said]).toEqual([1, [brokenChain], err]);
});

describe('index load inpc', () => {
  const load = async (text: string, ...options: string[]): Promise<Outcome> => {
    const file = join(tmpdir(), `${randomUUID()}.csv`);
    await writeFile(file, text);
    const outcome = await run(['index', 'load', 'inpc', file, ...options]);
    await rm(file);
    return outcome;
  };

  test('reads a month and a factor from each line', async () => {
    const { code, out } = await load('\uFEFFmês;fator\r\n2026-09;1,0042\r\n"2026-10","1.0038"\n\n');
    expect([code, out]).toEqual([0, 'Loaded 2 month(s) of inpc.']);
    expect(JSON.parse((await load('2026-09;1,0042', '--json')).out)).toEqual({ meses: 1 });
  });

  test.each(['2026-13;1,0042', '2026-09;0', '2026-09;0,42', '2026-09', '2026-09;-1,0042', 'setembro;1'])(
    'names the line of %j',
    async (line) => {
      expect(await load(`2026-08;1,0021\n${line}`)).toMatchObject({
        code: 1,
        err: 'Line 2 has no month and factor, such as 2026-09;1,0042 for 0.42 %.',
      });
    },
  );

  test('refuses a file without months, a month that is there twice, and more than a century', async () => {
    expect((await load('mês;fator\n')).err).toMatch(/has no months\.$/);
    const twice = await load('2026-08;1,0021\n2026-09;1,0042\n2026-08;1,0021');
    expect([twice.code, twice.err]).toEqual([1, 'Lines 1 and 3 have the same month.']);
    const months = Array.from(
      { length: 1_201 },
      (_, n) => `${1900 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')};1`,
    );
    expect((await load(months.join('\n'))).err).toMatch(/has more than 1200 months\.$/);
  });
});

describe('mistakes are one sentence and exit code 1', () => {
  const nobody = randomUUID();
  test.each([
    [['nonsense'], 'There is no command "nonsense"; --help shows them.'],
    [['toString'], 'There is no command "toString"; --help shows them.'],
    [['create'], '"create" takes exactly one value; --help shows how it is used.'],
    [['create', 'Duas', 'Palavras'], '"create" takes exactly one value; --help shows how it is used.'],
    [['audit'], 'There is no command "audit"; --help shows them.'],
    [['audit', 'verify'], '"audit verify" takes exactly one value; --help shows how it is used.'],
    [['index', 'load', 'ipca', 'x.csv'], 'There is no command "index"; --help shows them.'],
    [['index', 'load', 'inpc', 'nothing.csv'], 'nothing.csv cannot be read.'],
    [['list', 'all'], '"list" takes nothing; --help shows how it is used.'],
    [['list', '--expires', '2127-01-01'], 'Only "add-key" takes --expires.'],
    [['list', '--time-zone', 'UTC'], 'Only "create" and "update" take --time-zone.'],
    [['update', nobody], '"update" needs --name, --time-zone, --rate or --burst; --help shows how it is used.'],
    [['update', nobody, '--time-zone', 'UTC'], `There is no empresa with the id ${nobody}; \`list\` shows them.`],
    [['list', '--colour'], "Unknown option '--colour'; --help shows the options."],
    [['deactivate', 'x'], 'There is no empresa with the id x; `list` shows them.'],
    [['reactivate', nobody], `There is no empresa with the id ${nobody}; \`list\` shows them.`],
    [['add-key', nobody], `There is no empresa with the id ${nobody}; \`list\` shows them.`],
    [['revoke', 'rep_nothing'], 'There is no valid key with this id or prefix; `list` shows them.'],
  ])('%j', async (args, sentence) => {
    expect(await run(args)).toEqual({ code: 1, out: '', err: sentence, invalidated: [] });
  });

  test('also when the database is away', async () => {
    const err = vi.spyOn(console, 'error').mockReturnValue();
    const database = openDatabase('postgres://gateway:x@127.0.0.1:1/representa');
    const code = await runCommandLine(['list'], async () => ({
      text: (await query(database)`select 1`).join(),
      json: null,
    }));
    expect([code, err.mock.calls]).toEqual([
      1,
      [['The database does not answer: is it running, and is DATABASE_URL right?']],
    ]);
    await database.end({ timeout: 0 });
  });

  test('also when NATS is away', async () => {
    const err = vi.spyOn(console, 'error').mockReturnValue();
    const loadIndex = makeLoadIndex({ NATS_URL: 'nats://gateway:x@127.0.0.1:1' });
    const load = async () => ({ text: '', json: await loadIndex('inpc', []) });
    expect(await runCommandLine(['list'], load)).toBe(1);
    expect(err.mock.calls.flat().join()).toMatch(
      /^NATS does not answer \(.*ECONNREFUSED.*\): is it running, and is NATS_URL right\?$/,
    );
  });
});

test.each([[['--help']], [['-h']], [[]], [['create', '--help']]])('%j explains', async (args) => {
  const { code, out } = await run(args as string[]);
  expect([code, out]).toEqual([0, expect.stringContaining('revoke <key id or prefix>')]);
});
