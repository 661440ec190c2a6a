import { formatNumber, invalidBody } from '@representa/service-kit';

export const notText = () => invalidBody('O arquivo deve ser um texto em UTF-8 ou Windows-1252');
export const emptyFile = () => invalidBody('O arquivo está vazio: a primeira linha deve ter os nomes das colunas');
export const cutOffQuotes = (line: number) =>
  invalidBody(`Aspas sem fechamento ou fora do lugar a partir da linha ${line}`);
export const recordTooLong = (line: number) => invalidBody(`A linha ${line} é longa demais`);
export const tooManyLines = (max: number) =>
  invalidBody(`O arquivo deve ter no máximo ${formatNumber(max)} linhas, contando as em branco`);

/** What is wrong with a row. */
export const otherColumns = (found: number, expected: number) =>
  `A linha tem ${found} ${found === 1 ? 'coluna' : 'colunas'}; o cabeçalho tem ${expected}`;
