import { formatNumber, type HttpError, invalidBody, invalidInput } from '@representa/service-kit';

export interface RowFault {
  /** The line of the file. The header is line 1. */
  linha: number;
  campos: Record<string, string>;
}

/** The faulty rows that are named, and how many there are. */
interface RowFaults {
  total: number;
  linhas: RowFault[];
}

export const invalidRows = (faults: RowFaults): HttpError => invalidInput(faults);
export const tooManyRows = (max: number) => invalidBody(`O arquivo deve ter no máximo ${formatNumber(max)} linhas`);

export const messages = {
  unknownColumn: 'Coluna desconhecida',
  repeatedColumn: 'Coluna repetida',
  missingColumn: 'Coluna obrigatória',
  repeated: 'Repetido no arquivo',
  ambiguousNumber: 'Número ambíguo: use vírgula antes dos decimais (1,234) ou escreva sem separador (1234)',
} as const;

/** The field of a fault that concerns the whole row. */
export const wholeRow = 'linha';
