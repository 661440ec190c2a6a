import type { NextRequest, Requests } from './requests.ts';

/** A day of a back office in a hundred requests: 70 lists, 20 sales, 10 others. */
const mixedDay = (requests: Requests): NextRequest => {
  const day: [number, NextRequest][] = [
    [35, requests.listSales],
    [20, requests.listClients],
    [10, requests.searchClients],
    [5, requests.listRepresentadas],
    [20, requests.createSale],
    [3, requests.createClient],
    [3, requests.updateClient],
    [2, requests.readSale],
    [1, requests.deleteSale],
    [1, requests.wrongKey],
  ];
  const hundred = day.flatMap(([times, next]) => Array<NextRequest>(times).fill(next));
  return () => (hundred[Math.floor(requests.random() * hundred.length)] as NextRequest)();
};

const further: Record<string, (requests: Requests) => NextRequest> = {
  'create-sale-hot': ({ createSale }) => createSale,
  'mixed-day': mixedDay,
};

/** The scenario `list-sales-by-cursor` sends the requests `listSalesByCursor`. Undefined when there is none. */
export const nextRequest = (scenario: string, requests: Requests): NextRequest | undefined => {
  const name = scenario.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
  return further[scenario]?.(requests) ?? (requests as unknown as Partial<Record<string, NextRequest>>)[name];
};
