import { cnpj } from '@representa/brazil';
import { demoClients } from '@representa/contracts/demo';
import { runFillDemo } from '@representa/records';
import { makeApp } from './app.ts';

const places = [
  { cidade: 'São Paulo', estado: 'SP', ddd: 11 },
  { cidade: 'Campinas', estado: 'SP', ddd: 19 },
  { cidade: 'Santos', estado: 'SP', ddd: 13 },
  { cidade: 'Belo Horizonte', estado: 'MG', ddd: 31 },
  { cidade: 'Uberlândia', estado: 'MG', ddd: 34 },
  { cidade: 'Rio de Janeiro', estado: 'RJ', ddd: 21 },
  { cidade: 'Curitiba', estado: 'PR', ddd: 41 },
];
const streets = ['Rua das Flores', 'Av. Brasil', 'Rua XV de Novembro', 'Rua do Comércio', 'Av. Paulista'];
const districts = ['Centro', 'Jardim América', 'Vila Nova', 'Santa Cecília'];
const days = ['segunda', 'terca', 'quarta', 'quinta', 'sexta'] as const;

const pick = <One>(list: readonly One[], n: number): One => list[n % list.length] as One;

/** With the check digits that fit. */
const cnpjOf = (n: number): string | undefined =>
  Array.from({ length: 100 }, (_, digits) => `3${4_000_000 + n * 7_919}0001${String(digits).padStart(2, '0')}`).find(
    (number) => cnpj.safeParse(number).success,
  );

await runFillDemo({
  service: 'clients',
  sqlFolder: new URL('./sql/', import.meta.url),
  makeApp,
  fill: async (send, today) => {
    const yearAgo = today.getTime() - 366 * 86_400_000;
    for (const [n, { id, nome, isRegular }] of demoClients.entries()) {
      const { ddd, ...place } = pick(places, n);
      await send(new Date(yearAgo + n * 60_000), {
        id,
        url: '/clients',
        payload: {
          nome,
          id_externo: `ERP-${n + 1}`,
          email: `compras${n + 1}@demo-exemplo.com.br`,
          telefone: `(${ddd}) 9${8000 + n}-${1000 + 37 * n}`,
          cnpj_cpf: cnpjOf(n),
          endereco: `${pick(streets, n)}, ${10 * n + 100}`,
          bairro: pick(districts, n),
          ...place,
          ...(isRegular && { [pick(days, n)]: true }),
          ...(n === 57 && { ativo: false, observacao: 'Fechou' }),
        },
      });
    }
  },
});
