import { formatNumber, invalidBody } from '@representa/service-kit';

export const notText = () => invalidBody('file.not_text');
export const emptyFile = () => invalidBody('file.empty');
export const cutOffQuotes = (line: number) =>
  invalidBody('file.quotes_unclosed', `Aspas sem fechamento ou fora do lugar a partir da linha ${line}`);
export const recordTooLong = (line: number) => invalidBody('file.line_too_long', `A linha ${line} é longa demais`);
export const tooManyLines = (max: number) =>
  invalidBody('file.too_many_lines', `O arquivo deve ter no máximo ${formatNumber(max)} linhas, contando as em branco`);

/** What is wrong with a row. */
export const otherColumns = (found: number, expected: number) => ({
  codigo: 'line.columns_differ' as const,
  message: `A linha tem ${found} ${found === 1 ? 'coluna' : 'colunas'}; o cabeçalho tem ${expected}`,
});
