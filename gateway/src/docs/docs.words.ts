import { guideLinks } from './guides.ts';

/** What the document and its page say, beside what the services say of their operations. */

export const pageTitle = 'Representa · API';

const description = `
O back-office de representantes comerciais: clientes, representadas, produtos, vendas e comissões, para muitas empresas ao mesmo tempo.

Envie a chave da empresa no cabeçalho \`x-api-key\`. Os guias, com exemplos prontos, vêm depois das operações: ${guideLinks}.
`.trim();

export const info = {
  title: 'Representa',
  // The interface's version, as in its paths: /api/v1.
  version: '1',
  summary: 'O back-office de representantes comerciais, como API',
  description,
};

export const ownServer = 'Este servidor';
export const keyDescription = 'A chave da empresa';

export const headerTexts = {
  requestId: 'Identifica a requisição nos registros do serviço',
  retryAfter: 'Segundos até a próxima tentativa',
  rateLimit: 'Quantas requisições ainda cabem (`r`) e em quantos segundos o limite volta (`t`); ausente sem limite',
  rateLimitPolicy: 'O limite da empresa: `q` requisições em `w` segundos; ausente sem limite',
} as const;

export const replyTexts = {
  badRequest: 'Dados de entrada inválidos, ou requisição malformada',
  unauthorized: 'Chave ausente ou inválida',
  forbidden: 'Empresa inativa, ou chave sem permissão',
  tooSlow: 'A requisição não chegou inteira a tempo',
  tooLarge: 'Corpo grande demais',
  unsupportedType: 'O corpo não é JSON, ou está comprimido',
  tooManyRequests: 'Requisições demais',
  headersTooLarge: 'Cabeçalhos grandes demais',
  unavailable: 'Uma parte do sistema não responde',
} as const;

/** Its prose is HTML. */
export const errorsPage = {
  title: 'Representa · Erros',
  back: 'A API',
  heading: 'Erros',
  introduction:
    '<p>Com <code>Accept: application/problem+json</code> (citado por extenso; <code>*/*</code> não basta), todo erro vem como na RFC 9457:</p>',
  members: `<p><code>codigo</code> diz o tipo do erro: não muda, e nunca é usado para outro. Versões novas podem ter outros códigos: trate os que não conhece pelo <code>status</code>. <code>detail</code> é a frase para pessoas. <code>errors</code> tem cada problema da entrada, com <code>campo</code>, <code>codigo</code>, <code>mensagem</code> e, em um arquivo, <code>linha</code>; sem problemas da entrada, é vazia. <code>details</code>, quando há, tem fatos sobre o que impede a operação. <code>request_id</code> ajuda a encontrar a requisição nos registros do serviço.</p>
<p>Sem esse cabeçalho, um erro é <code>{ "error": "…", "details"?: … }</code>. Também quando o cabeçalho não pôde ser lido: a requisição não chegou inteira, ou o começo dela chegou em pedaços e não é HTTP.</p>`,
  problems: 'Códigos dos erros',
  problemColumns: ['codigo', 'status', 'O que aconteceu'],
  faults: 'Códigos de cada problema',
  aboutFaults:
    '<p>Em <code>errors</code>, dentro de um erro <code>request.invalid</code>. Um problema pode ter também o código de um erro, por exemplo <code>client.email_taken</code> em uma linha de uma importação.</p>',
  faultColumns: ['codigo', 'O problema'],
} as const;

export const noScript =
  'Esta página precisa de JavaScript. O documento OpenAPI está em <a href="/openapi.json">/openapi.json</a>.';

/** `GET /`, for programs; browsers are sent to the page. */
export const index = {
  nome: 'Representa',
  documentacao: '/docs',
  openapi: '/openapi.json',
  postman: '/postman.json',
  llms: '/llms.txt',
};

export const postmanWords = {
  description:
    'Feita do documento OpenAPI. Ponha em `baseUrl` o endereço do servidor e em `apiKey` a chave da empresa.',
} as const;

/** `GET /llms.txt` (llmstxt.org): what a language model needs to find the rest. */
export const llmsText = `# Representa

> ${info.summary}: clientes, representadas, produtos, vendas e comissões, para muitas empresas ao mesmo tempo.

Toda requisição a \`/api/v1\` leva a chave da empresa no cabeçalho \`x-api-key\`. Corpos e respostas são JSON; um erro é
\`{ "error": "…" }\`, com \`details\` quando a entrada é inválida. Com \`Idempotency-Key\`, um POST pode ser repetido sem criar nada duas
vezes. Com \`Prefer: handling=strict\`, um campo desconhecido no corpo é um erro.

## Documentação

- [OpenAPI 3.1](/openapi.json): todas as operações, com esquemas, erros e exemplos
- [Página](/docs): o mesmo, para ler e experimentar, e os guias
- [Coleção do Postman](/postman.json): uma requisição de exemplo por operação
`;
