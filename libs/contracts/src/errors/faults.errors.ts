import { type ErrorCode, problems } from './problems.errors.ts';

/** What can be wrong with one field, parameter or line of a request, by its code. Codes are as lasting as those of errors. */
export const faults = {
  'field.required': 'Campo obrigatório',
  'field.unknown': 'Campo desconhecido',
  'field.contradictory': 'Enviado com dois nomes e valores diferentes',
  'field.wrong_type': 'O valor é de outro tipo',
  'field.invalid': 'Valor inválido',
  'field.invalid_format': 'Formato inválido',
  'field.not_allowed': 'Não é um dos valores aceitos',
  'field.too_short': 'Tem menos caracteres ou itens que o mínimo',
  'field.too_long': 'Tem mais caracteres ou itens que o máximo',
  'field.too_small': 'É menor que o mínimo',
  'field.too_large': 'É maior que o máximo',
  'field.future_date': 'A data não pode ser futura',
  'field.reversed': 'O fim vem antes do início',
  'parameter.unknown': 'Parâmetro desconhecido',
  'parameter.repeated': 'Deve aparecer uma só vez',
  'parameter.page_and_cursor': 'Use page ou cursor, não os dois',
  'idempotency_key.malformed': 'Idempotency-Key deve ter de 1 a 255 caracteres ASCII visíveis',

  'body.not_json': 'JSON inválido',
  'body.too_many_values': 'O JSON tem valores demais',
  'body.encoding_invalid': 'O texto deve estar em UTF-8',
  'file.empty': 'O arquivo está vazio: a primeira linha deve ter os nomes das colunas',
  'file.not_text': 'O arquivo deve ser um texto em UTF-8 ou Windows-1252',
  'file.quotes_unclosed': 'Aspas sem fechamento ou fora do lugar',
  'file.line_too_long': 'A linha é longa demais',
  'file.too_many_lines': 'O arquivo tem linhas demais',
  'column.unknown': 'Coluna desconhecida',
  'column.repeated': 'Coluna repetida',
  'column.missing': 'Coluna obrigatória',
  'line.columns_differ': 'A linha tem outro número de colunas que o cabeçalho',
  'line.unreadable':
    'A linha deve ter um pedido e um valor em reais, com vírgula e duas casas decimais (1234,56) ou sem elas (1234)',
  'line.repeated': 'Repetido no arquivo',
  'line.number_ambiguous': 'Número ambíguo: use vírgula antes dos decimais (1,234) ou escreva sem separador (1234)',

  'sale.total_too_large': 'Valor total acima do máximo permitido',
  'sale.instalments_differ': 'A soma das parcelas deve ser o total da venda',
  'sale.nothing_due': 'O pedido não tem comissão devida',
  'payment.too_large': 'Valor acima do máximo permitido',
} as const satisfies Record<`${string}.${string}`, string>;

/** A field may be wrong for a reason that is an error of its own elsewhere: an email that is taken, a record that is not there. */
export type FaultCode = keyof typeof faults | ErrorCode;

export const sentenceOf = (code: FaultCode): string =>
  code in faults ? faults[code as keyof typeof faults] : problems[code as ErrorCode][1];

/** What is wrong with one field. Together with other fields of the same request it is an error `request.invalid`. */
export interface Fault {
  /** The dotted path of the field; `body` for the whole body, `linha` for the whole line of a file. */
  campo: string;
  codigo: FaultCode;
  mensagem: string;
  /** The line of the file. The header is line 1. */
  linha?: number;
}

/** Where each code is explained, for the `type` of an error. */
export const errorsPath = '/docs/errors';
