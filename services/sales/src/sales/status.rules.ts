/**
 * The steps of a sale, in their order. The contract has two spellings of a sale's status; both name the same steps, and a sale
 * keeps the spelling that was sent.
 */
const spellings = {
  aberta: ['Pedido', 'AGUARDANDO PAGAMENTO', 'Em processamento'],
  faturada: ['Faturado', 'PAGA'],
  enviada: ['Enviado', 'ENVIADA'],
  entregue: ['Entregue', 'ENTREGUE'],
  cancelada: ['Cancelado', 'CANCELADA'],
} as const;

export type Step = keyof typeof spellings;
export type Status = (typeof spellings)[Step][number];

const steps = Object.keys(spellings) as Step[];

export const statuses = steps.flatMap((step) => [...spellings[step]]) as Status[];

export const stepOf = (status: string): Step =>
  steps.find((step) => spellings[step].some((spelling) => spelling === status)) as Step;

/** Any spelling of its step and of later ones. `entregue` → `cancelada` is a return. */
export const allowedAfter = (status: string): Status[] =>
  statuses.filter((next) => steps.indexOf(stepOf(next)) >= steps.indexOf(stepOf(status)));

/** Invoiced, and maybe sent or delivered since. */
const isInvoiced = (status: string): boolean => ['faturada', 'enviada', 'entregue'].includes(stepOf(status));
/** `PAGA` and `Faturado` are one step of the flow, but only the first says that the client has paid. */
const isPaid = (status: string): boolean => status === 'PAGA';

/** The dates on which a sale with this status counts as paid and as invoiced. */
export const milestones = (status: string | undefined, data: string) => ({
  ...(status !== undefined && isPaid(status) && { pago_em: data }),
  ...(status !== undefined && isInvoiced(status) && { faturada_em: data }),
});

/** Items and date change only while the order is open; its code until it is delivered. */
export const mayChangeItems = (status: string): boolean => stepOf(status) === 'aberta';
export const mayChangeInstalments = (status: string): boolean => stepOf(status) !== 'cancelada';
export const mayChangeCode = (status: string): boolean => !['entregue', 'cancelada'].includes(stepOf(status));
