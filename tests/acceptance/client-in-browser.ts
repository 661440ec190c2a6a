import { Conflict, createApi, eachPage, followChanges, InvalidInput, type Schemas } from '@representa/client';

/** What a page does with the client. Bundled for a browser by client-browser.test.ts. */
export const useClient = async (baseUrl: string, apiKey: string, body: Schemas['NewClient']) => {
  const api = createApi({ baseUrl, apiKey });
  const created = await api.POST('/api/v1/clients', { body });
  const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error);
  const taken = await failure(api.POST('/api/v1/clients', { body }));
  const invalid = await failure(api.POST('/api/v1/clients', { body: { ...body, email: 'x' } }));
  const found: string[] = [];
  for await (const { data } of eachPage(api, '/api/v1/clients', { params: { query: { search: body.nome } } }))
    found.push(...data.map(({ id }) => id));
  let changes = 0;
  const options = { params: { query: { espera: 0 } } };
  for await (const { data } of followChanges(api, '/api/v1/clients/changes', options)) changes += data.length;
  return {
    id: created.body.data.id,
    // Readable only because CORS exposes it.
    requestId: created.headers.get('x-request-id'),
    taken: taken instanceof Conflict && taken.message,
    invalid: invalid instanceof InvalidInput && invalid.fields,
    found,
    changes,
  };
};
