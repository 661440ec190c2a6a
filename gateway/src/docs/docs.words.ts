/** What the document and its page say, beside what the services say of their operations. */

export const pageTitle = 'Representa · API';

const description = `
O back-office de representantes comerciais: clientes, representadas, produtos e vendas, para muitas empresas ao mesmo tempo.

## Autenticação
Envie a chave da empresa no cabeçalho \`x-api-key\`. A chave identifica a empresa: cada uma vê e altera somente os próprios registros. Uma chave de escopo \`read\` só lê, \`write\` também altera, \`admin\` também administra as chaves (\`/api/v1/keys\`).

## Erros
Um erro é sempre \`{ "error": "…" }\`, com \`details\` quando a entrada é inválida. Toda resposta traz \`x-request-id\`: informe-o ao pedir ajuda.

| Status | Significado |
| --- | --- |
| 400 | entrada inválida; um parâmetro desconhecido na URL também, para que nenhum filtro seja ignorado |
| 401, 403 | chave ausente ou inválida; empresa inativa ou chave sem permissão |
| 404 | o registro não existe nesta empresa, ou a rota não existe |
| 405 | o caminho existe, mas não com este método; \`Allow\` diz quais há (\`OPTIONS\` também) |
| 409 | valor já em uso, ou registro ainda em uso |
| 429, 503 | tente de novo depois de \`Retry-After\` segundos |

## Listas
As listas vêm em páginas (\`page\`, \`limit\`), das criações mais recentes para as mais antigas, com o \`total\`.

## Repetir com segurança
Com \`Idempotency-Key\`, um POST repetido dentro de 24 horas recebe a mesma resposta e nada é criado duas vezes. As chaves (\`/api/v1/keys\`) e as importações não a usam.

## Limites
Cada empresa tem um limite de requisições por segundo. \`RateLimit\` diz quantas ainda cabem. Acima do limite, ou com requisições simultâneas demais, a resposta é 429, com \`Retry-After\`.

## Versões
A versão está no caminho (\`/api/v1\`). Dentro dela nada é retirado: respostas podem ganhar campos e operações podem ganhar parâmetros opcionais. O que for sair é anunciado com os cabeçalhos \`Deprecation\` e \`Sunset\`, pelo menos seis meses antes.
`.trim();

export const info = {
  title: 'Representa',
  version: '1.0.0',
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

export const noScript =
  'Esta página precisa de JavaScript. O documento OpenAPI está em <a href="/openapi.json">/openapi.json</a>.';

/** `GET /`, for programs; browsers are sent to the page. */
export const index = { nome: 'Representa', documentacao: '/docs', openapi: '/openapi.json' };
