import { toCsv } from '@representa/csv';
import type { Statement } from './statement.schemas.ts';

const columns = [
  'pedido',
  'base',
  'percentual',
  'valor',
  'pago',
  'situacao',
  'vencimento',
  'pago_em',
  'motivo',
] as const;

export const statementAsCsv = ({ comissoes }: Statement): string =>
  toCsv(
    columns,
    comissoes.map((row) => columns.map((column) => row[column])),
  );
