import { mulberry32 } from '@representa/testing/random';
import { idOf, keyOf, representadasEach } from '../fill/ids.ts';
import { clientName, twoWords } from '../fill/names.ts';
import type { Job } from './job.ts';

export interface PreparedRequest {
  /** As it is written to the socket. */
  text: string;
  /** The expected status of the reply. */
  status: number;
}

export type NextRequest = () => PreparedRequest;

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const between = (from: number, to: number): string => `data_de=${day(from)}&data_ate=${day(to)}`;
const lastYearsQuarter = between(450, 360);
const twoYears = between(900, 170);

/** The kinds of requests that the scenarios of one job are made of. */
export const makeRequests = (job: Job) => {
  const { block, seed, clientIds } = job;
  const random = mulberry32(seed);
  const companies = block.last - block.first + 1;
  const upTo = (count: number): number => Math.floor(random() * count);
  const someCompany = (): number => block.first + upTo(companies);
  const someClient = (): number => 1 + upTo(block.clients);
  let made = 0;
  let deleted = job.deleted * companies;

  const identity = (company: number): string => `x-api-key: ${keyOf(company)}\r\n`;

  const get = (path: string, company: number): PreparedRequest => ({
    text: `GET /api/v1${path} HTTP/1.1\r\nhost: bench\r\n${identity(company)}\r\n`,
    status: 200,
  });

  const withBody = (method: string, path: string, company: number, body: object, status: number): PreparedRequest => {
    const json = JSON.stringify(body);
    return {
      text:
        `${method} /api/v1${path} HTTP/1.1\r\nhost: bench\r\n${identity(company)}content-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      status,
    };
  };

  const page = job.page === undefined ? '' : `?page=${job.page}`;
  const search = (text: string): string => `/clients?search=${encodeURIComponent(text)}`;

  const salesOfClient = (more: string): PreparedRequest => {
    const company = someCompany();
    const client = clientIds?.[upTo(clientIds.length)] ?? idOf('client', someClient(), company);
    return get(`/sales?cliente_id=${client}${more}`, company);
  };
  const salesOfRepresentada = (more: string): PreparedRequest => {
    const company = someCompany();
    return get(`/sales?representada_id=${idOf('representada', 1 + upTo(representadasEach), company)}${more}`, company);
  };

  return {
    random,
    listSales: () => get(`/sales${page}`, someCompany()),
    listClients: () => get(`/clients${page}`, someCompany()),
    listSalesByCursor: () => get('/sales?cursor=', someCompany()),
    listSalesOfClient: () => salesOfClient(''),
    listLargestSalesOfClient: () => salesOfClient('&ordenar=-valor_total&cursor='),
    listSalesOfRepresentada: () => salesOfRepresentada('&ordenar=data&cursor='),
    countSalesOfRepresentada: () => salesOfRepresentada(''),
    listSalesOfQuarter: () => get(`/sales?${lastYearsQuarter}&cursor=`, someCompany()),
    listLargestSalesOfYears: () => get(`/sales?${twoYears}&valor_min=19900&cursor=`, someCompany()),
    listCancelledOfRepresentada: () => salesOfRepresentada('&status=Cancelado&ordenar=valor_total&cursor='),
    countPaidSales: () => get('/sales?status=PAGA', someCompany()),
    listLargestSales: () => get('/sales?status=PAGA&ordenar=-valor_total&cursor=', someCompany()),
    listClientsOfCity: () => get('/clients?cidade=santos&ordenar=nome&cursor=', someCompany()),
    listRepresentadas: () => get('/representadas', someCompany()),
    searchClients: () => {
      const company = someCompany();
      return get(search(twoWords(someClient(), company)), company);
    },
    readSale: () => {
      const company = someCompany();
      // Deletes begin with the oldest sale and never reach the newer half.
      const k = block.sales - upTo(Math.ceil(block.sales / 2));
      return get(`/sales/${idOf('sale', k, company)}`, company);
    },
    createSale: () => {
      const company = someCompany();
      const itens = [1, 2, 3].map((i) => ({
        produtoId: `SKU-${i}`,
        quantidade: i,
        valorUnitario: 10 + upTo(9_000) / 100,
      }));
      const clienteId = clientIds?.[upTo(clientIds.length)] ?? idOf('client', someClient(), company);
      const representadaId = idOf('representada', 1 + upTo(representadasEach), company);
      return withBody('POST', '/sales', company, { clienteId, representadaId, status: 'PAGA', itens }, 201);
    },
    createClient: () => {
      const company = someCompany();
      const client = {
        nome: clientName(block.clients + ++made, company),
        email: `novo.${seed}.${made}@exemplo.com.br`,
        telefone: '(11) 98765-4321',
        cidade: 'Santos',
        estado: 'SP',
      };
      return withBody('POST', '/clients', company, client, 201);
    },
    updateClient: () => {
      const company = someCompany();
      const changes = { telefone: '(11) 3456-7890', observacao: `Visitado ${++made} vezes`, segunda: true };
      return withBody('PUT', `/clients/${idOf('client', someClient(), company)}`, company, changes, 200);
    },
    renameClient: () => {
      const [company, n] = [someCompany(), someClient()];
      const nome = `${clientName(n, company)} ${seed}.${++made}`;
      return withBody('PUT', `/clients/${idOf('client', n, company)}`, company, { nome }, 200);
    },
    deleteSale: (): PreparedRequest => {
      const company = block.first + (deleted % companies);
      const id = idOf('sale', 1 + Math.floor(deleted++ / companies), company);
      return { text: `DELETE /api/v1/sales/${id} HTTP/1.1\r\nhost: bench\r\n${identity(company)}\r\n`, status: 200 };
    },
    wrongKey: (): PreparedRequest => ({
      text: `GET /api/v1/sales HTTP/1.1\r\nhost: bench\r\nx-api-key: wrong-${upTo(1_000)}\r\n\r\n`,
      status: 401,
    }),
    /** Of each company. */
    deletedSoFar: (): number => Math.ceil(deleted / companies),
  };
};

export type Requests = ReturnType<typeof makeRequests>;
