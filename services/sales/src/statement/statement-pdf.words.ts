/** What is printed on a statement. */
export const words = {
  title: 'Extrato de comissões',
  month: 'Mês de vencimento',
  from: 'Representante',
  to: 'Representada',
  columns: ['Pedido', 'Base (R$)', '%', 'Comissão (R$)', 'Situação', 'Vencimento', 'Pago em'],
  adjustment: 'Ajuste',
  totals: 'Totais',
  open: 'Em aberto',
  paid: 'Pago',
  page: (page: number, of: number) => `Página ${page} de ${of}`,
} as const;
