import { clientBody, productBody, representadaBody, saleBody, unknownId } from './records.ts';

export interface Operation {
  method: string;
  path: string;
  body?: object;
}

/**
 * Operations that create, list, change and delete records: well-formed requests, for records that do not exist.
 * key-matrix.test.ts has every operation of the document.
 */
export const recordOperations = (): Operation[] => {
  const id = unknownId();
  return [
    { method: 'POST', path: '/sales', body: saleBody({ clienteId: id, representadaId: id }) },
    { method: 'GET', path: '/sales' },
    { method: 'PUT', path: `/sales/${id}`, body: { status: 'PAGA' } },
    { method: 'GET', path: `/sales/${id}/history` },
    { method: 'GET', path: '/sales/changes' },
    { method: 'DELETE', path: `/sales/${id}` },
    { method: 'POST', path: '/clients', body: clientBody() },
    { method: 'GET', path: '/clients?search=x' },
    { method: 'PUT', path: `/clients/${id}`, body: { nome: 'x' } },
    { method: 'DELETE', path: `/clients/${id}` },
    { method: 'POST', path: '/products', body: productBody() },
    { method: 'GET', path: '/products' },
    { method: 'PUT', path: `/products/${id}`, body: { nome: 'x' } },
    { method: 'POST', path: '/representadas', body: representadaBody() },
    { method: 'GET', path: '/representadas?ativo=true' },
    { method: 'PUT', path: `/representadas/${id}`, body: { ativo: false } },
    { method: 'DELETE', path: `/representadas/${id}` },
  ];
};

export const operationsWithBody = (): Operation[] => recordOperations().filter(({ body }) => body !== undefined);

export const titled = (operations: Operation[]): (Operation & { title: string })[] =>
  operations.map((one) => ({ ...one, title: `${one.method} ${one.path.replace(/[0-9a-f-]{36}/, '{id}')}` }));
