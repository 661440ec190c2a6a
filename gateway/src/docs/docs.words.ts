/** What the document and its page say, beside what the services say of their operations. */

export const pageTitle = 'Representa · API';

const description = `
O back-office de representantes comerciais: clientes, representadas, produtos e vendas, para muitas empresas ao mesmo tempo.

## Autenticação
Envie a chave da empresa no cabeçalho \`x-api-key\`. A chave identifica a empresa: cada uma vê e altera somente os próprios registros. Uma chave de escopo \`read\` só lê, \`write\` também altera, \`admin\` também administra as chaves (\`/api/v1/keys\`) e lê a auditoria (\`/api/v1/audit\`).

## Erros
Um erro é sempre \`{ "error": "…" }\`, com \`details\` quando a entrada é inválida. Toda resposta traz \`x-request-id\`: informe-o ao pedir ajuda.

| Status | Significado |
| --- | --- |
| 304 | não é um erro: o registro ainda tem a \`ETag\` enviada em \`If-None-Match\` |
| 400 | entrada inválida ou requisição malformada; um parâmetro desconhecido na URL também, para que nenhum filtro seja ignorado |
| 401, 403 | chave ausente ou inválida; empresa inativa ou chave sem permissão |
| 404 | o registro não existe nesta empresa, ou a rota não existe |
| 405 | o caminho existe, mas não com este método; \`Allow\` diz quais há (\`OPTIONS\` também) |
| 408 | a requisição não chegou inteira a tempo |
| 409 | valor já em uso, registro ainda em uso, ou alteração que o estado do registro não permite; com \`Retry-After\`, tente de novo |
| 410 | o cursor das mudanças não vale mais: recomece com ele vazio |
| 412 | o registro mudou e não tem mais a \`ETag\` enviada em \`If-Match\`: leia-o de novo |
| 413 | corpo maior que 1 MiB; em uma importação, arquivo maior que 20 MB |
| 415 | o corpo não é do tipo esperado (JSON ou, onde se envia um arquivo, CSV), ou está comprimido |
| 422 | \`Idempotency-Key\` já usada com outra requisição |
| 429, 503 | tente de novo depois de \`Retry-After\` segundos |
| 431 | cabeçalhos grandes demais |
| 500 | falha interna |

## Campos desconhecidos
Com \`Prefer: handling=strict\`, um campo desconhecido no corpo é um erro 400 que o nomeia, e em vendas também um produto que não existe: um nome escrito errado não se perde. A resposta traz \`Preference-Applied\`. Sem ele, criar vendas, clientes e produtos e alterar clientes, produtos e representadas ignoram campos desconhecidos e os nomeiam em \`Ignored-Fields\`; as outras operações sempre os recusam. Campos que as respostas mostram e que não se alteram (\`id\`, \`valor_total\`) são aceitos e ignorados.

## Listas
As listas vêm em páginas (\`page\`, \`limit\`), das criações mais recentes para as mais antigas, com o \`total\`. Os filtros de cada lista podem ser combinados; \`ordenar\` muda a ordem, e um \`-\` antes do campo a inverte.

Para ler uma lista inteira, use \`cursor\` em vez de \`page\`: vazio na primeira página e, nas seguintes, o \`next_cursor\` da anterior, até que seja \`null\`. Uma página distante custa o mesmo que a primeira, e não há \`total\`.

Vendas, clientes, produtos e representadas têm também:
- \`/changes\`, para acompanhar mudanças: criações, alterações e exclusões, em ordem. Com \`espera\`, a resposta vem assim que algo mudar.
- \`/export\`, para baixar em CSV ou XLSX todos os registros de uma lista, com os mesmos filtros e a mesma ordem.

## Repetir com segurança
Com \`Idempotency-Key\`, um POST repetido dentro de 24 horas recebe a mesma resposta e nada é criado duas vezes. As chaves (\`/api/v1/keys\`) e as importações não a usam.

## Limites
Cada empresa tem um limite de requisições por segundo. \`RateLimit\` diz quantas ainda cabem. Acima do limite, ou com requisições simultâneas demais, a resposta é 429, com \`Retry-After\`.

## Versões
A versão está no caminho (\`/api/v1\`). Dentro dela nada é retirado: respostas podem ganhar campos e operações podem ganhar parâmetros opcionais. O que for sair é anunciado com os cabeçalhos \`Deprecation\` e \`Sunset\`, pelo menos seis meses antes.
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

export const noScript =
  'Esta página precisa de JavaScript. O documento OpenAPI está em <a href="/openapi.json">/openapi.json</a>.';

/** `GET /`, for programs; browsers are sent to the page. */
export const index = { nome: 'Representa', documentacao: '/docs', openapi: '/openapi.json' };
