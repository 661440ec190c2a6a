import type { Requests, Shots } from './requests.ts';

/** A day of a back office in a hundred requests: 70 lists, 20 sales, 10 others. */
const mixedDay = (requests: Requests): Shots => {
  const day: [number, Shots][] = [
    [35, requests.listSales],
    [20, requests.listClients],
    [10, requests.searchOne],
    [5, requests.listRepresentadas],
    [20, requests.createSale],
    [3, requests.createClient],
    [3, requests.updateClient],
    [2, requests.readSale],
    [1, requests.deleteSale],
    [1, requests.rejected],
  ];
  const hundred = day.flatMap(([times, shots]) => Array<Shots>(times).fill(shots));
  return () => (hundred[Math.floor(requests.random() * hundred.length)] as Shots)();
};

export const shotsOf: Record<string, (requests: Requests) => Shots> = {
  'list-sales': ({ listSales }) => listSales,
  'read-sale': ({ readSale }) => readSale,
  'create-sale': ({ createSale }) => createSale,
  'create-sale-hot': ({ createSale }) => createSale,
  'list-clients': ({ listClients }) => listClients,
  'search-selective': ({ searchOne }) => searchOne,
  'search-broad': ({ searchMany }) => searchMany,
  'update-client': ({ updateClient }) => updateClient,
  'rename-client': ({ renameClient }) => renameClient,
  'delete-sale': ({ deleteSale }) => deleteSale,
  'rejected-key': ({ rejected }) => rejected,
  'mixed-day': mixedDay,
  'small-reply': ({ readSale }) => readSale,
};
