/** The contract knows no instalments: only a sale that has some shows them. */
export const withoutEmptyInstalments = <Row extends object>(sale: Row): Row => {
  const { parcelas, ...others } = sale as { parcelas?: unknown };
  return parcelas ? sale : (others as Row);
};
