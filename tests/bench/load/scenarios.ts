import type { NextRequest, Requests } from './requests.ts';

/** A day of a back office in a hundred requests: 70 lists, 20 sales, 10 others. */
const mixedDay = (requests: Requests): NextRequest => {
  const day: [number, NextRequest][] = [
    [35, requests.listSales],
    [20, requests.listClients],
    [10, requests.searchOne],
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

export const requestsOf: Record<string, (requests: Requests) => NextRequest> = {
  'get-path': ({ getPath }) => getPath,
  'list-sales': ({ listSales }) => listSales,
  'list-sales-by-cursor': ({ listSalesByCursor }) => listSalesByCursor,
  'list-sales-of-client': ({ listSalesOfClient }) => listSalesOfClient,
  'list-largest-sales': ({ listLargestSales }) => listLargestSales,
  'list-sales-of-representada': ({ listSalesOfRepresentada }) => listSalesOfRepresentada,
  'list-largest-sales-of-client': ({ listLargestSalesOfClient }) => listLargestSalesOfClient,
  'count-sales-of-representada': ({ countSalesOfRepresentada }) => countSalesOfRepresentada,
  'list-sales-of-quarter': ({ listSalesOfQuarter }) => listSalesOfQuarter,
  'list-largest-sales-of-years': ({ listLargestSalesOfYears }) => listLargestSalesOfYears,
  'list-cancelled-of-representada': ({ listCancelledOfRepresentada }) => listCancelledOfRepresentada,
  'count-paid-sales': ({ countPaidSales }) => countPaidSales,
  'list-clients-of-city': ({ listClientsOfCity }) => listClientsOfCity,
  'read-sale': ({ readSale }) => readSale,
  'create-sale': ({ createSale }) => createSale,
  'create-sale-hot': ({ createSale }) => createSale,
  'create-client': ({ createClient }) => createClient,
  'list-clients': ({ listClients }) => listClients,
  'search-clients': ({ searchOne }) => searchOne,
  'update-sale': ({ updateSale }) => updateSale,
  'update-client': ({ updateClient }) => updateClient,
  'rename-client': ({ renameClient }) => renameClient,
  'delete-sale': ({ deleteSale }) => deleteSale,
  'mixed-day': mixedDay,
  'stub-reply': ({ readSale }) => readSale,
};
