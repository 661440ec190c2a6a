import type { Fault } from '@representa/contracts';
import { formatNumber, type HttpError, invalidBody, invalidInput } from '@representa/service-kit';

/** What is wrong with a cell. */
export type CellFault = Pick<Fault, 'codigo' | 'mensagem'>;

export interface RowFault {
  /** The line of the file. The header is line 1. */
  linha: number;
  campos: Record<string, CellFault>;
}

/** The faulty rows that are named, and how many there are. */
interface RowFaults {
  total: number;
  linhas: RowFault[];
}

/** A conflict with a record that exists, as a fault of a cell. */
export const conflictFault = ({ codigo, message: mensagem }: HttpError): CellFault => ({ codigo, mensagem });

const messagesOf = (campos: RowFault['campos']): Record<string, string> =>
  Object.fromEntries(Object.entries(campos).map(([campo, { mensagem }]) => [campo, mensagem]));

export const invalidRows = ({ total, linhas }: RowFaults): HttpError =>
  invalidInput({
    details: { total, linhas: linhas.map(({ linha, campos }) => ({ linha, campos: messagesOf(campos) })) },
    faults: linhas.flatMap(({ linha, campos }) =>
      Object.entries(campos).map(([campo, fault]): Fault => ({ campo, ...fault, linha })),
    ),
    facts: { total },
  });
export const tooManyRows = (max: number) =>
  invalidBody('file.too_many_lines', `O arquivo deve ter no máximo ${formatNumber(max)} linhas`);

/** The field of a fault that concerns the whole row. */
export const wholeRow = 'linha';
