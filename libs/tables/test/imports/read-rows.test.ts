import { bestOfThree, cpuMs } from '@representa/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Importable, readRows } from '../../src/imports/read-rows.ts';

const schema = z.object({ codigo: z.string(), nome: z.string() });
const importable: Importable = { schema, changes: schema.partial(), types: {}, readOnly: ['id'], key: 'codigo' };

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

const faultsOf = async (header: string[]): Promise<[string, string][]> => {
  const rows = readRows(textOf(`${header.join(';')}\n`), importable);
  const { issues } = await rows.next().then(
    () => Promise.reject(new Error('it was accepted')),
    (error) => error,
  );
  return issues.map(({ path, message }: { path: string[]; message: string }) => [path.join('.'), message]);
};

test('unknown and repeated columns are named', async () => {
  expect(await faultsOf(['Código', 'id', 'cor', 'NOME', 'nome', 'tamanho'])).toEqual([
    ['cor', 'Coluna desconhecida'],
    ['tamanho', 'Coluna desconhecida'],
    ['nome', 'Coluna repetida'],
  ]);
});

test(
  'of a header with many columns the first faults are named, and the rest is not looked at',
  bestOfThree,
  async () => {
    const many = Array.from({ length: 16_000 }, (_, i) => i.toString(36));
    const cpu = await cpuMs(async () => {
      expect(await faultsOf(many)).toEqual(many.slice(0, 20).map((name) => [name, 'Coluna desconhecida']));
      expect(await faultsOf(Array(13_000).fill('nome'))).toEqual(Array(20).fill(['nome', 'Coluna repetida']));
    });
    expect(cpu).toBeLessThan(400);
  },
);
