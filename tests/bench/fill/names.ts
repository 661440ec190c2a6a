/** Names that share many trigrams, as real ones do. */
const syllables =
  'ba cor di fe gua jo lim me nor pa qui ra san to vi xa zul bre cla dro fun gil hel ita jur kel lou mar nei oli pru ros sil tei ubi val wes yra ze cam'.split(
    ' ',
  );
const count = syllables.length;
const wordCount = 1_000;

const word = (i: number): string => {
  const turn = Math.floor(i / count);
  const parts = [i, i * 7 + turn, i * 3 + turn * 11].map((part) => syllables[part % count] as string);
  return parts.join('');
};

export const words = Array.from({ length: wordCount }, (_, i) => word(i));

export const businesses =
  'Mercado Padaria Farmácia Açougue Papelaria Livraria Ferragens Auto-Peças Restaurante Hotel Confecções Calçados Móveis Óptica Floricultura Bazar Empório Distribuidora Atacado Armazém'.split(
    ' ',
  );

export const cities =
  'São Paulo|Campinas|Santos|Sorocaba|Ribeirão Preto|Curitiba|Londrina|Maringá|Florianópolis|Joinville|Porto Alegre|Caxias do Sul|Belo Horizonte|Uberlândia|Vitória|Goiânia|Cuiabá|Salvador|Recife|Fortaleza'.split(
    '|',
  );

/** No two of a company's first million clients have both words in common. */
const firstWord = (n: number, company: number): string => words[(617 * n + 31 * company) % wordCount] as string;
const secondWord = (n: number, company: number): string =>
  words[(389 * Math.floor(n / wordCount) + 211 * n + 17 * company) % wordCount] as string;

/** A search text that finds this client only. */
export const twoWords = (n: number, company: number): string => `${firstWord(n, company)} ${secondWord(n, company)}`;

export const clientName = (n: number, company: number): string =>
  `${businesses[n % businesses.length]} ${twoWords(n, company)}`;

/** The same in SQL, for the arrays `words`, `businesses` and `cities` of the fill, which count from 1. */
export const sqlFirstWord = `words[1 + (617 * n + 31 * e) % ${wordCount}]`;
export const sqlSecondWord = `words[1 + (389 * (n / ${wordCount}) + 211 * n + 17 * e) % ${wordCount}]`;
export const sqlBusiness = `businesses[1 + n % ${businesses.length}]`;
export const sqlCity = `cities[1 + n % ${cities.length}]`;
