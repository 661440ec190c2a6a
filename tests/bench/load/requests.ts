import { headers } from '@representa/contracts';
import { empresaId, idOf, keyOf, representadasEach } from '../fill/ids.ts';
import { businesses, clientName, twoWords } from '../fill/names.ts';
import type { Job } from './job.ts';
import { makeRandom } from './random.ts';

export interface Shot {
  request: string;
  /** The status of the right answer. */
  status: number;
}

export type Shots = () => Shot;

/** What the requests of one job are made from. */
export const makeRequests = (job: Job) => {
  const { block, seed, gatewaySecret } = job;
  const random = makeRandom(seed);
  const companies = block.last - block.first + 1;
  const upTo = (count: number): number => Math.floor(random() * count);
  const someCompany = (): number => block.first + upTo(companies);
  const someClient = (): number => 1 + upTo(block.clients);
  let made = 0;
  let deleted = job.deleted * companies;

  const identity = (company: number): string =>
    gatewaySecret
      ? `${headers.empresaId}: ${empresaId(company)}\r\n${headers.empresaTimeZone}: America/Sao_Paulo\r\n` +
        `${headers.gatewaySecret}: ${gatewaySecret}\r\n${headers.requestId}: bench\r\n`
      : `x-api-key: ${keyOf(company)}\r\n`;

  const get = (path: string, company: number): Shot => ({
    request: `GET /api/v1${path} HTTP/1.1\r\nhost: bench\r\n${identity(company)}\r\n`,
    status: 200,
  });

  const withBody = (method: string, path: string, company: number, body: object, status: number): Shot => {
    const text = JSON.stringify(body);
    return {
      request:
        `${method} /api/v1${path} HTTP/1.1\r\nhost: bench\r\n${identity(company)}content-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      status,
    };
  };

  const page = job.page === undefined ? '' : `?page=${job.page}`;
  const search = (text: string): string => `/clients?search=${encodeURIComponent(text)}`;

  return {
    random,
    listSales: () => get(`/sales${page}`, someCompany()),
    listClients: () => get(`/clients${page}`, someCompany()),
    listRepresentadas: () => get('/representadas', someCompany()),
    searchOne: () => {
      const company = someCompany();
      return get(search(twoWords(someClient(), company)), company);
    },
    searchMany: () => get(search(businesses[upTo(businesses.length)] as string), someCompany()),
    readSale: () => {
      const company = someCompany();
      // Deletes begin at the first sale; the newer half is out of their reach.
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
      const clienteId = idOf('client', someClient(), company);
      const representadaId = idOf('representada', 1 + upTo(representadasEach), company);
      return withBody('POST', '/sales', company, { clienteId, representadaId, status: 'PAGA', itens }, 201);
    },
    createClient: () => {
      const email = `novo.${seed}.${++made}@exemplo.com.br`;
      const client = {
        nome: `Novo cliente ${made}`,
        email,
        telefone: '(11) 98765-4321',
        cidade: 'Santos',
        estado: 'SP',
      };
      return withBody('POST', '/clients', someCompany(), client, 201);
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
    deleteSale: (): Shot => {
      const company = block.first + (deleted % companies);
      const id = idOf('sale', 1 + Math.floor(deleted++ / companies), company);
      return { request: `DELETE /api/v1/sales/${id} HTTP/1.1\r\nhost: bench\r\n${identity(company)}\r\n`, status: 200 };
    },
    rejected: (): Shot => ({
      request: `GET /api/v1/sales HTTP/1.1\r\nhost: bench\r\nx-api-key: wrong-${upTo(1_000)}\r\n\r\n`,
      status: 401,
    }),
    /** Of each company. */
    deletedSoFar: (): number => Math.ceil(deleted / companies),
  };
};

export type Requests = ReturnType<typeof makeRequests>;
