// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

export interface paths {
    "/api/v1/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar vendas
         * @description As mais recentes primeiro, sem os itens e com os nomes atuais do cliente e da representada.
         */
        get: operations["listSales"];
        put?: never;
        /**
         * Criar venda
         * @description Calcula o total de cada item (quantidade × valor unitário, arredondado a centavos) e o da venda. Um total enviado é ignorado.
         */
        post: operations["createSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Acompanhar mudanças das vendas
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
         */
        get: operations["followSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ler uma venda
         * @description A venda inteira, com os nomes atuais do cliente e da representada.
         */
        get: operations["readSale"];
        /**
         * Alterar venda
         * @description Altera somente os campos enviados; `itens` substitui todos os itens e recalcula os totais. `itens` e `data` mudam enquanto a venda está aberta; `pedido`, até ser entregue. Status: aberta (`Pedido`, `AGUARDANDO PAGAMENTO`, `Em processamento`) → faturada (`Faturado`, `PAGA`) → enviada → entregue → cancelada; passos podem ser pulados, mas não desfeitos.
         */
        put: operations["updateSale"];
        post?: never;
        /**
         * Excluir venda
         * @description Exclui a venda e seus itens, definitivamente.
         */
        delete: operations["deleteSale"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ler o histórico de uma venda
         * @description Cada alteração, da mais recente para a mais antiga: quando, com qual chave, de que, para que e por quê.
         */
        get: operations["readSaleHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar produtos
         * @description Os mais recentes primeiro. `search` procura em código, nome e descrição.
         */
        get: operations["listProducts"];
        put?: never;
        /** Criar produto */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Acompanhar mudanças dos produtos
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
         */
        get: operations["followProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ler um produto */
        get: operations["readProduct"];
        /**
         * Alterar produto
         * @description Altera somente os campos enviados.
         */
        put: operations["updateProduct"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/representadas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar representadas
         * @description As mais recentes primeiro. `search` procura em nome, CNPJ e cidade.
         */
        get: operations["listRepresentadas"];
        put?: never;
        /** Criar representada */
        post: operations["createRepresentada"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/representadas/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Acompanhar mudanças das representadas
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
         */
        get: operations["followRepresentadas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/representadas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ler uma representada */
        get: operations["readRepresentada"];
        /**
         * Alterar representada
         * @description Altera somente os campos enviados. `null` esvazia qualquer texto, menos o nome.
         */
        put: operations["updateRepresentada"];
        post?: never;
        /**
         * Excluir representada
         * @description Uma representada com vendas ou produtos não pode ser excluída: desative-a com `ativo: false`.
         */
        delete: operations["deleteRepresentada"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar clientes
         * @description Os mais recentes primeiro. `search` procura em nome, código, cidade e email.
         */
        get: operations["listClients"];
        put?: never;
        /** Criar cliente */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Acompanhar mudanças dos clientes
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
         */
        get: operations["followClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ler um cliente */
        get: operations["readClient"];
        /**
         * Alterar cliente
         * @description Altera somente os campos enviados. `null` apaga os que podem ficar vazios.
         */
        put: operations["updateClient"];
        post?: never;
        /**
         * Excluir cliente
         * @description Um cliente com vendas não pode ser excluído: desative-o com `ativo: false`.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar chaves
         * @description As chaves válidas, as mais recentes primeiro.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Criar chave
         * @description Não aceita `Idempotency-Key`: a chave secreta não é guardada e não pode ser mostrada de novo.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revogar chave
         * @description A chave deixa de valer em até um segundo. A última de escopo `admin` não pode ser revogada.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trocar chave
         * @description Cria outra chave com o mesmo rótulo e escopo. A antiga ainda vale por `sobreposicao` segundos. Não aceita `Idempotency-Key`: a chave secreta não é guardada e não pode ser mostrada de novo.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Sale: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`
             * @example PED-2026-0001
             */
            pedido: string;
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             * @example 2026-07-01
             */
            data: string;
            /**
             * Format: uuid
             * @description Cliente da venda
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            cliente_id: string;
            /**
             * Format: uuid
             * @description Representada da venda
             * @example 01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a
             */
            representada_id: string;
            /**
             * @description Situação da venda; `PAGA`, se omitida
             * @example PAGA
             */
            status: string;
            /**
             * @description Valor total em reais, calculado pelo serviço
             * @example 56.7
             */
            valor_total: number;
            /** @description Itens da venda: de 1 a 1.000 */
            itens: components["schemas"]["SaleItem"][];
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
        };
        SaleItem: {
            /**
             * @description Código do produto
             * @example CAFE-500
             */
            produto_id: string;
            /**
             * @description Quantidade, com até 6 casas decimais
             * @example 3
             */
            quantidade: number;
            /**
             * @description Valor unitário em reais
             * @example 18.9
             */
            valor_unitario: number;
            /**
             * @description Valor total em reais, calculado pelo serviço
             * @example 56.7
             */
            valor_total: number;
        };
        NewSale: {
            /**
             * Format: uuid
             * @description Cliente ativo da empresa
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            clienteId: string;
            /**
             * Format: uuid
             * @description Representada da empresa
             * @example 01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a
             */
            representadaId: string;
            /**
             * @description Situação da venda; `PAGA`, se omitida
             * @example PAGA
             * @enum {string|null}
             */
            status?: "Pedido" | "AGUARDANDO PAGAMENTO" | "Em processamento" | "Faturado" | "PAGA" | "Enviado" | "ENVIADA" | "Entregue" | "ENTREGUE" | "Cancelado" | "CANCELADA" | null;
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             * @example 2026-07-01
             */
            data?: string | null;
            /**
             * @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`
             * @example PED-2026-0001
             */
            pedido?: string | null;
            /** @description Itens da venda: de 1 a 1.000 */
            itens: {
                /**
                 * @description Código do produto
                 * @example CAFE-500
                 */
                produtoId: string;
                /**
                 * @description Quantidade, com até 6 casas decimais
                 * @example 3
                 */
                quantidade: number;
                /**
                 * @description Valor unitário em reais
                 * @example 18.9
                 */
                valorUnitario: number;
            }[];
        };
        FieldsError: {
            /**
             * @description O que aconteceu, em uma frase
             * @example Dados de entrada inválidos
             */
            error: string;
            /** @description Cada problema da entrada, quando ela é inválida */
            details?: {
                [key: string]: string;
            };
        };
        Error: {
            /**
             * @description O que aconteceu, em uma frase
             * @example Dados de entrada inválidos
             */
            error: string;
            /** @description Cada problema da entrada, quando ela é inválida */
            details?: {
                [key: string]: unknown;
            } | unknown[];
        };
        SaleSummary: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`
             * @example PED-2026-0001
             */
            pedido: string;
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             * @example 2026-07-01
             */
            data: string;
            /**
             * Format: uuid
             * @description Cliente da venda
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            cliente_id: string;
            /**
             * @description Nome atual do cliente
             * @example Mercado São José
             */
            cliente_nome: string;
            /**
             * Format: uuid
             * @description Representada da venda
             * @example 01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a
             */
            representada_id: string;
            /**
             * @description Nome atual da representada
             * @example Indústria Aurora
             */
            representada_nome: string;
            /**
             * @description Situação da venda; `PAGA`, se omitida
             * @example PAGA
             */
            status: string;
            /**
             * @description Valor total em reais, calculado pelo serviço
             * @example 56.7
             */
            valor_total: number;
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            updated_at: string;
        };
        IssuesError: {
            /**
             * @description O que aconteceu, em uma frase
             * @example Dados de entrada inválidos
             */
            error: string;
            /** @description Cada problema da entrada, quando ela é inválida */
            details?: components["schemas"]["Issue"][];
        };
        Issue: {
            /**
             * @description Tipo do problema
             * @example too_small
             */
            code: string;
            /**
             * @description O problema, em uma frase
             * @example Deve ser no mínimo 0
             */
            message: string;
            /**
             * @description Onde está o campo
             * @example [
             *       "preco"
             *     ]
             */
            path: string[];
            /** @description O mínimo aceito */
            minimum?: number;
            /** @description O máximo aceito */
            maximum?: number;
            /** @description Tipo do valor que está fora do limite */
            type?: string;
            /** @description Se o próprio limite é aceito */
            inclusive?: boolean;
            /** @description Se só o próprio limite é aceito */
            exact?: boolean;
            /** @description Formato que o texto deve ter */
            validation?: string;
        };
        UpdatedSale: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`
             * @example PED-2026-0001
             */
            pedido: string;
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             * @example 2026-07-01
             */
            data: string;
            /**
             * Format: uuid
             * @description Cliente da venda
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            cliente_id: string;
            /**
             * Format: uuid
             * @description Representada da venda
             * @example 01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a
             */
            representada_id: string;
            /**
             * @description Situação da venda; `PAGA`, se omitida
             * @example PAGA
             */
            status: string;
            /**
             * @description Valor total em reais, calculado pelo serviço
             * @example 56.7
             */
            valor_total: number;
            /** @description Itens da venda: de 1 a 1.000 */
            itens: components["schemas"]["SaleItem"][];
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            updated_at: string;
        };
        FullSale: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`
             * @example PED-2026-0001
             */
            pedido: string;
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             * @example 2026-07-01
             */
            data: string;
            /**
             * Format: uuid
             * @description Cliente da venda
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            cliente_id: string;
            /**
             * Format: uuid
             * @description Representada da venda
             * @example 01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a
             */
            representada_id: string;
            /**
             * @description Situação da venda; `PAGA`, se omitida
             * @example PAGA
             */
            status: string;
            /**
             * @description Valor total em reais, calculado pelo serviço
             * @example 56.7
             */
            valor_total: number;
            /** @description Itens da venda: de 1 a 1.000 */
            itens: components["schemas"]["SaleItem"][];
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Nome atual do cliente
             * @example Mercado São José
             */
            cliente_nome: string;
            /**
             * @description Nome atual da representada
             * @example Indústria Aurora
             */
            representada_nome: string;
        };
        SaleHistoryEntry: {
            /**
             * @description Versão da venda depois da alteração
             * @example 2
             */
            versao: number;
            /**
             * Format: date-time
             * @description Momento da alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            alterado_em: string;
            /** @description Chave de API usada na alteração */
            chave: {
                /**
                 * @description Identificador, dado pelo serviço
                 * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
                 */
                id: string;
                /**
                 * @description Começo da chave
                 * @example rep_4f1c
                 */
                prefixo: string;
            };
            /**
             * @description Campos alterados, como eram antes
             * @example {
             *       "status": "Pedido"
             *     }
             */
            de: {
                [key: string]: unknown;
            };
            /**
             * @description Campos alterados, como ficaram
             * @example {
             *       "status": "Faturado"
             *     }
             */
            para: {
                [key: string]: unknown;
            };
            /** @description Por que a venda é alterada; aparece no histórico */
            motivo: string | null;
        };
        SaleChanges: {
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             * @example 2026-07-01
             */
            data?: string;
            /**
             * @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`
             * @example PED-2026-0001
             */
            pedido?: string;
            /**
             * @description Situação da venda; `PAGA`, se omitida
             * @example PAGA
             * @enum {string}
             */
            status?: "Pedido" | "AGUARDANDO PAGAMENTO" | "Em processamento" | "Faturado" | "PAGA" | "Enviado" | "ENVIADA" | "Entregue" | "ENTREGUE" | "Cancelado" | "CANCELADA";
            /** @description Itens da venda: de 1 a 1.000 */
            itens?: {
                /**
                 * @description Código do produto
                 * @example CAFE-500
                 */
                produtoId: string;
                /**
                 * @description Quantidade, com até 6 casas decimais
                 * @example 3
                 */
                quantidade: number;
                /**
                 * @description Valor unitário em reais
                 * @example 18.9
                 */
                valorUnitario: number;
            }[];
            /** @description Por que a venda é alterada; aparece no histórico */
            motivo?: string;
        };
        Product: {
            /**
             * @description Código do produto, escolhido por quem o cria
             * @example CAFE-500
             */
            id: string;
            /**
             * @description Nome
             * @example Café torrado 500 g
             */
            nome: string;
            /**
             * @description Descrição; `null` a remove
             * @example Moído, embalagem a vácuo
             */
            descricao: string | null;
            /**
             * @description Preço unitário em reais
             * @example 18.9
             */
            preco: number;
            /** @description Se o produto está ativo */
            ativo: boolean;
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Representada do produto; `null` a remove
             */
            representada_id?: string;
        };
        NewProduct: {
            /**
             * @description Código do produto, escolhido por quem o cria
             * @example CAFE-500
             */
            id: string;
            /**
             * @description Nome
             * @example Café torrado 500 g
             */
            nome: string;
            /**
             * @description Descrição; `null` a remove
             * @default null
             * @example Moído, embalagem a vácuo
             */
            descricao?: string | null;
            /**
             * @description Preço unitário em reais
             * @example 18.9
             */
            preco: number;
            /**
             * @description Se o produto está ativo
             * @default true
             */
            ativo?: boolean;
            /**
             * Format: uuid
             * @description Representada do produto; `null` a remove
             * @default null
             */
            representada_id?: string | null;
        };
        ProductChanges: {
            /**
             * @description Nome
             * @example Café torrado 500 g
             */
            nome?: string;
            /**
             * @description Descrição; `null` a remove
             * @example Moído, embalagem a vácuo
             */
            descricao?: string | null;
            /**
             * @description Preço unitário em reais
             * @example 18.9
             */
            preco?: number;
            /** @description Se o produto está ativo */
            ativo?: boolean;
            /**
             * Format: uuid
             * @description Representada do produto; `null` a remove
             */
            representada_id?: string | null;
        };
        Representada: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Nome ou razão social
             * @example Indústria Aurora
             */
            nome: string;
            /**
             * @description CNPJ (também alfanumérico), com ou sem pontuação; único na empresa
             * @example 12ABC34501DE35
             */
            cnpj: string;
            /**
             * @description Email de contato
             * @example vendas@aurora.ind.br
             */
            email: string;
            /**
             * @description Telefone de contato; guardado em E.164
             * @example +551133334444
             */
            telefone: string;
            /** @description Endereço */
            endereco: string;
            /**
             * @description Cidade
             * @example Campinas
             */
            cidade: string;
            /**
             * @description Sigla do estado, com 2 letras
             * @example SP
             */
            estado: string;
            /**
             * @description Nome da pessoa de contato
             * @example Ana
             */
            contato: string;
            /** @description Anotações livres */
            observacao: string;
            /**
             * @description Percentual de comissão
             * @example 5
             */
            comissao: number;
            /** @description Se a representada está ativa */
            ativo: boolean;
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            updated_at: string;
        };
        NewRepresentada: {
            /**
             * @description Nome ou razão social
             * @example Indústria Aurora
             */
            nome: string;
            /**
             * Format: cnpj
             * @description CNPJ (também alfanumérico), com ou sem pontuação; único na empresa
             * @example 12ABC34501DE35
             */
            cnpj?: string | null;
            /**
             * Format: email
             * @description Email de contato
             * @example vendas@aurora.ind.br
             */
            email?: string | null;
            /**
             * Format: phone
             * @description Telefone de contato; guardado em E.164
             * @example +551133334444
             */
            telefone?: string | null;
            /** @description Endereço */
            endereco?: string | null;
            /**
             * @description Cidade
             * @example Campinas
             */
            cidade?: string | null;
            /**
             * @description Sigla do estado, com 2 letras
             * @example SP
             */
            estado?: string | null;
            /**
             * @description Nome da pessoa de contato
             * @example Ana
             */
            contato?: string | null;
            /** @description Anotações livres */
            observacao?: string | null;
            /**
             * @description Percentual de comissão
             * @example 5
             */
            comissao?: number;
            /**
             * @description Se a representada está ativa
             * @default true
             */
            ativo?: boolean;
        };
        RepresentadaChanges: {
            /**
             * @description Nome ou razão social
             * @example Indústria Aurora
             */
            nome?: string;
            /**
             * Format: cnpj
             * @description CNPJ (também alfanumérico), com ou sem pontuação; único na empresa
             * @example 12ABC34501DE35
             */
            cnpj?: string | null;
            /**
             * Format: email
             * @description Email de contato
             * @example vendas@aurora.ind.br
             */
            email?: string | null;
            /**
             * Format: phone
             * @description Telefone de contato; guardado em E.164
             * @example +551133334444
             */
            telefone?: string | null;
            /** @description Endereço */
            endereco?: string | null;
            /**
             * @description Cidade
             * @example Campinas
             */
            cidade?: string | null;
            /**
             * @description Sigla do estado, com 2 letras
             * @example SP
             */
            estado?: string | null;
            /**
             * @description Nome da pessoa de contato
             * @example Ana
             */
            contato?: string | null;
            /** @description Anotações livres */
            observacao?: string | null;
            /**
             * @description Percentual de comissão
             * @example 5
             */
            comissao?: number;
            /** @description Se a representada está ativa */
            ativo?: boolean;
        };
        ClientSummary: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Código, único na empresa; sem ele, o serviço gera `CLI` e um número
             * @example CLI0001
             */
            codigo: string;
            /**
             * @description Nome ou razão social
             * @example Mercado São José
             */
            nome: string;
            /**
             * @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela
             * @example 11222333000181
             */
            cnpj_cpf: string | null;
            /**
             * @description Email, único no sistema
             * @example compras@saojose.com.br
             */
            email: string;
            /**
             * @description Telefone com DDD, em qualquer formato usual; guardado em E.164
             * @example +5511987654321
             */
            telefone: string;
            /**
             * @description Endereço completo
             * @example Rua das Flores, 100
             */
            endereco: string | null;
            /**
             * @description Cidade
             * @example São Paulo
             */
            cidade: string;
            /**
             * @description Sigla do estado, com 2 letras
             * @example SP
             */
            estado: string;
            /** @description Só clientes ativos podem receber vendas */
            ativo: boolean;
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            updated_at: string;
        };
        NewClient: {
            /**
             * @description Nome ou razão social
             * @example Mercado São José
             */
            nome: string;
            /**
             * Format: email
             * @description Email, único no sistema
             * @example compras@saojose.com.br
             */
            email: string;
            /**
             * Format: phone
             * @description Telefone com DDD, em qualquer formato usual; guardado em E.164
             * @example +5511987654321
             */
            telefone: string;
            /**
             * @description Cidade
             * @example São Paulo
             */
            cidade: string;
            /**
             * @description Sigla do estado, com 2 letras
             * @example SP
             */
            estado: string;
            /**
             * Format: cnpj_cpf
             * @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela
             * @example 11222333000181
             */
            cnpj_cpf?: string | null;
            /**
             * @description Endereço completo
             * @example Rua das Flores, 100
             */
            endereco?: string | null;
            /**
             * @description Código, único na empresa; sem ele, o serviço gera `CLI` e um número
             * @example CLI0001
             */
            codigo?: string | null;
            /**
             * @description Só clientes ativos podem receber vendas
             * @default true
             */
            ativo?: boolean;
            /**
             * @description Bairro
             * @example Centro
             */
            bairro?: string | null;
            /** @description Anotações livres */
            observacao?: string | null;
            /**
             * @description Se o cliente é atendido às segundas
             * @default false
             */
            segunda?: boolean;
            /**
             * @description Se o cliente é atendido às terças
             * @default false
             */
            terca?: boolean;
            /**
             * @description Se o cliente é atendido às quartas
             * @default false
             */
            quarta?: boolean;
            /**
             * @description Se o cliente é atendido às quintas
             * @default false
             */
            quinta?: boolean;
            /**
             * @description Se o cliente é atendido às sextas
             * @default false
             */
            sexta?: boolean;
        };
        Client: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Código, único na empresa; sem ele, o serviço gera `CLI` e um número
             * @example CLI0001
             */
            codigo: string;
            /**
             * @description Nome ou razão social
             * @example Mercado São José
             */
            nome: string;
            /**
             * @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela
             * @example 11222333000181
             */
            cnpj_cpf: string | null;
            /**
             * @description Email, único no sistema
             * @example compras@saojose.com.br
             */
            email: string;
            /**
             * @description Telefone com DDD, em qualquer formato usual; guardado em E.164
             * @example +5511987654321
             */
            telefone: string;
            /**
             * @description Endereço completo
             * @example Rua das Flores, 100
             */
            endereco: string | null;
            /**
             * @description Bairro
             * @example Centro
             */
            bairro: string;
            /**
             * @description Cidade
             * @example São Paulo
             */
            cidade: string;
            /**
             * @description Sigla do estado, com 2 letras
             * @example SP
             */
            estado: string;
            /** @description Anotações livres */
            observacao: string;
            /** @description Só clientes ativos podem receber vendas */
            ativo: boolean;
            /** @description Se o cliente é atendido às segundas */
            segunda: boolean;
            /** @description Se o cliente é atendido às terças */
            terca: boolean;
            /** @description Se o cliente é atendido às quartas */
            quarta: boolean;
            /** @description Se o cliente é atendido às quintas */
            quinta: boolean;
            /** @description Se o cliente é atendido às sextas */
            sexta: boolean;
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             * @example 2026-07-01T12:00:00.000Z
             */
            updated_at: string;
        };
        ClientChanges: {
            /**
             * @description Código, único na empresa; sem ele, o serviço gera `CLI` e um número
             * @example CLI0001
             */
            codigo?: string;
            /**
             * @description Nome ou razão social
             * @example Mercado São José
             */
            nome?: string;
            /**
             * Format: email
             * @description Email, único no sistema
             * @example compras@saojose.com.br
             */
            email?: string;
            /**
             * Format: phone
             * @description Telefone com DDD, em qualquer formato usual; guardado em E.164
             * @example +5511987654321
             */
            telefone?: string | null;
            /**
             * Format: cnpj_cpf
             * @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela
             * @example 11222333000181
             */
            cnpj_cpf?: string | null;
            /**
             * @description Endereço completo
             * @example Rua das Flores, 100
             */
            endereco?: string | null;
            /**
             * @description Bairro
             * @example Centro
             */
            bairro?: string | null;
            /**
             * @description Cidade
             * @example São Paulo
             */
            cidade?: string | null;
            /**
             * @description Sigla do estado, com 2 letras
             * @example SP
             */
            estado?: string | null;
            /** @description Anotações livres */
            observacao?: string | null;
            /** @description Só clientes ativos podem receber vendas */
            ativo?: boolean;
            /** @description Se o cliente é atendido às segundas */
            segunda?: boolean;
            /** @description Se o cliente é atendido às terças */
            terca?: boolean;
            /** @description Se o cliente é atendido às quartas */
            quarta?: boolean;
            /** @description Se o cliente é atendido às quintas */
            quinta?: boolean;
            /** @description Se o cliente é atendido às sextas */
            sexta?: boolean;
        };
        Key: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Para que a chave serve
             * @example Integração com o ERP
             */
            rotulo: string;
            /**
             * @description `read` só lê; `write` lê e altera; `admin` também administra as chaves
             * @example write
             * @enum {string}
             */
            escopo: "read" | "write" | "admin";
            /**
             * @description Começo da chave, para reconhecê-la
             * @example rep_live_7Hq2ZbXk
             */
            prefixo: string;
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            criada_em: string;
            /**
             * Format: date-time
             * @description Minuto do último uso; `null` se nunca foi usada. Pode atrasar alguns segundos
             * @example 2026-07-01T12:34:00.000Z
             */
            ultimo_uso: string | null;
            /**
             * Format: date-time
             * @description Quando a chave deixa de valer; `null` se não expira
             * @example null
             */
            expira_em: string | null;
        };
        IssuedKey: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             * @example 01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e
             */
            id: string;
            /**
             * @description Para que a chave serve
             * @example Integração com o ERP
             */
            rotulo: string;
            /**
             * @description `read` só lê; `write` lê e altera; `admin` também administra as chaves
             * @example write
             * @enum {string}
             */
            escopo: "read" | "write" | "admin";
            /**
             * @description Começo da chave, para reconhecê-la
             * @example rep_live_7Hq2ZbXk
             */
            prefixo: string;
            /**
             * Format: date-time
             * @description Momento da criação
             * @example 2026-07-01T12:00:00.000Z
             */
            criada_em: string;
            /**
             * Format: date-time
             * @description Minuto do último uso; `null` se nunca foi usada. Pode atrasar alguns segundos
             * @example 2026-07-01T12:34:00.000Z
             */
            ultimo_uso: string | null;
            /**
             * Format: date-time
             * @description Quando a chave deixa de valer; `null` se não expira
             * @example null
             */
            expira_em: string | null;
            /**
             * @description A chave secreta. Só aparece nesta resposta: guarde-a
             * @example rep_live_7Hq2ZbXkP0sD4fGhJ6lM8nQ1rT3vW51xKb9z
             */
            chave: string;
        };
        NewKey: {
            /**
             * @description Para que a chave serve
             * @example Integração com o ERP
             */
            rotulo: string;
            /**
             * @description `read` só lê; `write` lê e altera; `admin` também administra as chaves
             * @example write
             * @enum {string}
             */
            escopo: "read" | "write" | "admin";
            /**
             * Format: date-time
             * @description Quando a chave deixa de valer; `null` se não expira
             * @default null
             * @example null
             */
            expira_em?: string | null;
        };
        KeyRotation: {
            /**
             * @description Por quantos segundos a chave antiga ainda vale: de 0 a 7 dias; um dia se omitido
             * @default 86400
             * @example 3600
             */
            sobreposicao?: number;
            /**
             * Format: date-time
             * @description Quando a chave deixa de valer; `null` se não expira
             * @example null
             */
            expira_em?: string | null;
        };
    };
    responses: {
        /** @description Chave ausente ou inválida */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Empresa inativa, ou chave sem permissão */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Corpo grande demais */
        TooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description O corpo não é JSON */
        UnsupportedType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Requisições demais */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                /** @description Quantas requisições ainda cabem (`r`) e em quantos segundos o limite volta (`t`) */
                ratelimit?: string;
                /** @description O limite da empresa: `q` requisições em `w` segundos */
                "ratelimit-policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Uma parte do sistema não responde */
        Unavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifica a requisição nos registros do serviço */
        RequestId: string;
        /** @description Segundos até a próxima tentativa */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSales: {
        parameters: {
            query?: {
                /** @description Número da página, a partir de 1 */
                page?: number;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *           "pedido": "PED-2026-0001",
                     *           "data": "2026-07-01",
                     *           "cliente_id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *           "cliente_nome": "Mercado São José",
                     *           "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a",
                     *           "representada_nome": "Indústria Aurora",
                     *           "status": "PAGA",
                     *           "valor_total": 56.7,
                     *           "created_at": "2026-07-01T12:00:00.000Z",
                     *           "updated_at": "2026-07-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "limit": 20,
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: components["schemas"]["SaleSummary"][];
                        /**
                         * @description Número da página
                         * @example 1
                         */
                        page: number;
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Registros em todas as páginas
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    createSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clienteId": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                 *       "representadaId": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a",
                 *       "itens": [
                 *         {
                 *           "produtoId": "CAFE-500",
                 *           "quantidade": 3,
                 *           "valorUnitario": 18.9
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSale"];
            };
        };
        responses: {
            /** @description Criado */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    /** @description Presente quando a resposta é a de uma requisição anterior com a mesma Idempotency-Key */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "pedido": "PED-2026-0001",
                     *         "data": "2026-07-01",
                     *         "cliente_id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a",
                     *         "status": "PAGA",
                     *         "valor_total": 56.7,
                     *         "itens": [
                     *           {
                     *             "produto_id": "CAFE-500",
                     *             "quantidade": 3,
                     *             "valor_unitario": 18.9,
                     *             "valor_total": 56.7
                     *           }
                     *         ],
                     *         "created_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Sale"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldsError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            /** @description Chave de idempotência de outra requisição */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    followSales: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página */
                limit?: number;
                /** @description Segundos a esperar pela próxima mudança, quando não há nenhuma; 0 responde logo */
                espera?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "tipo": "alterado",
                     *           "id": "texto",
                     *           "alterado_em": "2026-07-01T12:00:00.000Z",
                     *           "registro": {
                     *             "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *             "pedido": "PED-2026-0001",
                     *             "data": "2026-07-01",
                     *             "cliente_id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *             "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a",
                     *             "status": "PAGA",
                     *             "valor_total": 56.7,
                     *             "itens": [
                     *               {
                     *                 "produto_id": "CAFE-500",
                     *                 "quantidade": 3,
                     *                 "valor_unitario": 18.9,
                     *                 "valor_total": 56.7
                     *               }
                     *             ],
                     *             "created_at": "2026-07-01T12:00:00.000Z",
                     *             "updated_at": "2026-07-01T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "limit": 20,
                     *       "next_cursor": "texto"
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: {
                            /**
                             * @description Se o registro foi criado ou alterado, ou excluído
                             * @enum {string}
                             */
                            tipo: "alterado" | "excluido";
                            /** @description Identificador do registro */
                            id: string;
                            /**
                             * Format: date-time
                             * @description Momento da última mudança do registro
                             */
                            alterado_em: string;
                            registro?: components["schemas"]["UpdatedSale"];
                        }[];
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /** @description Cursor das mudanças seguintes; nunca é nulo */
                        next_cursor: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não existe mais */
            410: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    readSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Versões (ETag) já conhecidas: se a atual é uma delas, 304 sem corpo */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "pedido": "PED-2026-0001",
                     *         "data": "2026-07-01",
                     *         "cliente_id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a",
                     *         "status": "PAGA",
                     *         "valor_total": 56.7,
                     *         "itens": [
                     *           {
                     *             "produto_id": "CAFE-500",
                     *             "quantidade": 3,
                     *             "valor_unitario": 18.9,
                     *             "valor_total": 56.7
                     *           }
                     *         ],
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z",
                     *         "cliente_nome": "Mercado São José",
                     *         "representada_nome": "Indústria Aurora"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["FullSale"];
                    };
                };
            };
            /** @description Não mudou */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    updateSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "Enviado",
                 *       "motivo": "Saiu com a transportadora"
                 *     }
                 */
                "application/json": components["schemas"]["SaleChanges"];
            };
        };
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "pedido": "PED-2026-0001",
                     *         "data": "2026-07-01",
                     *         "cliente_id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a",
                     *         "status": "PAGA",
                     *         "valor_total": 56.7,
                     *         "itens": [
                     *           {
                     *             "produto_id": "CAFE-500",
                     *             "quantidade": 3,
                     *             "valor_unitario": 18.9,
                     *             "valor_total": 56.7
                     *           }
                     *         ],
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["UpdatedSale"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description O registro mudou */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Registro deletado com sucesso"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        /**
                         * @description O que foi feito
                         * @example Registro deletado com sucesso
                         */
                        message: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description O registro mudou */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    readSaleHistory: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "versao": 2,
                     *           "alterado_em": "2026-07-01T12:00:00.000Z",
                     *           "chave": {
                     *             "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *             "prefixo": "rep_4f1c"
                     *           },
                     *           "de": {
                     *             "status": "Pedido"
                     *           },
                     *           "para": {
                     *             "status": "Faturado"
                     *           },
                     *           "motivo": "texto"
                     *         }
                     *       ],
                     *       "limit": 20,
                     *       "next_cursor": "texto"
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: components["schemas"]["SaleHistoryEntry"][];
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /** @description Cursor da próxima página; `null` na última */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Número da página, a partir de 1 */
                page?: number;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos */
                search?: string;
                /** @description Se o produto está ativo */
                ativo?: boolean;
                /** @description Representada do produto; `null` a remove */
                representada_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "CAFE-500",
                     *           "nome": "Café torrado 500 g",
                     *           "descricao": "Moído, embalagem a vácuo",
                     *           "preco": 18.9,
                     *           "ativo": true,
                     *           "created_at": "2026-07-01T12:00:00.000Z",
                     *           "updated_at": "2026-07-01T12:00:00.000Z",
                     *           "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "limit": 20,
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: components["schemas"]["Product"][];
                        /**
                         * @description Número da página
                         * @example 1
                         */
                        page: number;
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Registros em todas as páginas
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "CAFE-500",
                 *       "nome": "Café torrado 500 g",
                 *       "descricao": "Moído, embalagem a vácuo",
                 *       "preco": 18.9
                 *     }
                 */
                "application/json": components["schemas"]["NewProduct"];
            };
        };
        responses: {
            /** @description Criado */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    /** @description Presente quando a resposta é a de uma requisição anterior com a mesma Idempotency-Key */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "CAFE-500",
                     *         "nome": "Café torrado 500 g",
                     *         "descricao": "Moído, embalagem a vácuo",
                     *         "preco": 18.9,
                     *         "ativo": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z",
                     *         "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Product"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            /** @description Chave de idempotência de outra requisição */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    followProducts: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página */
                limit?: number;
                /** @description Segundos a esperar pela próxima mudança, quando não há nenhuma; 0 responde logo */
                espera?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "tipo": "alterado",
                     *           "id": "texto",
                     *           "alterado_em": "2026-07-01T12:00:00.000Z",
                     *           "registro": {
                     *             "id": "CAFE-500",
                     *             "nome": "Café torrado 500 g",
                     *             "descricao": "Moído, embalagem a vácuo",
                     *             "preco": 18.9,
                     *             "ativo": true,
                     *             "created_at": "2026-07-01T12:00:00.000Z",
                     *             "updated_at": "2026-07-01T12:00:00.000Z",
                     *             "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a"
                     *           }
                     *         }
                     *       ],
                     *       "limit": 20,
                     *       "next_cursor": "texto"
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: {
                            /**
                             * @description Se o registro foi criado ou alterado, ou excluído
                             * @enum {string}
                             */
                            tipo: "alterado" | "excluido";
                            /** @description Identificador do registro */
                            id: string;
                            /**
                             * Format: date-time
                             * @description Momento da última mudança do registro
                             */
                            alterado_em: string;
                            registro?: components["schemas"]["Product"];
                        }[];
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /** @description Cursor das mudanças seguintes; nunca é nulo */
                        next_cursor: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não existe mais */
            410: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    readProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Versões (ETag) já conhecidas: se a atual é uma delas, 304 sem corpo */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Código do produto, escolhido por quem o cria */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "CAFE-500",
                     *         "nome": "Café torrado 500 g",
                     *         "descricao": "Moído, embalagem a vácuo",
                     *         "preco": 18.9,
                     *         "ativo": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z",
                     *         "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Product"];
                    };
                };
            };
            /** @description Não mudou */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Código do produto, escolhido por quem o cria */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "preco": 19.9
                 *     }
                 */
                "application/json": components["schemas"]["ProductChanges"];
            };
        };
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "CAFE-500",
                     *         "nome": "Café torrado 500 g",
                     *         "descricao": "Moído, embalagem a vácuo",
                     *         "preco": 18.9,
                     *         "ativo": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z",
                     *         "representada_id": "01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Product"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description O registro mudou */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listRepresentadas: {
        parameters: {
            query?: {
                /** @description Número da página, a partir de 1 */
                page?: number;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos */
                search?: string;
                /** @description Se a representada está ativa */
                ativo?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *           "nome": "Indústria Aurora",
                     *           "cnpj": "12ABC34501DE35",
                     *           "email": "vendas@aurora.ind.br",
                     *           "telefone": "+551133334444",
                     *           "endereco": "texto",
                     *           "cidade": "Campinas",
                     *           "estado": "SP",
                     *           "contato": "Ana",
                     *           "observacao": "texto",
                     *           "comissao": 5,
                     *           "ativo": true,
                     *           "created_at": "2026-07-01T12:00:00.000Z",
                     *           "updated_at": "2026-07-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "limit": 20,
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        /** @description O registro, ou os registros da página */
                        data: components["schemas"]["Representada"][];
                        /**
                         * @description Número da página
                         * @example 1
                         */
                        page: number;
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Registros em todas as páginas
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    createRepresentada: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nome": "Indústria Aurora",
                 *       "cnpj": "12ABC34501DE35",
                 *       "email": "vendas@aurora.ind.br",
                 *       "telefone": "+551133334444",
                 *       "cidade": "Campinas",
                 *       "estado": "SP",
                 *       "contato": "Ana",
                 *       "comissao": 5
                 *     }
                 */
                "application/json": components["schemas"]["NewRepresentada"];
            };
        };
        responses: {
            /** @description Criado */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    /** @description Presente quando a resposta é a de uma requisição anterior com a mesma Idempotency-Key */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "nome": "Indústria Aurora",
                     *         "cnpj": "12ABC34501DE35",
                     *         "email": "vendas@aurora.ind.br",
                     *         "telefone": "+551133334444",
                     *         "endereco": "texto",
                     *         "cidade": "Campinas",
                     *         "estado": "SP",
                     *         "contato": "Ana",
                     *         "observacao": "texto",
                     *         "comissao": 5,
                     *         "ativo": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Representada"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            /** @description Chave de idempotência de outra requisição */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    followRepresentadas: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página */
                limit?: number;
                /** @description Segundos a esperar pela próxima mudança, quando não há nenhuma; 0 responde logo */
                espera?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "tipo": "alterado",
                     *           "id": "texto",
                     *           "alterado_em": "2026-07-01T12:00:00.000Z",
                     *           "registro": {
                     *             "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *             "nome": "Indústria Aurora",
                     *             "cnpj": "12ABC34501DE35",
                     *             "email": "vendas@aurora.ind.br",
                     *             "telefone": "+551133334444",
                     *             "endereco": "texto",
                     *             "cidade": "Campinas",
                     *             "estado": "SP",
                     *             "contato": "Ana",
                     *             "observacao": "texto",
                     *             "comissao": 5,
                     *             "ativo": true,
                     *             "created_at": "2026-07-01T12:00:00.000Z",
                     *             "updated_at": "2026-07-01T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "limit": 20,
                     *       "next_cursor": "texto"
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: {
                            /**
                             * @description Se o registro foi criado ou alterado, ou excluído
                             * @enum {string}
                             */
                            tipo: "alterado" | "excluido";
                            /** @description Identificador do registro */
                            id: string;
                            /**
                             * Format: date-time
                             * @description Momento da última mudança do registro
                             */
                            alterado_em: string;
                            registro?: components["schemas"]["Representada"];
                        }[];
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /** @description Cursor das mudanças seguintes; nunca é nulo */
                        next_cursor: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não existe mais */
            410: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    readRepresentada: {
        parameters: {
            query?: never;
            header?: {
                /** @description Versões (ETag) já conhecidas: se a atual é uma delas, 304 sem corpo */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "nome": "Indústria Aurora",
                     *         "cnpj": "12ABC34501DE35",
                     *         "email": "vendas@aurora.ind.br",
                     *         "telefone": "+551133334444",
                     *         "endereco": "texto",
                     *         "cidade": "Campinas",
                     *         "estado": "SP",
                     *         "contato": "Ana",
                     *         "observacao": "texto",
                     *         "comissao": 5,
                     *         "ativo": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Representada"];
                    };
                };
            };
            /** @description Não mudou */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    updateRepresentada: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ativo": false,
                 *       "observacao": "Contrato encerrado"
                 *     }
                 */
                "application/json": components["schemas"]["RepresentadaChanges"];
            };
        };
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "nome": "Indústria Aurora",
                     *         "cnpj": "12ABC34501DE35",
                     *         "email": "vendas@aurora.ind.br",
                     *         "telefone": "+551133334444",
                     *         "endereco": "texto",
                     *         "cidade": "Campinas",
                     *         "estado": "SP",
                     *         "contato": "Ana",
                     *         "observacao": "texto",
                     *         "comissao": 5,
                     *         "ativo": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Representada"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description O registro mudou */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRepresentada: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Registro deletado com sucesso"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        /**
                         * @description O que foi feito
                         * @example Registro deletado com sucesso
                         */
                        message: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description O registro mudou */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Número da página, a partir de 1 */
                page?: number;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *           "codigo": "CLI0001",
                     *           "nome": "Mercado São José",
                     *           "cnpj_cpf": "11222333000181",
                     *           "email": "compras@saojose.com.br",
                     *           "telefone": "+5511987654321",
                     *           "endereco": "Rua das Flores, 100",
                     *           "cidade": "São Paulo",
                     *           "estado": "SP",
                     *           "ativo": true,
                     *           "created_at": "2026-07-01T12:00:00.000Z",
                     *           "updated_at": "2026-07-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "limit": 20,
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: components["schemas"]["ClientSummary"][];
                        /**
                         * @description Número da página
                         * @example 1
                         */
                        page: number;
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /**
                         * @description Registros em todas as páginas
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nome": "Mercado São José",
                 *       "email": "compras@saojose.com.br",
                 *       "telefone": "(11) 98765-4321",
                 *       "cnpj_cpf": "11.222.333/0001-81",
                 *       "endereco": "Rua das Flores, 100",
                 *       "cidade": "São Paulo",
                 *       "estado": "SP"
                 *     }
                 */
                "application/json": components["schemas"]["NewClient"];
            };
        };
        responses: {
            /** @description Criado */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    /** @description Presente quando a resposta é a de uma requisição anterior com a mesma Idempotency-Key */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "codigo": "CLI0001",
                     *         "nome": "Mercado São José",
                     *         "cnpj_cpf": "11222333000181",
                     *         "email": "compras@saojose.com.br",
                     *         "telefone": "+5511987654321",
                     *         "endereco": "Rua das Flores, 100",
                     *         "cidade": "São Paulo",
                     *         "estado": "SP",
                     *         "ativo": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["ClientSummary"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldsError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            /** @description Chave de idempotência de outra requisição */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    followClients: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página */
                limit?: number;
                /** @description Segundos a esperar pela próxima mudança, quando não há nenhuma; 0 responde logo */
                espera?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "tipo": "alterado",
                     *           "id": "texto",
                     *           "alterado_em": "2026-07-01T12:00:00.000Z",
                     *           "registro": {
                     *             "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *             "codigo": "CLI0001",
                     *             "nome": "Mercado São José",
                     *             "cnpj_cpf": "11222333000181",
                     *             "email": "compras@saojose.com.br",
                     *             "telefone": "+5511987654321",
                     *             "endereco": "Rua das Flores, 100",
                     *             "bairro": "Centro",
                     *             "cidade": "São Paulo",
                     *             "estado": "SP",
                     *             "observacao": "texto",
                     *             "ativo": true,
                     *             "segunda": true,
                     *             "terca": true,
                     *             "quarta": true,
                     *             "quinta": true,
                     *             "sexta": true,
                     *             "created_at": "2026-07-01T12:00:00.000Z",
                     *             "updated_at": "2026-07-01T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "limit": 20,
                     *       "next_cursor": "texto"
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: {
                            /**
                             * @description Se o registro foi criado ou alterado, ou excluído
                             * @enum {string}
                             */
                            tipo: "alterado" | "excluido";
                            /** @description Identificador do registro */
                            id: string;
                            /**
                             * Format: date-time
                             * @description Momento da última mudança do registro
                             */
                            alterado_em: string;
                            registro?: components["schemas"]["Client"];
                        }[];
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /** @description Cursor das mudanças seguintes; nunca é nulo */
                        next_cursor: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não existe mais */
            410: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    readClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Versões (ETag) já conhecidas: se a atual é uma delas, 304 sem corpo */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "codigo": "CLI0001",
                     *         "nome": "Mercado São José",
                     *         "cnpj_cpf": "11222333000181",
                     *         "email": "compras@saojose.com.br",
                     *         "telefone": "+5511987654321",
                     *         "endereco": "Rua das Flores, 100",
                     *         "bairro": "Centro",
                     *         "cidade": "São Paulo",
                     *         "estado": "SP",
                     *         "observacao": "texto",
                     *         "ativo": true,
                     *         "segunda": true,
                     *         "terca": true,
                     *         "quarta": true,
                     *         "quinta": true,
                     *         "sexta": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Client"];
                    };
                };
            };
            /** @description Não mudou */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nome": "Mercado São José Ltda",
                 *       "segunda": true
                 *     }
                 */
                "application/json": components["schemas"]["ClientChanges"];
            };
        };
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /** @description Versão do registro, entre aspas; toda alteração a aumenta */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "codigo": "CLI0001",
                     *         "nome": "Mercado São José",
                     *         "cnpj_cpf": "11222333000181",
                     *         "email": "compras@saojose.com.br",
                     *         "telefone": "+5511987654321",
                     *         "endereco": "Rua das Flores, 100",
                     *         "bairro": "Centro",
                     *         "cidade": "São Paulo",
                     *         "estado": "SP",
                     *         "observacao": "texto",
                     *         "ativo": true,
                     *         "segunda": true,
                     *         "terca": true,
                     *         "quarta": true,
                     *         "quinta": true,
                     *         "sexta": true,
                     *         "created_at": "2026-07-01T12:00:00.000Z",
                     *         "updated_at": "2026-07-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Client"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description O registro mudou */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Registro deletado com sucesso"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        /**
                         * @description O que foi feito
                         * @example Registro deletado com sucesso
                         */
                        message: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description O registro mudou */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *           "rotulo": "Integração com o ERP",
                     *           "escopo": "write",
                     *           "prefixo": "rep_live_7Hq2ZbXk",
                     *           "criada_em": "2026-07-01T12:00:00.000Z",
                     *           "ultimo_uso": "2026-07-01T12:34:00.000Z",
                     *           "expira_em": null
                     *         }
                     *       ],
                     *       "limit": 20,
                     *       "next_cursor": "texto"
                     *     }
                     */
                    "application/json": {
                        /** @description O registro, ou os registros da página */
                        data: components["schemas"]["Key"][];
                        /**
                         * @description Registros por página
                         * @example 20
                         */
                        limit: number;
                        /** @description Cursor da próxima página; `null` na última */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rotulo": "Integração com o ERP",
                 *       "escopo": "write"
                 *     }
                 */
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description Criado */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "rotulo": "Integração com o ERP",
                     *         "escopo": "write",
                     *         "prefixo": "rep_live_7Hq2ZbXk",
                     *         "criada_em": "2026-07-01T12:00:00.000Z",
                     *         "ultimo_uso": "2026-07-01T12:34:00.000Z",
                     *         "expira_em": null,
                     *         "chave": "rep_live_7Hq2ZbXkP0sD4fGhJ6lM8nQ1rT3vW51xKb9z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["IssuedKey"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sucesso */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Registro deletado com sucesso"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        /**
                         * @description O que foi feito
                         * @example Registro deletado com sucesso
                         */
                        message: string;
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sobreposicao": 3600
                 *     }
                 */
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description Criado */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e",
                     *         "rotulo": "Integração com o ERP",
                     *         "escopo": "write",
                     *         "prefixo": "rep_live_7Hq2ZbXk",
                     *         "criada_em": "2026-07-01T12:00:00.000Z",
                     *         "ultimo_uso": "2026-07-01T12:34:00.000Z",
                     *         "expira_em": null,
                     *         "chave": "rep_live_7Hq2ZbXkP0sD4fGhJ6lM8nQ1rT3vW51xKb9z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Sempre `true` em respostas de sucesso
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["IssuedKey"];
                    };
                };
            };
            /** @description Dados de entrada inválidos */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Não encontrado */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Conflito com os registros existentes */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["TooManyRequests"];
            /** @description Falha interna */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
}
