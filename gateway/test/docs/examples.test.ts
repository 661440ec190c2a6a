import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { demoEmpresa, demoId } from '@representa/contracts/demo';
import { fillDemo, type StackProcesses, seedDemo, startProcesses } from '@representa/local-stack';
import { brokenRules, makeTemporaryFolder, startTestStack, type TestStack } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Document, type ExampleRequest, exampleRequests } from '../../../tests/openapi/examples.ts';
import { guides } from '../../src/docs/guides.ts';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

/** The first block of the first guide serves all of them. */
const [setUp = ''] = blocksOf(guides[0]?.description ?? '');

/** What the tests look at of a list or a report. */
interface Read {
  total: number;
  data: { vendas: number; vencimento: string }[];
}

/** Examples work on a new system, and on one that was set up long ago. */
describe.each([
  ['today', 0],
  ['a year and a half ago', 550],
])('a demo company that was filled %s', (_, days) => {
  let stack: TestStack;
  let system: StackProcesses;

  beforeAll(async () => {
    stack = await startTestStack();
    await Promise.all([
      seedDemo(stack, 'development'),
      fillDemo(stack, 'development', days === 0 ? undefined : daysAgo(days)),
    ]);
    system = await startProcesses(stack, { logLevel: 'error' });
  });
  afterAll(async () => {
    await system?.stop();
    await stack?.stop();
  });

  const send = ({ path, method, headers, body }: Omit<ExampleRequest, 'name'>): Promise<Response> =>
    fetch(`${system.url}${path}`, {
      method,
      headers: { ...headers, 'x-api-key': demoEmpresa.key },
      ...(body !== undefined && { body }),
    });
  const read = async (path: string): Promise<Read> =>
    (await send({ method: 'GET', path: `/api/v1${path}`, headers: {} })).json() as Promise<Read>;

  const expectConsistent = async (): Promise<void> => {
    const admin = postgres(stack.adminUrl, { max: 1, onnotice: () => {} });
    try {
      expect(await brokenRules(admin)).toEqual([]);
    } finally {
      await admin.end();
    }
  };

  test('has a year of business, and breaks no rule', async () => {
    const totals = await Promise.all(
      ['clients', 'products', 'sales', 'representadas'].map(async (name) => (await read(`/${name}`)).total),
    );
    expect(totals).toEqual([60, 80, 240, 4]);
    expect((await read('/representadas?ativo=true')).total).toBe(3);
    const { data: months } = await read(`/reports/sales?por=mes&de=${daysAgo(days + 364)}&ate=${daysAgo(days)}`);
    expect(months.length).toBeGreaterThanOrEqual(12);
    expect(months.every(({ vendas }) => vendas > 0)).toBe(true);
    const { data: paid } = await read('/commissions/payments');
    expect(paid.length).toBe(20);
    await expectConsistent();
  });

  test.runIf(days === 0)('has one overdue month', async () => {
    const { data } = await read('/commissions?situacao=vencida&limit=100');
    const months = new Set(data.map(({ vencimento }) => vencimento.slice(0, 7)));
    expect(months.size).toBe(1);
  });

  test('is filled once', async () => {
    const remove = await send({ method: 'DELETE', path: `/api/v1/sales/${demoId('sale', 238)}`, headers: {} });
    expect(remove.status).toBe(200);
    await fillDemo(stack, 'development');
    expect((await read('/sales')).total).toBe(239);
  });

  test('answers every example of the document, one after the other', async () => {
    const document = (await (await fetch(`${system.url}/openapi.json`)).json()) as Document;
    const requests = exampleRequests(document);
    const failed: string[] = [];
    for (const request of requests) {
      const response = await send(request);
      const text = await response.text();
      if (response.status >= 400) failed.push(`${request.name}: ${response.status} ${text.slice(0, 300)}`);
    }
    expect(failed).toEqual([]);
    expect(requests.length).toBeGreaterThan(100);
    // Reads still answer when all writes are done.
    for (const request of requests.filter(({ method }) => method === 'GET'))
      expect((await send(request)).status, request.name).toBeLessThan(400);
    await expectConsistent();
  });

  test.runIf(days === 0).each(guides)(
    '$name: its requests work, and only those fail that say so',
    async ({ description }) => {
      const script = [setUp, ...blocksOf(description)].join('\n').replaceAll('http://localhost:3000', system.url);
      const ran = await promisify(execFile)('bash', ['-ec', script], { cwd: await makeTemporaryFolder() });
      const refusals = [...script.matchAll(/\|\| echo '(.*)'$/gm)].map(([, sentence = '']) => sentence);
      expect(ran.stderr.match(/curl: \(22\)/g) ?? [], `${ran.stdout}${ran.stderr}`).toHaveLength(refusals.length);
      for (const sentence of refusals) expect(ran.stdout).toContain(sentence);
      expect(blocksOf(description).length).toBeGreaterThan(0);
      // The amounts of its table.
      if (description.includes('## Como é calculada'))
        expect(
          [...ran.stdout.matchAll(/"base":33\.3\d,"percentual":[\d.]+,"valor":([\d.]+)/g)]
            .slice(0, 3)
            .map(([, valor]) => valor),
        ).toEqual(['2.22', '2.23', '2.22']);
    },
  );
});
