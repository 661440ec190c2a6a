import { demoId } from './ids.ts';

/** What services must agree on about the demo company's records: sales knows the names and terms of others' records. */

const kinds = ['Mercado', 'Padaria', 'Empório', 'Supermercado', 'Restaurante', 'Mercearia'];
const names = ['São José', 'Santa Rita', 'Boa Vista', 'Bom Preço', 'do Vale', 'da Serra', 'Primavera', 'Três Irmãos'];
const suffixes = ['', ' II', ' Centro'];

/** Each has another name: the three lists have 144 combinations. */
const clientName = (n: number): string => {
  const [kind, name] = [kinds[n % kinds.length], names[(n + Math.floor(n / 24)) % names.length]];
  return `${kind} ${name}${suffixes[Math.floor(n / 24)]}`;
};

/** `isRegular`: it buys. The last eight have not bought yet. */
export const demoClients = Array.from({ length: 60 }, (_, index) => ({
  id: demoId('client', index + 1),
  nome: clientName(index),
  isRegular: index < 52,
}));

export const demoRepresentadas = [
  { nome: 'Indústria Aurora', comissao: 5, comissao_quando: 'recebimento', comissao_dia: 15 },
  { nome: 'Laticínios Serra Azul', comissao: 4, comissao_quando: 'faturamento', comissao_dia: 10 },
  { nome: 'Bebidas Vale Verde', comissao: 6, comissao_quando: 'recebimento', comissao_dia: 20 },
  // Not represented any more; it sold nothing.
  { nome: 'Doces Flor de Minas', comissao: 5, comissao_quando: 'recebimento', comissao_dia: 15 },
].map((one, index) => ({ id: demoId('representada', index + 1), ...one }) as const);

interface Range {
  representada: number;
  unit: string;
  sizes: number[];
  /** Code, name and the price of the smallest size, in cents. */
  goods: [code: string, nome: string, cents: number][];
}

const ranges: Range[] = [
  {
    representada: 0,
    unit: 'g',
    sizes: [250, 500, 1000],
    goods: [
      ['CAFE', 'Café torrado', 990],
      ['ACUCAR', 'Açúcar mascavo', 420],
      ['FEIJAO', 'Feijão carioca', 380],
      ['ARROZ', 'Arroz integral', 330],
      ['FUBA', 'Fubá mimoso', 210],
      ['AVEIA', 'Aveia em flocos', 360],
      ['FAROFA', 'Farofa temperada', 450],
      ['CHA', 'Chá mate', 540],
      ['MACARRAO', 'Macarrão espaguete', 310],
      ['BISCOITO', 'Biscoito de polvilho', 480],
    ],
  },
  {
    representada: 1,
    unit: 'g',
    sizes: [200, 250, 400, 500, 1000],
    goods: [
      ['QUEIJO', 'Queijo minas', 1150],
      ['MANTEIGA', 'Manteiga com sal', 890],
      ['REQUEIJAO', 'Requeijão cremoso', 760],
      ['IOGURTE', 'Iogurte natural', 390],
      ['DOCELEITE', 'Doce de leite', 680],
    ],
  },
  {
    representada: 2,
    unit: 'ml',
    sizes: [300, 500, 900, 1000, 1500],
    goods: [
      ['UVA', 'Suco de uva', 590],
      ['LARANJA', 'Suco de laranja', 480],
      ['CAJU', 'Suco de caju', 450],
      ['AGUACOCO', 'Água de coco', 520],
      ['GUARANA', 'Refrigerante de guaraná', 350],
    ],
  },
];

/** A larger size costs a tenth less for the same quantity. The price of CAFE-500 is that of the document's examples. */
const priceOf = (cents: number, size: number, smallest: number): number =>
  size === smallest ? cents : Math.round(((cents * size) / smallest) * 0.9545);

export const demoProducts = ranges.flatMap(({ representada, unit, sizes, goods }) =>
  goods.flatMap(([code, nome, cents]) =>
    sizes.map((size) => ({
      id: `${code}-${size}`,
      nome: `${nome} ${size} ${unit}`,
      /** In cents. */
      preco: priceOf(cents, size, sizes[0] as number),
      representada: demoRepresentadas[representada]?.id as string,
      /** Coffee pays more than the representada's rate. */
      comissao: code === 'CAFE' ? 7.5 : null,
    })),
  ),
);
