import { cnpj } from '@representa/brazil';
import { demoProducts, demoRepresentadas } from '@representa/contracts/demo';
import { runFillDemo } from '@representa/records';
import { makeApp } from './app.ts';

const contacts = [
  { contato: 'Ana', endereco: 'Av. Brasil, 1500', cidade: 'Campinas', estado: 'SP', telefone: '(19) 3333-4444' },
  {
    contato: 'Bruno',
    endereco: 'Rodovia MG-050, km 12',
    cidade: 'Divinópolis',
    estado: 'MG',
    telefone: '(37) 3222-1100',
  },
  { contato: 'Carla', endereco: 'Rua das Videiras, 80', cidade: 'Jundiaí', estado: 'SP', telefone: '(11) 4587-9000' },
  { contato: 'Davi', endereco: 'Rua da Matriz, 5', cidade: 'Araxá', estado: 'MG', telefone: '(34) 3661-2020' },
];

const sites = ['aurora', 'serraazul', 'valeverde', 'flordeminas'];

/** With the check digits that fit. */
const cnpjOf = (n: number): string | undefined =>
  Array.from({ length: 100 }, (_, digits) => `4${5_100_000 + n * 6_271}0001${String(digits).padStart(2, '0')}`).find(
    (number) => cnpj.safeParse(number).success,
  );

await runFillDemo({
  service: 'catalog',
  sqlFolder: new URL('./sql/', import.meta.url),
  makeApp,
  fill: async (send, today) => {
    let at = today.getTime() - 366 * 86_400_000;
    for (const [n, { id, ...terms }] of demoRepresentadas.entries()) {
      const isEnded = n === 3;
      await send(new Date(at), {
        id,
        url: '/representadas',
        payload: {
          ...terms,
          ...contacts[n],
          codigo: sites[n]?.toUpperCase(),
          cnpj: cnpjOf(n),
          email: `vendas@${sites[n]}.demo-exemplo.com.br`,
          ativo: !isEnded,
          observacao: isEnded ? 'Contrato encerrado' : '',
        },
      });
      at += 60_000;
    }
    for (const { id, nome, preco, representada, comissao } of demoProducts) {
      const payload = { id, nome, preco: preco / 100, representada_id: representada, ...(comissao && { comissao }) };
      await send(new Date(at), { url: '/products', payload });
      at += 60_000;
    }
  },
});
