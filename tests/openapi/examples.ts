/** A request as the document's examples make it. */
export interface ExampleRequest {
  /** The operation, and which of its parameters are sent: `listSales?status`. */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Example {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  schema?: { examples?: unknown[] };
}

interface Parameter extends Example {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Example> };
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const exampleOf = ({ example, examples = {}, schema }: Example): unknown =>
  example ?? Object.values(examples)[0]?.value ?? schema?.examples?.[0];

const makeRequest = (path: string, method: string, operation: Operation, sent: Parameter[]): ExampleRequest => {
  const url = new URL(path, 'http://example');
  const headers: Record<string, string> = {};
  let pathname = path;
  for (const parameter of sent) {
    const value = String(exampleOf(parameter));
    if (parameter.in === 'path') pathname = pathname.replace(`{${parameter.name}}`, encodeURIComponent(value));
    if (parameter.in === 'query') url.searchParams.set(parameter.name, value);
    if (parameter.in === 'header') headers[parameter.name] = value;
  }
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const body = content && exampleOf(content);
  const optional = sent.filter(({ required }) => !required).map(({ name }) => name);
  return {
    name: [operation.operationId, ...optional].join(' '),
    method: method.toUpperCase(),
    path: `${pathname}${url.search}`,
    headers: { ...headers, ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
};

/**
 * The requests of an operation. A read is sent as it stands, and with each optional parameter alone. A write is sent with all of
 * them, and before that as it stands if that can be repeated.
 */
const requestsOf = (path: string, method: string, operation: Operation): ExampleRequest[] => {
  const { parameters = [] } = operation;
  const required = parameters.filter((one) => one.required);
  const optional = parameters.filter((one) => !one.required && exampleOf(one) !== undefined);
  const make = (more: Parameter[]) => makeRequest(path, method, operation, [...required, ...more]);
  if (method === 'get') return [make([]), ...optional.map((one) => make([one]))];
  const hasFile = operation.requestBody?.content['text/csv'] !== undefined;
  if (method === 'put') return [make(optional), make([])];
  // The PUT before it has raised the version that the example names.
  if (method === 'patch') return [make(optional.filter(({ name }) => name !== 'If-Match')), make([])];
  return hasFile ? [make([]), make(optional)] : [make(optional)];
};

/** All examples of the document, in its order. */
export const exampleRequests = ({ paths }: Document): ExampleRequest[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => requestsOf(path, method, operation)),
  );
