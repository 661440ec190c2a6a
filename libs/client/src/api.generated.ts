// Generated from the OpenAPI document by `npm run generate`. Do not edit.

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
         * @description As mais recentes primeiro, sem os itens e com os nomes atuais do cliente e da representada. `search` procura no pedido e no nome do cliente.
         */
        get: operations["listSales"];
        put?: never;
        /**
         * Criar venda
         * @description Calcula o total de cada item (quantidade × valor unitário, arredondado a centavos) e o da venda. Um total enviado é ignorado. O cliente e a representada já devem existir.
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
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Uma página pode ter menos de `limit` mudanças: só uma página vazia diz que não há mais. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
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
         * @description A venda inteira, com os nomes atuais do cliente e da representada. A `ETag` é a versão da venda: um nome que muda depois não a altera, e `If-None-Match` então responde 304.
         */
        get: operations["readSale"];
        /**
         * Alterar venda
         * @description Altera somente os campos enviados; `itens` substitui todos os itens e recalcula os totais. `itens` e `data` mudam enquanto a venda está aberta, `parcelas` até ser cancelada, e todos somente enquanto nada foi recebido; `pedido`, até ser entregue. Valores que não mudam são sempre aceitos. Status: aberta (`Pedido`, `AGUARDANDO PAGAMENTO`, `Em processamento`) → faturada (`Faturado`, `PAGA`) → enviada → entregue → cancelada; passos podem ser pulados, mas não desfeitos. De `PAGA` para `Faturado`, volta a ficar em aberto o que os recebimentos da venda não cobrem.
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
        /**
         * Alterar venda (PATCH)
         * @description Altera somente os campos enviados; `itens` substitui todos os itens e recalcula os totais. `itens` e `data` mudam enquanto a venda está aberta, `parcelas` até ser cancelada, e todos somente enquanto nada foi recebido; `pedido`, até ser entregue. Valores que não mudam são sempre aceitos. Status: aberta (`Pedido`, `AGUARDANDO PAGAMENTO`, `Em processamento`) → faturada (`Faturado`, `PAGA`) → enviada → entregue → cancelada; passos podem ser pulados, mas não desfeitos. De `PAGA` para `Faturado`, volta a ficar em aberto o que os recebimentos da venda não cobrem.
         */
        patch: operations["patchSale"];
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
         * @description Cada alteração, da mais recente para a mais antiga: quando, com qual chave, de que, para que e por quê. Uma página de alterações grandes pode ter menos de `limit`: só `next_cursor` nulo diz que não há mais.
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
    "/api/v1/sales/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exportar vendas
         * @description Todos os registros que a lista com os mesmos filtros mostra, na mesma ordem, como arquivo. Enviado aos poucos, não é um retrato de um instante: com `ordenar=nome`, um registro renomeado durante a exportação pode faltar ou aparecer duas vezes. Um arquivo que termina sem o fim da transferência está incompleto. Onde uma planilha começaria uma fórmula, o CSV tem um apóstrofo. No CSV, valores em reais têm pelo menos duas casas decimais, e telefones a forma `(11) 98765-4321`. Na planilha do Excel, datas e horários são células de data, os horários em UTC.
         */
        get: operations["exportSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/{id}/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar recebimentos de uma venda
         * @description Uma venda `PAGA` conta como recebida por inteiro: o que nenhum recebimento cobre aparece como automático.
         */
        get: operations["listReceipts"];
        put?: never;
        /**
         * Registrar recebimento
         * @description O que o cliente pagou de uma venda. Pela regra `recebimento`, torna devida a comissão na mesma proporção; o último recebimento de cada parcela leva o resto, de modo que a soma é exata.
         */
        post: operations["createReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/{id}/receipts/{receiptId}": {
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
         * Desfazer recebimento
         * @description A comissão que ele tornou devida volta a ser prevista. `If-Match` refere-se à versão da venda.
         */
        delete: operations["deleteReceipt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar pagamentos de comissões
         * @description Os mais recentes primeiro, cada um com as primeiras 100 comissões a que foi alocado.
         */
        get: operations["listCommissionPayments"];
        put?: never;
        /**
         * Registrar pagamento de comissões
         * @description Alocado às comissões devidas mais antigas, com o crédito de pagamentos anteriores, ou às vendas indicadas, até 20.000 comissões de uma vez; o que sobra fica como crédito, que o próximo pagamento usa primeiro. A resposta tem as primeiras 100 comissões a que foi alocado.
         */
        post: operations["createCommissionPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ler pagamento de comissões
         * @description Com todas as comissões a que foi alocado.
         */
        get: operations["readCommissionPayment"];
        put?: never;
        post?: never;
        /**
         * Estornar pagamento de comissões
         * @description O que ele pagou volta a ser devido. O pagamento continua na lista, com `estornado_em`. Um pagamento não tem versão: de `If-Match`, somente `*` é aceito.
         */
        delete: operations["reverseCommissionPayment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ajustar comissões
         * @description Uma comissão devida sem venda, com seu motivo; negativa, se desconta.
         */
        post: operations["createCommissionAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listar comissões
         * @description Uma linha por venda e parte, pela ordem de vencimento. `de` e `ate` limitam o vencimento.
         */
        get: operations["listCommissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Resumir comissões de um mês
         * @description Por representada, as comissões que vencem no mês: o mês atual, se omitido. `credito` é o que a representada já pagou e ainda não foi alocado.
         */
        get: operations["summarizeCommissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Extrato de comissões
         * @description As comissões devidas e pagas de uma representada que vencem no mês: como JSON ou CSV, até 2.000; como PDF, até 1.000, e um PDF por empresa de cada vez. O PDF e o CSV têm as mesmas colunas.
         */
        get: operations["readCommissionStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/termination": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calcular rescisão
         * @description O que é devido em uma rescisão sem justa causa (Lei 4.886/65, art. 27 j, art. 34 e art. 32 § 5º), com cada base. Informativo.
         */
        get: operations["computeTermination"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Conferir extrato da representada
         * @description O extrato da representada como CSV (pedido e valor) é comparado com as comissões devidas no mês: até 20.000 de cada lado (mais são um 400), em um arquivo de até 1 MiB, e um arquivo por empresa de cada vez. Códigos de pedidos são comparados sem distinguir maiúsculas nem espaços. Ajustes que vencem no mês contam no total. Uma linha como `Total` é a soma do extrato e não conta. Com `registrar=true`, o total informado é registrado como pagamento, alocado pedido a pedido, primeiro ao que vence no mês, depois ao que está em aberto de meses anteriores; descontos por ajustes do mês são abatidos. De um pedido que confere e já foi pago, no todo ou em parte, só o resto é registrado (`totais.ja_pago`). O que vence depois do mês não é pago: o resto fica como crédito, e a resposta diz quanto (`credito`). A mesma conciliação (representada, mês, pedidos e valores) é registrada uma vez só; de novo, apenas com `forcar=true` ou depois que o pagamento foi estornado.
         */
        post: operations["reconcileCommissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Relatório de vendas
         * @description As vendas de um período, agrupadas. As canceladas aparecem à parte. Por `estado`: o estado atual do cliente, vazio se ele não tem um. Até 10.000 linhas, e por estado 50.000 clientes; mais são um 400.
         */
        get: operations["reportSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clientes que deixaram de comprar
         * @description Clientes cuja última compra foi há mais dias que `sem_compra_ha`; os de maior compra nos últimos doze meses primeiro. Até 10.000 clientes; mais são um 400.
         */
        get: operations["reportClients"];
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
        /**
         * Criar produto
         * @description O `id` é o código do produto, escolhido por quem o cria e único em todo o sistema. Depois de criado, não muda.
         */
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
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Uma página pode ter menos de `limit` mudanças: só uma página vazia diz que não há mais. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
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
        /**
         * Ler um produto
         * @description Um `id` com `/` ou espaço vai codificado na URL: `A/1` é `A%2F1`.
         */
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
        /**
         * Alterar produto (PATCH)
         * @description Altera somente os campos enviados.
         */
        patch: operations["patchProduct"];
        trace?: never;
    };
    "/api/v1/products/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Importar produtos
         * @description Cria produtos; uma linha com o `id` de um produto da empresa o altera. A primeira linha tem os nomes das colunas, como os campos do JSON, sem distinguir maiúsculas nem acentos. Uma linha nova deve ser válida como na criação, e a de um registro existente como na alteração; uma célula vazia deixa o valor de um registro existente como está. Números com vírgula ou ponto decimal, milhares também separados por espaço; sim/não, true/false ou 1/0. Grava tudo ou nada: se uma linha tem erro, `details` mostra até 100 linhas com erro e quantas são ao todo.
         */
        post: operations["importProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exportar produtos
         * @description Todos os registros que a lista com os mesmos filtros mostra, na mesma ordem, como arquivo. Enviado aos poucos, não é um retrato de um instante: com `ordenar=nome`, um registro renomeado durante a exportação pode faltar ou aparecer duas vezes. Um arquivo que termina sem o fim da transferência está incompleto. Onde uma planilha começaria uma fórmula, o CSV tem um apóstrofo. No CSV, valores em reais têm pelo menos duas casas decimais, e telefones a forma `(11) 98765-4321`. Na planilha do Excel, datas e horários são células de data, os horários em UTC.
         */
        get: operations["exportProducts"];
        put?: never;
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
        /**
         * Criar representada
         * @description Só o nome é obrigatório.
         */
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
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Uma página pode ter menos de `limit` mudanças: só uma página vazia diz que não há mais. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
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
         * @description Uma representada com vendas, produtos, pagamentos ou ajustes de comissões não pode ser excluída: desative-a com `ativo: false`.
         */
        delete: operations["deleteRepresentada"];
        options?: never;
        head?: never;
        /**
         * Alterar representada (PATCH)
         * @description Altera somente os campos enviados. `null` esvazia qualquer texto, menos o nome.
         */
        patch: operations["patchRepresentada"];
        trace?: never;
    };
    "/api/v1/representadas/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Importar representadas
         * @description Cria representadas; uma linha com o `codigo` de uma representada da empresa a altera. Toda linha tem `codigo`. A primeira linha tem os nomes das colunas, como os campos do JSON, sem distinguir maiúsculas nem acentos. Uma linha nova deve ser válida como na criação, e a de um registro existente como na alteração; uma célula vazia deixa o valor de um registro existente como está. Números com vírgula ou ponto decimal, milhares também separados por espaço; sim/não, true/false ou 1/0. Grava tudo ou nada: se uma linha tem erro, `details` mostra até 100 linhas com erro e quantas são ao todo.
         */
        post: operations["importRepresentadas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/representadas/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exportar representadas
         * @description Todos os registros que a lista com os mesmos filtros mostra, na mesma ordem, como arquivo. Enviado aos poucos, não é um retrato de um instante: com `ordenar=nome`, um registro renomeado durante a exportação pode faltar ou aparecer duas vezes. Um arquivo que termina sem o fim da transferência está incompleto. Onde uma planilha começaria uma fórmula, o CSV tem um apóstrofo. No CSV, valores em reais têm pelo menos duas casas decimais, e telefones a forma `(11) 98765-4321`. Na planilha do Excel, datas e horários são células de data, os horários em UTC.
         */
        get: operations["exportRepresentadas"];
        put?: never;
        post?: never;
        delete?: never;
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
        /**
         * Criar cliente
         * @description Sem `codigo`, o cliente recebe `CLI` e o próximo número da empresa.
         */
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
         * @description Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Uma página pode ter menos de `limit` mudanças: só uma página vazia diz que não há mais. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.
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
        /**
         * Ler um cliente
         * @description Todos os campos, também os que a lista não mostra: bairro, observação e dias de atendimento.
         */
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
        /**
         * Alterar cliente (PATCH)
         * @description Altera somente os campos enviados. `null` apaga os que podem ficar vazios.
         */
        patch: operations["patchClient"];
        trace?: never;
    };
    "/api/v1/clients/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Importar clientes
         * @description Cria clientes; uma linha com o `codigo` de um cliente da empresa o altera. A primeira linha tem os nomes das colunas, como os campos do JSON, sem distinguir maiúsculas nem acentos. Uma linha nova deve ser válida como na criação, e a de um registro existente como na alteração; uma célula vazia deixa o valor de um registro existente como está. Números com vírgula ou ponto decimal, milhares também separados por espaço; sim/não, true/false ou 1/0. Grava tudo ou nada: se uma linha tem erro, `details` mostra até 100 linhas com erro e quantas são ao todo.
         */
        post: operations["importClients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exportar clientes
         * @description Todos os registros que a lista com os mesmos filtros mostra, na mesma ordem, como arquivo. Enviado aos poucos, não é um retrato de um instante: com `ordenar=nome`, um registro renomeado durante a exportação pode faltar ou aparecer duas vezes. Um arquivo que termina sem o fim da transferência está incompleto. Onde uma planilha começaria uma fórmula, o CSV tem um apóstrofo. No CSV, valores em reais têm pelo menos duas casas decimais, e telefones a forma `(11) 98765-4321`. Na planilha do Excel, datas e horários são células de data, os horários em UTC.
         */
        get: operations["exportClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/route": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rota de um dia da semana
         * @description Os clientes ativos atendidos no dia, por nome, com a última compra e o valor em aberto. Sem `cursor` começa pelo primeiro.
         */
        get: operations["readRoute"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description A chave deixa de valer em até um segundo. A última de escopo `admin` não pode ser revogada; outra que expira antes não conta. Uma chave não tem versão: de `If-Match`, somente `*` é aceito.
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
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ler a auditoria
         * @description Cada alteração dos registros, das chaves e da própria empresa, as mais recentes primeiro.
         */
        get: operations["readAudit"];
        put?: never;
        post?: never;
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
        Sale: components["schemas"]["SaleBase"] & {
            /** @description Itens da venda: de 1 a 1.000 */
            itens: components["schemas"]["SaleItem"][];
            /** @description Parcelas do pagamento, cuja soma é o total; sem elas, uma, na data da venda */
            parcelas?: components["schemas"]["Instalment"][];
        };
        /** @enum {string} */
        SaleStatus: "Pedido" | "AGUARDANDO PAGAMENTO" | "Em processamento" | "Faturado" | "PAGA" | "Enviado" | "ENVIADA" | "Entregue" | "ENTREGUE" | "Cancelado" | "CANCELADA";
        SaleItem: {
            /** @description Código do produto */
            produto_id: string;
            /** @description Quantidade, com até 6 casas decimais */
            quantidade: number;
            /** @description Valor unitário em reais */
            valor_unitario: number;
            /** @description Valor total em reais, calculado pelo serviço */
            valor_total: number;
        };
        Instalment: {
            /**
             * Format: date
             * @description Vencimento da parcela
             */
            vencimento: string;
            /** @description Valor da parcela em reais */
            valor: number;
        };
        SaleBase: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /** @description Código do pedido, único na empresa */
            pedido: string;
            /**
             * Format: date
             * @description Data da venda; não pode ser futura
             */
            data: string;
            /**
             * Format: uuid
             * @description Cliente da venda
             */
            cliente_id: string;
            /**
             * Format: uuid
             * @description Representada da venda
             */
            representada_id: string;
            /** @description Situação da venda */
            status: components["schemas"]["SaleStatus"];
            /** @description Valor total em reais, calculado pelo serviço */
            valor_total: number;
            /**
             * Format: date-time
             * @description Momento da criação
             */
            created_at: string;
            /** @description Identificador da venda no sistema de quem integra, único na empresa */
            id_externo?: string;
        };
        SaleReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Sale"];
        };
        NewSale: components["schemas"]["NewSaleCamelCase"] | components["schemas"]["NewSaleSnakeCase"];
        NewSaleCamelCase: {
            /**
             * Format: uuid
             * @description Cliente ativo da empresa
             */
            clienteId: string;
            /**
             * Format: uuid
             * @description Representada da empresa
             */
            representadaId: string;
            /** @description Situação da venda; `PAGA`, se omitida */
            status?: components["schemas"]["SaleStatus"] | null;
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             */
            data?: string | null;
            /** @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN` */
            pedido?: string | null;
            /** @description Itens da venda: de 1 a 1.000 */
            itens: components["schemas"]["NewSaleItem"][];
            /** @description Parcelas do pagamento, cuja soma é o total; sem elas, uma, na data da venda */
            parcelas?: components["schemas"]["Instalment"][] | null;
            /** @description Identificador da venda no sistema de quem integra, único na empresa */
            id_externo?: string | null;
        };
        NewSaleSnakeCase: {
            /**
             * Format: uuid
             * @description Cliente ativo da empresa
             */
            cliente_id: string;
            /**
             * Format: uuid
             * @description Representada da empresa
             */
            representada_id: string;
            /** @description Situação da venda; `PAGA`, se omitida */
            status?: components["schemas"]["SaleStatus"] | null;
            /**
             * Format: date
             * @description Data da venda; hoje, se omitida; não pode ser futura
             */
            data?: string | null;
            /** @description Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN` */
            pedido?: string | null;
            /** @description Itens da venda: de 1 a 1.000 */
            itens: components["schemas"]["NewSaleItem"][];
            /** @description Parcelas do pagamento, cuja soma é o total; sem elas, uma, na data da venda */
            parcelas?: components["schemas"]["Instalment"][] | null;
            /** @description Identificador da venda no sistema de quem integra, único na empresa */
            id_externo?: string | null;
        };
        NewSaleItem: components["schemas"]["NewSaleItemCamelCase"] | components["schemas"]["NewSaleItemSnakeCase"];
        NewSaleItemCamelCase: {
            /** @description Código do produto */
            produtoId: string;
            /** @description Quantidade, com até 6 casas decimais */
            quantidade: number;
            /** @description Valor unitário em reais */
            valorUnitario: number;
        };
        NewSaleItemSnakeCase: {
            /** @description Código do produto */
            produto_id: string;
            /** @description Quantidade, com até 6 casas decimais */
            quantidade: number;
            /** @description Valor unitário em reais */
            valor_unitario: number;
        };
        FieldsErrorBody: {
            /** @description O que aconteceu, em uma frase */
            error: string;
            /** @description Cada problema da entrada, ou o que impede a operação */
            details?: {
                [key: string]: string;
            };
        };
        Problem: {
            /**
             * Format: uri-reference
             * @description Onde o erro está explicado
             */
            type: string;
            /** @description O tipo do erro, em uma frase */
            title: string;
            status: number;
            /** @description O que aconteceu, em uma frase */
            detail: string;
            codigo: components["schemas"]["ErrorCode"];
            /** @description O `x-request-id` da resposta */
            request_id: string;
            /** @description Cada problema da entrada; vazia quando não há */
            errors: components["schemas"]["ProblemFault"][];
            /** @description Fatos sobre o que impede a operação */
            details?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description O tipo do erro, para programas: não muda. Versões novas podem ter outros
         * @enum {string}
         */
        ErrorCode: "request.invalid" | "request.malformed" | "request.url_malformed" | "request.body_incomplete" | "request.not_from_gateway" | "request.too_slow" | "request.body_too_large" | "request.media_type_unsupported" | "request.encoding_unsupported" | "request.rate_limited" | "request.too_many_at_once" | "request.headers_too_large" | "request.transfer_coding_unknown" | "route.not_found" | "route.method_not_allowed" | "record.version_mismatch" | "cursor.invalid" | "cursor.expired" | "idempotency_key.running" | "idempotency_key.reused" | "service.failed" | "service.unavailable" | "key.missing" | "key.invalid" | "key.not_allowed" | "key.not_found" | "key.last_admin" | "key.too_many" | "token.missing" | "token.invalid" | "empresa.inactive" | "empresa.not_found" | "client.not_found" | "client.not_found_or_inactive" | "client.email_taken" | "client.codigo_taken" | "client.id_externo_taken" | "client.has_sales" | "product.not_found" | "product.id_taken" | "product.id_externo_taken" | "representada.not_found" | "representada.cnpj_taken" | "representada.codigo_taken" | "representada.id_externo_taken" | "representada.has_sales" | "representada.has_products" | "representada.has_commissions" | "sale.not_found" | "sale.pedido_taken" | "sale.id_externo_taken" | "sale.transition_invalid" | "sale.field_fixed" | "sale.received" | "sale.commission_paid" | "receipt.not_found" | "receipt.exceeds_open" | "receipt.instalment_unknown" | "receipt.too_many" | "receipt.sale_cancelled" | "receipt.sale_paid" | "receipt.commission_paid" | "commission.summary_too_long" | "payment.not_found" | "payment.sales_not_due" | "statement.too_long" | "statement.running" | "statement.busy" | "reconciliation.month_too_long" | "reconciliation.nothing_to_pay" | "reconciliation.sum_not_positive" | "reconciliation.recorded" | "reconciliation.running" | "reconciliation.busy" | "report.too_long" | "report.too_many_clients" | "report.running" | "report.busy" | "import.running" | "import.busy" | "import.file_too_large" | "import.file_incomplete" | "export.running" | "export.busy";
        ProblemFault: {
            /** @description O campo ou parâmetro; `body`, o corpo inteiro; `linha`, a linha inteira do arquivo */
            campo: string;
            codigo: components["schemas"]["FaultCode"] | components["schemas"]["ErrorCode"];
            /** @description O problema, em uma frase */
            mensagem: string;
            linha?: number;
        };
        /**
         * @description O que há de errado com um campo, para programas: não muda. Versões novas podem ter outros
         * @enum {string}
         */
        FaultCode: "field.required" | "field.unknown" | "field.contradictory" | "field.wrong_type" | "field.invalid" | "field.invalid_format" | "field.not_allowed" | "field.too_short" | "field.too_long" | "field.too_small" | "field.too_large" | "field.future_date" | "field.reversed" | "parameter.unknown" | "parameter.repeated" | "parameter.page_and_cursor" | "idempotency_key.malformed" | "body.not_json" | "body.too_many_values" | "body.encoding_invalid" | "file.empty" | "file.not_text" | "file.quotes_unclosed" | "file.line_too_long" | "file.too_many_lines" | "column.unknown" | "column.repeated" | "column.missing" | "line.columns_differ" | "line.unreadable" | "line.repeated" | "line.number_ambiguous" | "sale.total_too_large" | "sale.instalments_differ" | "sale.nothing_due" | "payment.too_large";
        ErrorBody: {
            /** @description O que aconteceu, em uma frase */
            error: string;
            /** @description Cada problema da entrada, ou o que impede a operação */
            details?: {
                [key: string]: unknown;
            } | unknown[];
        };
        SaleSummary: components["schemas"]["SaleBase"] & {
            /** @description Nome atual do cliente */
            cliente_nome: string;
            /** @description Nome atual da representada */
            representada_nome: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             */
            updated_at: string;
        };
        /** Página numerada */
        SaleSummaryPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["SaleSummary"][];
            /** @description Número da página */
            page: number;
            /** @description Registros por página */
            limit: number;
            /** @description Registros em todas as páginas */
            total: number;
        };
        /** Página depois de um `cursor` */
        SaleSummaryCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["SaleSummary"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        SaleSummaryList: components["schemas"]["SaleSummaryPage"] | components["schemas"]["SaleSummaryCursorPage"];
        /** @enum {string} */
        SaleOrder: "-created_at" | "data" | "-data" | "valor_total" | "-valor_total";
        IssuesErrorBody: {
            /** @description O que aconteceu, em uma frase */
            error: string;
            /** @description Cada problema da entrada, ou o que impede a operação */
            details?: components["schemas"]["Issue"][];
        };
        Issue: {
            /** @description Tipo do problema */
            code: string;
            /** @description O problema, em uma frase */
            message: string;
            /** @description Onde está o campo */
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
        UpdatedSale: components["schemas"]["Sale"] & {
            /**
             * Format: date-time
             * @description Momento da última alteração
             */
            updated_at: string;
        };
        /** O registro foi criado ou alterado */
        ChangedSale: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "alterado";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
            registro: components["schemas"]["UpdatedSale"];
        };
        /** O registro foi excluído */
        DeletedSale: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "excluido";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
        };
        SaleChangeEntry: components["schemas"]["ChangedSale"] | components["schemas"]["DeletedSale"];
        SaleChangePage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["SaleChangeEntry"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor das mudanças seguintes; nunca é nulo */
            next_cursor: string;
        };
        FullSale: components["schemas"]["UpdatedSale"] & {
            /** @description Nome atual do cliente */
            cliente_nome: string;
            /** @description Nome atual da representada */
            representada_nome: string;
        };
        FullSaleReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["FullSale"];
        };
        SaleHistoryEntry: {
            /** @description Versão da venda depois da alteração */
            versao: number;
            /**
             * Format: date-time
             * @description Momento da alteração
             */
            alterado_em: string;
            /** @description Chave de API usada na alteração */
            chave: components["schemas"]["SaleHistoryKey"];
            /** @description Campos alterados, como eram antes */
            de: components["schemas"]["SaleHistoryFields"];
            /** @description Campos alterados, como ficaram */
            para: components["schemas"]["SaleHistoryFields"];
            /** @description Por que a venda é alterada; aparece no histórico */
            motivo: string | null;
        };
        SaleHistoryKey: {
            /** @description Identificador, dado pelo serviço */
            id: string;
            /** @description Começo da chave */
            prefixo: string;
        };
        SaleHistoryFields: {
            /** @description Código do pedido, único na empresa */
            pedido?: string;
            /**
             * Format: date
             * @description Data da venda; não pode ser futura
             */
            data?: string;
            /** @description Situação da venda */
            status?: components["schemas"]["SaleStatus"];
            /** @description Valor total em reais, calculado pelo serviço */
            valor_total?: number;
            /** @description Parcelas do pagamento, cuja soma é o total; sem elas, uma, na data da venda */
            parcelas?: components["schemas"]["Instalment"][] | null;
            /** @description O que já foi recebido da venda, em reais */
            recebido?: number;
            /** @description Comissão da venda em reais */
            comissao?: number;
            /** @description Itens da venda: de 1 a 1.000 */
            itens?: components["schemas"]["SaleItem"][];
            /** @description Identificador da venda no sistema de quem integra, único na empresa */
            id_externo?: string | null;
        };
        SaleHistoryEntryCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["SaleHistoryEntry"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        UpdatedSaleReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["UpdatedSale"];
        };
        SaleChanges: {
            /**
             * Format: date
             * @description Data da venda; não pode ser futura
             */
            data?: string;
            /** @description Código do pedido, único na empresa */
            pedido?: string;
            /** @description Situação da venda */
            status?: components["schemas"]["SaleStatus"];
            /** @description Itens da venda: de 1 a 1.000 */
            itens?: components["schemas"]["NewSaleItem"][];
            /** @description Parcelas do pagamento, cuja soma é o total; sem elas, uma, na data da venda */
            parcelas?: components["schemas"]["Instalment"][] | null;
            /** @description Por que a venda é alterada; aparece no histórico */
            motivo?: string | null;
            /** @description Identificador da venda no sistema de quem integra, único na empresa */
            id_externo?: string | null;
        };
        MessageReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O que foi feito */
            message: string;
        };
        /** @enum {string} */
        ExportFormat: "csv" | "xlsx";
        Receipt: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /**
             * Format: uuid
             * @description Venda
             */
            sale_id: string;
            /**
             * Format: date
             * @description Data do pagamento ou do recebimento
             */
            data: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Se vem do status da venda, que consta como paga */
            automatico: boolean;
            /** @description O que o recebimento cobriu de cada parcela, e a comissão que tornou devida */
            parcelas: components["schemas"]["ReceiptInstalment"][];
            /**
             * Format: date-time
             * @description Momento da criação
             */
            created_at: string;
        };
        ReceiptInstalment: {
            /** @description Número da parcela da venda, a partir de 1 */
            parcela: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Comissão que se tornou devida */
            comissao: number;
        };
        ReceiptReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Receipt"];
        };
        NewReceipt: {
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /**
             * Format: date
             * @description Data do recebimento; hoje, se omitida; não pode ser futura
             */
            data?: string | null;
            /** @description Número da parcela da venda, a partir de 1 */
            parcela?: number | null;
        };
        SaleReceipts: {
            /**
             * Format: uuid
             * @description Venda
             */
            sale_id: string;
            /** @description Total da venda */
            valor_total: number;
            /** @description O que o cliente já pagou */
            recebido: number;
            /** @description O que falta pagar */
            aberto: number;
            /** @description Os recebimentos, do mais antigo ao mais recente */
            recebimentos: components["schemas"]["Receipt"][];
        };
        SaleReceiptsReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["SaleReceipts"];
        };
        CommissionPayment: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /**
             * Format: date
             * @description Data do pagamento ou do recebimento
             */
            data: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Como a representada identifica o pagamento */
            referencia: string;
            /** @description O que foi pago e ainda não foi alocado; o próximo pagamento o usa */
            credito: number;
            /** @description A quantas comissões o pagamento foi alocado */
            alocacoes: number;
            /** @description A que comissões o pagamento foi alocado: ao ler o pagamento, todas; ao registrar e na lista, as primeiras 100 */
            alocacao: components["schemas"]["CommissionAllocation"][];
            /**
             * Format: date-time
             * @description Momento da criação
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Quando o pagamento foi estornado
             */
            estornado_em: string | null;
        };
        CommissionAllocation: {
            /**
             * Format: uuid
             * @description Venda; `null` em um ajuste
             */
            sale_id: string | null;
            /**
             * Format: uuid
             * @description Ajuste; somente se a comissão não é de uma venda
             */
            ajuste_id?: string;
            /** @description Código do pedido */
            pedido: string | null;
            /** @description Número da parte da comissão dentro da venda */
            parte: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
        };
        CommissionPaymentReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["CommissionPayment"];
        };
        NewCommissionPayment: {
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /**
             * Format: date
             * @description Data do pagamento; hoje, se omitida; não pode ser futura
             */
            data?: string | null;
            /** @description Como a representada identifica o pagamento */
            referencia?: string | null;
            /** @description Vendas a que o pagamento se refere; sem elas, as comissões mais antigas */
            vendas?: string[] | null;
        };
        CommissionPaymentCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["CommissionPayment"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        CommissionAdjustment: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /**
             * Format: date
             * @description Quando o ajuste vence
             */
            vencimento: string;
            /** @description Motivo do ajuste */
            motivo: string;
            /**
             * Format: date-time
             * @description Momento da criação
             */
            created_at: string;
        };
        CommissionAdjustmentReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["CommissionAdjustment"];
        };
        NewCommissionAdjustment: {
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /**
             * Format: date
             * @description Quando o ajuste vence; hoje, se omitido
             */
            vencimento?: string | null;
            /** @description Motivo do ajuste */
            motivo: string;
        };
        Commission: {
            /**
             * Format: uuid
             * @description Venda; `null` em um ajuste
             */
            sale_id: string | null;
            /**
             * Format: uuid
             * @description Ajuste; somente se a comissão não é de uma venda
             */
            ajuste_id?: string;
            /** @description Código do pedido */
            pedido: string | null;
            /** @description Número da parte da comissão dentro da venda */
            parte: number;
            /** @description Número da parcela da venda, a partir de 1 */
            parcela: number | null;
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /**
             * Format: uuid
             * @description Cliente da venda; `null` em um ajuste
             */
            cliente_id: string | null;
            /** @description Valor sobre o qual a comissão é calculada */
            base: number;
            /** @description Percentual da comissão; a média, se os itens têm percentuais diferentes */
            percentual: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Quanto da comissão já foi pago */
            pago: number;
            /** @description `prevista`: ainda não devida; `devida`: a vencer; `vencida`: passou do vencimento; `paga`: paga por inteiro */
            situacao: components["schemas"]["CommissionStatus"];
            /**
             * Format: date
             * @description Quando a comissão vence: no dia combinado do mês seguinte ao da venda, da parcela ou do recebimento
             */
            vencimento: string;
            /**
             * Format: date
             * @description Data do pagamento que completou a comissão
             */
            pago_em: string | null;
            /** @description Motivo do ajuste */
            motivo?: string;
            /** @description Dias de atraso; somente se vencida */
            dias_atraso?: number;
            /** @description Fator do INPC desde o vencimento; somente se o índice foi carregado */
            fator?: number;
            /** @description O que falta pagar, corrigido pelo fator */
            valor_corrigido?: number;
        };
        /** @enum {string} */
        CommissionStatus: "prevista" | "devida" | "vencida" | "paga";
        CommissionCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Commission"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        CommissionMonth: {
            /** @description Mês de vencimento, como AAAA-MM */
            mes: string;
            /** @description Uma linha por representada */
            representadas: components["schemas"]["CommissionSummary"][];
        };
        CommissionSummary: {
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /** @description Nome atual da representada */
            representada_nome: string;
            /** @description Ainda não devida */
            prevista: number;
            /** @description Devida e a vencer */
            devida: number;
            /** @description Devida e vencida */
            vencida: number;
            /** @description Paga */
            paga: number;
            /** @description O que foi pago e ainda não foi alocado; o próximo pagamento o usa */
            credito: number;
        };
        CommissionMonthReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["CommissionMonth"];
        };
        CommissionStatement: {
            /** @description Nome da empresa */
            empresa_nome: string;
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /** @description Nome atual da representada */
            representada_nome: string;
            /** @description CNPJ da representada; vazio se não há */
            representada_cnpj: string;
            /** @description Endereço da representada, em uma linha; vazio se não há */
            representada_endereco: string;
            /** @description Mês de vencimento, como AAAA-MM */
            mes: string;
            /**
             * Format: date
             * @description Data de emissão
             */
            emitido_em: string;
            /** @description As comissões do mês, pela ordem de vencimento */
            comissoes: components["schemas"]["StatementCommission"][];
            /** @description As somas */
            totais: components["schemas"]["StatementTotals"];
            /** @description Os pagamentos destas comissões; `valor` é quanto foi para elas */
            pagamentos: components["schemas"]["StatementPayment"][];
        };
        StatementCommission: {
            /**
             * Format: uuid
             * @description Venda; `null` em um ajuste
             */
            sale_id: string | null;
            /**
             * Format: uuid
             * @description Ajuste; somente se a comissão não é de uma venda
             */
            ajuste_id?: string;
            /** @description Código do pedido */
            pedido: string | null;
            /** @description Número da parte da comissão dentro da venda */
            parte: number;
            /** @description Número da parcela da venda, a partir de 1 */
            parcela: number | null;
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /**
             * Format: uuid
             * @description Cliente da venda; `null` em um ajuste
             */
            cliente_id: string | null;
            /** @description Valor sobre o qual a comissão é calculada */
            base: number;
            /** @description Percentual da comissão; a média, se os itens têm percentuais diferentes */
            percentual: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Quanto da comissão já foi pago */
            pago: number;
            /** @description `prevista`: ainda não devida; `devida`: a vencer; `vencida`: passou do vencimento; `paga`: paga por inteiro */
            situacao: components["schemas"]["CommissionStatus"];
            /**
             * Format: date
             * @description Quando a comissão vence: no dia combinado do mês seguinte ao da venda, da parcela ou do recebimento
             */
            vencimento: string;
            /**
             * Format: date
             * @description Data do pagamento que completou a comissão
             */
            pago_em: string | null;
            /** @description Motivo do ajuste */
            motivo?: string;
            /** @description Dias de atraso; somente se vencida */
            dias_atraso?: number;
            /** @description Fator do INPC desde o vencimento; somente se o índice foi carregado */
            fator?: number;
            /** @description O que falta pagar, corrigido pelo fator */
            valor_corrigido?: number;
            /** @description Nome atual do cliente; `null` em um ajuste */
            cliente_nome: string | null;
            /**
             * Format: date
             * @description Data da venda; `null` em um ajuste
             */
            data_venda: string | null;
            /**
             * Format: date
             * @description Data do recebimento que tornou a comissão devida; `null` se nenhum recebimento a tornou
             */
            recebido_em: string | null;
        };
        StatementTotals: {
            /** @description Valor sobre o qual a comissão é calculada */
            base: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Quanto da comissão já foi pago */
            pago: number;
            /** @description O que falta pagar */
            aberto: number;
            /** @description As somas por situação */
            situacoes: components["schemas"]["StatementSituation"][];
        };
        StatementSituation: {
            /** @description `prevista`: ainda não devida; `devida`: a vencer; `vencida`: passou do vencimento; `paga`: paga por inteiro */
            situacao: components["schemas"]["CommissionStatus"];
            /** @description As comissões do mês, pela ordem de vencimento */
            comissoes: number;
            /** @description Valor sobre o qual a comissão é calculada */
            base: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Quanto da comissão já foi pago */
            pago: number;
            /** @description O que falta pagar */
            aberto: number;
        };
        StatementPayment: {
            /**
             * Format: uuid
             * @description Pagamento
             */
            pagamento_id: string;
            /**
             * Format: date
             * @description Data do pagamento ou do recebimento
             */
            data: string;
            /** @description Como a representada identifica o pagamento */
            referencia: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
        };
        CommissionStatementReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["CommissionStatement"];
        };
        /** @enum {string} */
        StatementFormat: "json" | "csv" | "pdf";
        Termination: {
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /**
             * Format: date
             * @description Início da representação
             */
            inicio: string;
            /**
             * Format: date
             * @description Fim da representação
             */
            data: string;
            /**
             * @description Sempre `true`: o cálculo é informativo
             * @constant
             */
            informativo: true;
            /** @description O que o cálculo não considera */
            observacao: string;
            /** @description A indenização e sua base */
            indenizacao: components["schemas"]["TerminationAmount"];
            /** @description O que é devido se não foi dado aviso prévio, e sua base */
            aviso_previo: components["schemas"]["TerminationAmount"];
            /** @description As comissões pendentes, que vencem na rescisão */
            pendentes: components["schemas"]["PendingCommissions"];
            /** @description A soma */
            total: number;
        };
        TerminationAmount: {
            /** @description O artigo da lei */
            fundamento: string;
            /** @description Soma das comissões que contam */
            base: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description A base, mês a mês: o mês em que a comissão foi adquirida */
            meses: components["schemas"]["TerminationMonth"][];
        };
        TerminationMonth: {
            /** @description Mês em que a comissão foi adquirida, como AAAA-MM */
            mes: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
        };
        /** @description O que está em aberto hoje, qualquer que seja `data` */
        PendingCommissions: {
            /** @description O artigo da lei */
            fundamento: string;
            /** @description Ainda não devida */
            prevista: number;
            /** @description Devida e não paga, vencida ou a vencer */
            devida: number;
            /** @description O que a representada já pagou e ainda não foi alocado: é descontado */
            credito: number;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
        };
        TerminationReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Termination"];
        };
        CommissionReconciliation: {
            /**
             * Format: uuid
             * @description Representada
             */
            representada_id: string;
            /** @description Mês de vencimento, como AAAA-MM */
            mes: string;
            /** @description Pedidos com o mesmo valor nos dois lados */
            conferem: components["schemas"]["ReconciledOrder"][];
            /** @description Pedidos com valores diferentes */
            divergem: components["schemas"]["ReconciledOrder"][];
            /** @description Pedidos que faltam no arquivo */
            ausentes: components["schemas"]["MissingOrder"][];
            /** @description Pedidos do arquivo com comissão em aberto de outro mês; `valor` é o que está em aberto */
            outros_meses: components["schemas"]["ReconciledOrder"][];
            /** @description Pedidos do arquivo sem comissão devida; `sale_id` diz que a venda existe, e `pago` quanto já foi pago */
            desconhecidos: components["schemas"]["UnknownOrder"][];
            /** @description Ajustes que vencem no mês; um extrato não os tem por pedido */
            ajustes: components["schemas"]["ReconciledAdjustment"][];
            /** @description As somas */
            totais: components["schemas"]["ReconciledTotals"];
        };
        ReconciledOrder: {
            /** @description Código do pedido */
            pedido: string;
            /**
             * Format: uuid
             * @description Venda
             */
            sale_id: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description O que já foi pago; ausente se nada */
            pago?: number;
            /** @description Valor que a representada informa */
            valor_informado: number;
        };
        MissingOrder: {
            /** @description Código do pedido */
            pedido: string;
            /**
             * Format: uuid
             * @description Venda
             */
            sale_id: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description O que já foi pago; ausente se nada */
            pago?: number;
        };
        UnknownOrder: {
            /** @description Código do pedido */
            pedido: string;
            /**
             * Format: uuid
             * @description Venda
             */
            sale_id?: string;
            /** @description O que já foi pago; ausente se nada */
            pago?: number;
            /** @description Valor que a representada informa */
            valor_informado: number;
        };
        ReconciledAdjustment: {
            /**
             * Format: uuid
             * @description Ajuste; somente se a comissão não é de uma venda
             */
            ajuste_id: string;
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Quanto da comissão já foi pago */
            pago: number;
            /** @description Motivo do ajuste */
            motivo: string;
        };
        ReconciledTotals: {
            /** @description Valor em reais, com até duas casas decimais */
            valor: number;
            /** @description Valor que a representada informa */
            valor_informado: number;
            /** @description Quanto dos pedidos que conferem já foi pago: `registrar=true` registra somente o resto */
            ja_pago: number;
        };
        CommissionReconciliationReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["CommissionReconciliation"];
        };
        RecordedReconciliation: components["schemas"]["CommissionReconciliation"] & {
            /**
             * Format: uuid
             * @description O pagamento que foi registrado
             */
            pagamento_id: string;
            /** @description O que sobrou do pagamento, por exemplo porque as comissões vencem depois do mês */
            credito: number;
        };
        RecordedReconciliationReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["RecordedReconciliation"];
        };
        SalesReportRow: {
            /** @description O dia, o mês, o identificador, o estado ou o status do grupo */
            chave: string;
            /** @description Nome do cliente ou da representada; nos demais, igual à chave */
            nome: string;
            /** @description Nome atual do produto, somente por `produto`; `null` se ele não existe */
            produto_nome?: string | null;
            /** @description Número de vendas, sem as canceladas */
            vendas: number;
            /** @description Valor das vendas; por produto, dos seus itens */
            total: number;
            /** @description Valor médio por venda */
            media: number;
            /** @description Comissão das vendas */
            comissao: number;
            /** @description Número de vendas canceladas */
            canceladas: number;
            /** @description Valor das vendas canceladas */
            total_cancelado: number;
        };
        SalesReportReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["SalesReportRow"][];
        };
        /** @enum {string} */
        SalesReportGroup: "dia" | "mes" | "cliente" | "representada" | "produto" | "estado" | "status";
        /** @enum {string} */
        ReportFormat: "json" | "csv";
        ClientsReportRow: {
            /**
             * Format: uuid
             * @description Cliente
             */
            cliente_id: string;
            /** @description Nome atual do cliente */
            cliente_nome: string;
            /**
             * Format: date
             * @description Data da última compra
             */
            ultima_compra: string;
            /** @description Dias desde então */
            dias_sem_compra: number;
            /** @description Intervalo médio entre as compras do ano até a última, em dias; `null`, se houve uma só */
            intervalo_medio: number | null;
            /** @description Valor das compras dos últimos doze meses */
            total_12_meses: number;
        };
        ClientsReportReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["ClientsReportRow"][];
        };
        Product: {
            /** @description Código do produto, escolhido por quem o cria; não pode ser `.`, `..`, `changes`, `import` nem `export`, nem começar com `externo:` */
            id: string;
            /** @description Nome */
            nome: string;
            /** @description Descrição; `null` a remove */
            descricao: string | null;
            /** @description Preço unitário em reais */
            preco: number;
            /** @description Se o produto está ativo */
            ativo: boolean;
            /**
             * Format: date-time
             * @description Momento da criação
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Representada do produto; `null` a remove
             */
            representada_id?: string;
            /** @description Percentual de comissão do produto, que vale no lugar do da representada; `null` o remove */
            comissao?: number;
            /** @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove */
            id_externo?: string;
        };
        ProductReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Product"];
        };
        NewProduct: {
            /** @description Código do produto, escolhido por quem o cria; não pode ser `.`, `..`, `changes`, `import` nem `export`, nem começar com `externo:` */
            id: string;
            /** @description Nome */
            nome: string;
            /**
             * @description Descrição; `null` a remove
             * @default null
             */
            descricao?: string | null;
            /** @description Preço unitário em reais */
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
            /** @description Percentual de comissão do produto, que vale no lugar do da representada; `null` o remove */
            comissao?: number | null;
            /**
             * @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove
             * @default null
             */
            id_externo?: string | null;
        };
        /** Página numerada */
        ProductPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Product"][];
            /** @description Número da página */
            page: number;
            /** @description Registros por página */
            limit: number;
            /** @description Registros em todas as páginas */
            total: number;
        };
        /** Página depois de um `cursor` */
        ProductCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Product"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        ProductList: components["schemas"]["ProductPage"] | components["schemas"]["ProductCursorPage"];
        /** @enum {string} */
        ProductOrder: "-created_at" | "nome" | "-nome";
        /** O registro foi criado ou alterado */
        ChangedProduct: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "alterado";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
            registro: components["schemas"]["Product"];
        };
        /** O registro foi excluído */
        DeletedProduct: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "excluido";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
        };
        ProductChangeEntry: components["schemas"]["ChangedProduct"] | components["schemas"]["DeletedProduct"];
        ProductChangePage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["ProductChangeEntry"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor das mudanças seguintes; nunca é nulo */
            next_cursor: string;
        };
        ProductChanges: {
            /** @description Nome */
            nome?: string;
            /** @description Descrição; `null` a remove */
            descricao?: string | null;
            /** @description Preço unitário em reais */
            preco?: number;
            /** @description Se o produto está ativo */
            ativo?: boolean;
            /**
             * Format: uuid
             * @description Representada do produto; `null` a remove
             */
            representada_id?: string | null;
            /** @description Percentual de comissão do produto, que vale no lugar do da representada; `null` o remove */
            comissao?: number | null;
            /** @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove */
            id_externo?: string | null;
        };
        /** @description O que foi feito das linhas */
        ImportResult: {
            /** @description Registros novos */
            criados: number;
            /** @description Registros que mudaram */
            atualizados: number;
            /** @description Linhas iguais ao registro que já havia */
            inalterados: number;
        };
        ImportResultReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["ImportResult"];
        };
        RowsErrorBody: {
            /** @description O que aconteceu, em uma frase */
            error: string;
            /** @description Cada problema da entrada, ou o que impede a operação */
            details?: components["schemas"]["Issue"][] | components["schemas"]["RowFaults"];
        };
        RowFaults: {
            /** @description Quantas linhas têm erro */
            total: number;
            /** @description As primeiras 100 linhas com erro */
            linhas: components["schemas"]["RowFault"][];
        };
        RowFault: {
            /** @description Número da linha no arquivo; o cabeçalho é a primeira */
            linha: number;
            /** @description O problema de cada campo da linha */
            campos: {
                [key: string]: string;
            };
        };
        Representada: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /** @description Nome ou razão social */
            nome: string;
            /** @description CNPJ (também alfanumérico), com ou sem pontuação; único na empresa */
            cnpj: string;
            /** @description Email de contato */
            email: string;
            /** @description Telefone de contato; guardado em E.164 */
            telefone: string;
            /** @description Endereço */
            endereco: string;
            /** @description Cidade */
            cidade: string;
            /** @description Sigla do estado, com 2 letras */
            estado: string;
            /** @description Nome da pessoa de contato */
            contato: string;
            /** @description Anotações livres */
            observacao: string;
            /** @description Percentual de comissão */
            comissao: number;
            /** @description Se a representada está ativa */
            ativo: boolean;
            /**
             * Format: date-time
             * @description Momento da criação
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             */
            updated_at: string;
            /** @description Quando a comissão é devida: `recebimento` (a regra da lei, se omitido) ou `faturamento` */
            comissao_quando?: components["schemas"]["CommissionTrigger"];
            /** @description Dia do mês seguinte em que a comissão vence: 15, se omitido; em mês mais curto, o último dia */
            comissao_dia?: number;
            /** @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove */
            id_externo?: string;
            /** @description Código, único na empresa; `null` o remove */
            codigo?: string;
        };
        /** @enum {string} */
        CommissionTrigger: "recebimento" | "faturamento";
        RepresentadaReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Representada"];
        };
        NewRepresentada: {
            /** @description Nome ou razão social */
            nome: string;
            /**
             * Format: cnpj
             * @description CNPJ (também alfanumérico), com ou sem pontuação; único na empresa
             */
            cnpj?: string | null;
            /**
             * Format: email
             * @description Email de contato
             */
            email?: string | null;
            /**
             * Format: phone
             * @description Telefone de contato; guardado em E.164
             */
            telefone?: string | null;
            /** @description Endereço */
            endereco?: string | null;
            /** @description Cidade */
            cidade?: string | null;
            /** @description Sigla do estado, com 2 letras */
            estado?: string | null;
            /** @description Nome da pessoa de contato */
            contato?: string | null;
            /** @description Anotações livres */
            observacao?: string | null;
            /** @description Percentual de comissão */
            comissao?: number;
            /**
             * @description Se a representada está ativa
             * @default true
             */
            ativo?: boolean;
            /**
             * @description Quando a comissão é devida: `recebimento` (a regra da lei, se omitido) ou `faturamento`
             * @default null
             */
            comissao_quando?: components["schemas"]["CommissionTrigger"] | null;
            /**
             * @description Dia do mês seguinte em que a comissão vence: 15, se omitido; em mês mais curto, o último dia
             * @default null
             */
            comissao_dia?: number | null;
            /**
             * @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove
             * @default null
             */
            id_externo?: string | null;
            /**
             * @description Código, único na empresa; `null` o remove
             * @default null
             */
            codigo?: string | null;
        };
        /** Página numerada */
        RepresentadaPage: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Representada"][];
            /** @description Número da página */
            page: number;
            /** @description Registros por página */
            limit: number;
            /** @description Registros em todas as páginas */
            total: number;
        };
        /** Página depois de um `cursor` */
        RepresentadaCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Representada"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        RepresentadaList: components["schemas"]["RepresentadaPage"] | components["schemas"]["RepresentadaCursorPage"];
        /** @enum {string} */
        RepresentadaOrder: "-created_at" | "nome" | "-nome";
        /** O registro foi criado ou alterado */
        ChangedRepresentada: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "alterado";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
            registro: components["schemas"]["Representada"];
        };
        /** O registro foi excluído */
        DeletedRepresentada: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "excluido";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
        };
        RepresentadaChangeEntry: components["schemas"]["ChangedRepresentada"] | components["schemas"]["DeletedRepresentada"];
        RepresentadaChangePage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["RepresentadaChangeEntry"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor das mudanças seguintes; nunca é nulo */
            next_cursor: string;
        };
        RepresentadaChanges: {
            /** @description Nome ou razão social */
            nome?: string;
            /**
             * Format: cnpj
             * @description CNPJ (também alfanumérico), com ou sem pontuação; único na empresa
             */
            cnpj?: string | null;
            /**
             * Format: email
             * @description Email de contato
             */
            email?: string | null;
            /**
             * Format: phone
             * @description Telefone de contato; guardado em E.164
             */
            telefone?: string | null;
            /** @description Endereço */
            endereco?: string | null;
            /** @description Cidade */
            cidade?: string | null;
            /** @description Sigla do estado, com 2 letras */
            estado?: string | null;
            /** @description Nome da pessoa de contato */
            contato?: string | null;
            /** @description Anotações livres */
            observacao?: string | null;
            /** @description Percentual de comissão */
            comissao?: number;
            /** @description Se a representada está ativa */
            ativo?: boolean;
            /** @description Quando a comissão é devida: `recebimento` (a regra da lei, se omitido) ou `faturamento` */
            comissao_quando?: components["schemas"]["CommissionTrigger"] | null;
            /** @description Dia do mês seguinte em que a comissão vence: 15, se omitido; em mês mais curto, o último dia */
            comissao_dia?: number | null;
            /** @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove */
            id_externo?: string | null;
            /** @description Código, único na empresa; `null` o remove */
            codigo?: string | null;
        };
        ClientSummary: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /** @description Código, único na empresa */
            codigo: string;
            /** @description Nome ou razão social */
            nome: string;
            /** @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela */
            cnpj_cpf: string | null;
            /** @description Email, único no sistema */
            email: string;
            /** @description Telefone com DDD, em qualquer formato usual; guardado em E.164 */
            telefone: string;
            /** @description Endereço completo */
            endereco: string | null;
            /** @description Cidade */
            cidade: string;
            /** @description Sigla do estado, com 2 letras */
            estado: string;
            /** @description Só clientes ativos podem receber vendas */
            ativo: boolean;
            /**
             * Format: date-time
             * @description Momento da criação
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             */
            updated_at: string;
            /** @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove */
            id_externo?: string;
        };
        ClientSummaryReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["ClientSummary"];
        };
        NewClient: {
            /** @description Código, único na empresa; sem ele, o serviço gera `CLI` e um número */
            codigo?: string | null;
            /** @description Nome ou razão social */
            nome: string;
            /**
             * Format: cnpj_cpf
             * @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela
             */
            cnpj_cpf?: string | null;
            /**
             * Format: email
             * @description Email, único no sistema
             */
            email: string;
            /**
             * Format: phone
             * @description Telefone com DDD, em qualquer formato usual; guardado em E.164
             */
            telefone: string;
            /** @description Endereço completo */
            endereco?: string | null;
            /** @description Bairro */
            bairro?: string | null;
            /** @description Cidade */
            cidade: string;
            /** @description Sigla do estado, com 2 letras */
            estado: string;
            /** @description Anotações livres */
            observacao?: string | null;
            /**
             * @description Só clientes ativos podem receber vendas
             * @default true
             */
            ativo?: boolean;
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
            /**
             * @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove
             * @default null
             */
            id_externo?: string | null;
        };
        /** Página numerada */
        ClientSummaryPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["ClientSummary"][];
            /** @description Número da página */
            page: number;
            /** @description Registros por página */
            limit: number;
            /** @description Registros em todas as páginas */
            total: number;
        };
        /** Página depois de um `cursor` */
        ClientSummaryCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["ClientSummary"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        ClientSummaryList: components["schemas"]["ClientSummaryPage"] | components["schemas"]["ClientSummaryCursorPage"];
        /** @enum {string} */
        ServiceDay: "segunda" | "terca" | "quarta" | "quinta" | "sexta";
        /** @enum {string} */
        ClientOrder: "-created_at" | "nome" | "-nome";
        Client: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /** @description Código, único na empresa */
            codigo: string;
            /** @description Nome ou razão social */
            nome: string;
            /** @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela */
            cnpj_cpf: string | null;
            /** @description Email, único no sistema */
            email: string;
            /** @description Telefone com DDD, em qualquer formato usual; guardado em E.164 */
            telefone: string;
            /** @description Endereço completo */
            endereco: string | null;
            /** @description Bairro */
            bairro: string;
            /** @description Cidade */
            cidade: string;
            /** @description Sigla do estado, com 2 letras */
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
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Momento da última alteração
             */
            updated_at: string;
            /** @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove */
            id_externo?: string;
        };
        /** O registro foi criado ou alterado */
        ChangedClient: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "alterado";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
            registro: components["schemas"]["Client"];
        };
        /** O registro foi excluído */
        DeletedClient: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tipo: "excluido";
            /** @description Identificador do registro */
            id: string;
            /**
             * Format: date-time
             * @description Momento da última mudança do registro
             */
            alterado_em: string;
        };
        ClientChangeEntry: components["schemas"]["ChangedClient"] | components["schemas"]["DeletedClient"];
        ClientChangePage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["ClientChangeEntry"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor das mudanças seguintes; nunca é nulo */
            next_cursor: string;
        };
        ClientReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Client"];
        };
        ClientChanges: {
            /** @description Código, único na empresa */
            codigo?: string;
            /** @description Nome ou razão social */
            nome?: string;
            /**
             * Format: cnpj_cpf
             * @description CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela
             */
            cnpj_cpf?: string | null;
            /**
             * Format: email
             * @description Email, único no sistema
             */
            email?: string;
            /**
             * Format: phone
             * @description Telefone com DDD, em qualquer formato usual; guardado em E.164
             */
            telefone?: string | null;
            /** @description Endereço completo */
            endereco?: string | null;
            /** @description Bairro */
            bairro?: string | null;
            /** @description Cidade */
            cidade?: string | null;
            /** @description Sigla do estado, com 2 letras */
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
            /** @description Identificador do registro no sistema de quem integra, único na empresa; `null` o remove */
            id_externo?: string | null;
        };
        Visit: {
            /**
             * Format: uuid
             * @description Cliente
             */
            cliente_id: string;
            /** @description Código do cliente */
            codigo: string;
            /** @description Nome do cliente */
            cliente_nome: string;
            /** @description Telefone, em E.164 */
            telefone: string;
            /** @description Endereço completo */
            endereco: string | null;
            /** @description Bairro */
            bairro: string;
            /** @description Cidade */
            cidade: string;
            /** @description Sigla do estado, com 2 letras */
            estado: string;
            /**
             * Format: date
             * @description Data da última compra, sem as canceladas; `null`, se não houve
             */
            ultima_compra: string | null;
            /** @description O que o cliente ainda não pagou das vendas que não foram canceladas */
            aberto: number;
        };
        VisitCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Visit"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        Key: {
            /**
             * Format: uuid
             * @description Identificador, dado pelo serviço
             */
            id: string;
            /** @description Para que a chave serve */
            rotulo: string;
            /** @description `read` só lê; `write` lê e altera; `admin` também administra as chaves e lê a auditoria */
            escopo: components["schemas"]["KeyScope"];
            /** @description Começo da chave, para reconhecê-la */
            prefixo: string;
            /**
             * Format: date-time
             * @description Momento da criação
             */
            criada_em: string;
            /**
             * Format: date-time
             * @description Minuto do último uso; `null` se nunca foi usada. Pode atrasar alguns segundos
             */
            ultimo_uso: string | null;
            /**
             * Format: date-time
             * @description Quando a chave deixa de valer; `null` se não expira
             */
            expira_em: string | null;
        };
        /** @enum {string} */
        KeyScope: "read" | "write" | "admin";
        KeyCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["Key"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        IssuedKey: components["schemas"]["Key"] & {
            /** @description A chave secreta. Só aparece nesta resposta: guarde-a */
            chave: string;
        };
        IssuedKeyReply: {
            /**
             * @description Sempre `true` em respostas de sucesso
             * @constant
             */
            success: true;
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["IssuedKey"];
        };
        NewKey: {
            /** @description Para que a chave serve */
            rotulo: string;
            /** @description `read` só lê; `write` lê e altera; `admin` também administra as chaves e lê a auditoria */
            escopo: components["schemas"]["KeyScope"];
            /**
             * Format: date-time
             * @description Quando a chave deixa de valer; `null` se não expira
             * @default null
             */
            expira_em?: string | null;
        };
        KeyRotation: {
            /**
             * @description Por quantos segundos a chave antiga ainda vale: de 0 a 7 dias; um dia se omitido
             * @default 86400
             */
            sobreposicao?: number;
            /**
             * Format: date-time
             * @description Quando a chave deixa de valer; `null` se não expira
             */
            expira_em?: string | null;
        };
        AuditEntry: {
            /** @description Número da mudança, na sequência da empresa em cada serviço */
            numero: number;
            /** @description Momento da mudança */
            em: string;
            /** @description `criar`, `alterar`, `excluir` ou `importar`; de uma chave, `criar`, `trocar` ou `revogar`; da empresa, `criar`, `alterar`, `desativar` ou `reativar`; de um índice de inflação, `carregar` */
            operacao: string;
            /** @description Tipo do registro, como na URL */
            recurso: string;
            /** @description Identificador do registro */
            id: string;
            /** @description Os campos alterados (de um índice, os meses); `null` se o registro foi criado ou excluído */
            campos: string[] | null;
            /** @description A chave usada; `null` se foi o operador */
            chave_id: string | null;
            /** @description Começo da chave usada */
            chave_prefixo: string | null;
            /**
             * @description Quem opera a Representa: pela API de administração (`admin`) ou pelo comando `empresas` (`comando`); `null` se foi a empresa
             * @default null
             */
            operador: components["schemas"]["AuditOperator"] | null;
            /** @description O `x-request-id` da requisição */
            request_id: string | null;
            /** @description Endereço de quem fez a requisição */
            endereco: string | null;
        };
        /** @enum {string} */
        AuditOperator: "admin" | "comando";
        AuditEntryCursorPage: {
            /** @description O registro, ou os registros da página */
            data: components["schemas"]["AuditEntry"][];
            /** @description Registros por página */
            limit: number;
            /** @description Cursor da próxima página; `null` na última */
            next_cursor: string | null;
        };
        /** @enum {string} */
        AuditedResource: "sales" | "receipts" | "payments" | "adjustments" | "indices" | "clients" | "products" | "representadas" | "keys" | "empresas";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
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
                /** @description O `next_cursor` da página anterior; vazio na primeira. Substitui `page`: a resposta traz `next_cursor` em vez de `page` e `total`, e uma página distante não custa mais que a primeira. Vale somente com os mesmos filtros e a mesma ordem */
                cursor?: string;
                /** @description Somente a venda com este código de pedido */
                pedido?: string;
                /** @description Somente vendas nesta situação, em qualquer das duas grafias */
                status?: components["schemas"]["SaleStatus"];
                /** @description Somente vendas deste cliente */
                cliente_id?: string;
                /** @description Somente vendas desta representada */
                representada_id?: string;
                /** @description Somente vendas a partir desta data */
                data_de?: string;
                /** @description Somente vendas até esta data */
                data_ate?: string;
                /** @description Somente vendas a partir deste valor total */
                valor_min?: number;
                /** @description Somente vendas até este valor total */
                valor_max?: number;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["SaleOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleSummaryList"];
                };
            };
        };
    };
    createSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSale"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleReply"];
                };
            };
        };
    };
    followSales: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página: no máximo 500 (acima disso vale 500) */
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleChangePage"];
                };
            };
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
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullSaleReply"];
                };
            };
        };
    };
    updateSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedSaleReply"];
                };
            };
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
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
        };
    };
    patchSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedSaleReply"];
                };
            };
        };
    };
    readSaleHistory: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio na primeira. Vale somente com os mesmos filtros */
                cursor?: string;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleHistoryEntryCursorPage"];
                };
            };
        };
    };
    exportSales: {
        parameters: {
            query?: {
                /** @description Somente a venda com este código de pedido */
                pedido?: string;
                /** @description Somente vendas nesta situação, em qualquer das duas grafias */
                status?: components["schemas"]["SaleStatus"];
                /** @description Somente vendas deste cliente */
                cliente_id?: string;
                /** @description Somente vendas desta representada */
                representada_id?: string;
                /** @description Somente vendas a partir desta data */
                data_de?: string;
                /** @description Somente vendas até esta data */
                data_ate?: string;
                /** @description Somente vendas a partir deste valor total */
                valor_min?: number;
                /** @description Somente vendas até este valor total */
                valor_max?: number;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Formato do arquivo: CSV (se omitido) ou planilha do Excel */
                formato?: components["schemas"]["ExportFormat"];
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["SaleOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listReceipts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleReceiptsReply"];
                };
            };
        };
    };
    createReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReceipt"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptReply"];
                };
            };
        };
    };
    deleteReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
                /** @description Identificador do recebimento */
                receiptId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
        };
    };
    listCommissionPayments: {
        parameters: {
            query?: {
                /** @description Representada */
                representada_id?: string;
                /** @description O `next_cursor` da página anterior; vazio na primeira. Vale somente com os mesmos filtros */
                cursor?: string;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionPaymentCursorPage"];
                };
            };
        };
    };
    createCommissionPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCommissionPayment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionPaymentReply"];
                };
            };
        };
    };
    readCommissionPayment: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionPaymentReply"];
                };
            };
        };
    };
    reverseCommissionPayment: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
        };
    };
    createCommissionAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCommissionAdjustment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionAdjustmentReply"];
                };
            };
        };
    };
    listCommissions: {
        parameters: {
            query?: {
                /** @description Só de uma venda */
                sale_id?: string;
                /** @description Código do pedido */
                pedido?: string;
                /** @description Representada */
                representada_id?: string;
                /** @description Cliente da venda */
                cliente_id?: string;
                /** @description `prevista`: ainda não devida; `devida`: a vencer; `vencida`: passou do vencimento; `paga`: paga por inteiro */
                situacao?: components["schemas"]["CommissionStatus"];
                /** @description Primeiro vencimento */
                de?: string;
                /** @description Último vencimento */
                ate?: string;
                /** @description O `next_cursor` da página anterior; vazio na primeira. Vale somente com os mesmos filtros */
                cursor?: string;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionCursorPage"];
                };
            };
        };
    };
    summarizeCommissions: {
        parameters: {
            query?: {
                /** @description Mês de vencimento, como AAAA-MM */
                mes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionMonthReply"];
                };
            };
        };
    };
    readCommissionStatement: {
        parameters: {
            query: {
                /** @description Representada */
                representada_id: string;
                /** @description Mês de vencimento, como AAAA-MM */
                mes?: string;
                /** @description `json`, se omitido; `csv` ou `pdf` */
                formato?: components["schemas"]["StatementFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionStatementReply"];
                    "text/csv": string;
                    "application/pdf": string;
                };
            };
        };
    };
    computeTermination: {
        parameters: {
            query: {
                /** @description Representada */
                representada_id: string;
                /** @description Início da representação */
                inicio: string;
                /** @description Fim da representação; pode ser uma data futura */
                data: string;
                /** @description Se foi dado aviso prévio de 30 dias */
                aviso_previo?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminationReply"];
                };
            };
        };
    };
    reconcileCommissions: {
        parameters: {
            query: {
                /** @description Representada */
                representada_id: string;
                /** @description Mês de vencimento, como AAAA-MM */
                mes?: string;
                /** @description Nome da coluna com o código do pedido: `pedido`, se omitido */
                coluna_pedido?: string;
                /** @description Nome da coluna com o valor: `valor`, se omitido */
                coluna_valor?: string;
                /** @description `true`: registra também o pagamento */
                registrar?: boolean;
                /** @description `true`: registra mesmo que a mesma conciliação já tenha sido registrada */
                forcar?: boolean;
                /** @description Data do pagamento; hoje, se omitida; não pode ser futura */
                data?: string;
                /** @description Como a representada identifica o pagamento */
                referencia?: string;
            };
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionReconciliationReply"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedReconciliationReply"];
                };
            };
        };
    };
    reportSales: {
        parameters: {
            query: {
                /** @description Como as vendas são agrupadas; por `produto`, o período é de até 366 dias */
                por: components["schemas"]["SalesReportGroup"];
                /** @description Primeira data */
                de: string;
                /** @description Última data */
                ate: string;
                /** @description `json`, se omitido, ou `csv` */
                formato?: components["schemas"]["ReportFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SalesReportReply"];
                    "text/csv": string;
                };
            };
        };
    };
    reportClients: {
        parameters: {
            query?: {
                /** @description Dias sem comprar: 60, se omitido */
                sem_compra_ha?: number;
                /** @description `json`, se omitido, ou `csv` */
                formato?: components["schemas"]["ReportFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientsReportReply"];
                    "text/csv": string;
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Número da página, a partir de 1 */
                page?: number;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description O `next_cursor` da página anterior; vazio na primeira. Substitui `page`: a resposta traz `next_cursor` em vez de `page` e `total`, e uma página distante não custa mais que a primeira. Vale somente com os mesmos filtros e a mesma ordem */
                cursor?: string;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description `true`: somente ativos; `false`: somente inativos; sem ele, todos */
                ativo?: boolean;
                /** @description Somente produtos desta representada */
                representada_id?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["ProductOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProduct"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductReply"];
                };
            };
        };
    };
    followProducts: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página: no máximo 500 (acima disso vale 500) */
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductChangePage"];
                };
            };
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
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductReply"];
                };
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductReply"];
                };
            };
        };
    };
    patchProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductReply"];
                };
            };
        };
    };
    importProducts: {
        parameters: {
            query?: {
                /** @description `true`: confere o arquivo e conta, sem gravar nada */
                simular?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResultReply"];
                };
            };
        };
    };
    exportProducts: {
        parameters: {
            query?: {
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description `true`: somente ativos; `false`: somente inativos; sem ele, todos */
                ativo?: boolean;
                /** @description Somente produtos desta representada */
                representada_id?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Formato do arquivo: CSV (se omitido) ou planilha do Excel */
                formato?: components["schemas"]["ExportFormat"];
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["ProductOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listRepresentadas: {
        parameters: {
            query?: {
                /** @description Número da página, a partir de 1 */
                page?: number;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description O `next_cursor` da página anterior; vazio na primeira. Substitui `page`: a resposta traz `next_cursor` em vez de `page` e `total`, e uma página distante não custa mais que a primeira. Vale somente com os mesmos filtros e a mesma ordem */
                cursor?: string;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description `true`: somente ativos; `false`: somente inativos; sem ele, todos */
                ativo?: boolean;
                /** @description Somente a representada com este código */
                codigo?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["RepresentadaOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepresentadaList"];
                };
            };
        };
    };
    createRepresentada: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRepresentada"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepresentadaReply"];
                };
            };
        };
    };
    followRepresentadas: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página: no máximo 500 (acima disso vale 500) */
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepresentadaChangePage"];
                };
            };
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
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepresentadaReply"];
                };
            };
        };
    };
    updateRepresentada: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepresentadaChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepresentadaReply"];
                };
            };
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
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
        };
    };
    patchRepresentada: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepresentadaChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepresentadaReply"];
                };
            };
        };
    };
    importRepresentadas: {
        parameters: {
            query?: {
                /** @description `true`: confere o arquivo e conta, sem gravar nada */
                simular?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResultReply"];
                };
            };
        };
    };
    exportRepresentadas: {
        parameters: {
            query?: {
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description `true`: somente ativos; `false`: somente inativos; sem ele, todos */
                ativo?: boolean;
                /** @description Somente a representada com este código */
                codigo?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Formato do arquivo: CSV (se omitido) ou planilha do Excel */
                formato?: components["schemas"]["ExportFormat"];
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["RepresentadaOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Número da página, a partir de 1 */
                page?: number;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description O `next_cursor` da página anterior; vazio na primeira. Substitui `page`: a resposta traz `next_cursor` em vez de `page` e `total`, e uma página distante não custa mais que a primeira. Vale somente com os mesmos filtros e a mesma ordem */
                cursor?: string;
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description `true`: somente ativos; `false`: somente inativos; sem ele, todos */
                ativo?: boolean;
                /** @description Somente clientes deste estado */
                estado?: string;
                /** @description Somente clientes desta cidade, sem distinguir maiúsculas nem acentos */
                cidade?: string;
                /** @description Somente clientes atendidos neste dia da semana */
                dia?: components["schemas"]["ServiceDay"];
                /** @description Somente o cliente com este CNPJ ou CPF, com ou sem pontuação */
                cnpj_cpf?: string;
                /** @description Somente clientes com este telefone, em qualquer formato usual */
                telefone?: string;
                /** @description Somente o cliente com este email */
                email?: string;
                /** @description Somente o cliente com este código */
                codigo?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["ClientOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSummaryList"];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewClient"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSummaryReply"];
                };
            };
        };
    };
    followClients: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para receber tudo desde o início */
                cursor?: string;
                /** @description Mudanças por página: no máximo 500 (acima disso vale 500) */
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientChangePage"];
                };
            };
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
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientReply"];
                };
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientReply"];
                };
            };
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
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
        };
    };
    patchClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre */
                "If-Match"?: string;
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientReply"];
                };
            };
        };
    };
    importClients: {
        parameters: {
            query?: {
                /** @description `true`: confere o arquivo e conta, sem gravar nada */
                simular?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResultReply"];
                };
            };
        };
    };
    exportClients: {
        parameters: {
            query?: {
                /** @description Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados */
                search?: string;
                /** @description `true`: somente ativos; `false`: somente inativos; sem ele, todos */
                ativo?: boolean;
                /** @description Somente clientes deste estado */
                estado?: string;
                /** @description Somente clientes desta cidade, sem distinguir maiúsculas nem acentos */
                cidade?: string;
                /** @description Somente clientes atendidos neste dia da semana */
                dia?: components["schemas"]["ServiceDay"];
                /** @description Somente o cliente com este CNPJ ou CPF, com ou sem pontuação */
                cnpj_cpf?: string;
                /** @description Somente clientes com este telefone, em qualquer formato usual */
                telefone?: string;
                /** @description Somente o cliente com este email */
                email?: string;
                /** @description Somente o cliente com este código */
                codigo?: string;
                /** @description Somente o registro com este `id_externo` */
                id_externo?: string;
                /** @description Formato do arquivo: CSV (se omitido) ou planilha do Excel */
                formato?: components["schemas"]["ExportFormat"];
                /** @description Ordem dos registros; com `-`, decrescente */
                ordenar?: components["schemas"]["ClientOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readRoute: {
        parameters: {
            query: {
                /** @description Somente clientes atendidos neste dia da semana */
                dia: components["schemas"]["ServiceDay"];
                /** @description O `next_cursor` da página anterior; vazio na primeira. Vale somente com os mesmos filtros */
                cursor?: string;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description `json`, se omitido, ou `csv`, que tem a rota inteira */
                formato?: components["schemas"]["ReportFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitCursorPage"];
                    "text/csv": string;
                };
            };
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCursorPage"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyReply"];
                };
            };
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe */
                Prefer?: string;
            };
            path: {
                /** @description Identificador do registro */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyReply"];
                };
            };
        };
    };
    readAudit: {
        parameters: {
            query?: {
                /** @description O `next_cursor` da página anterior; vazio para as entradas mais recentes */
                cursor?: string;
                /** @description Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100) */
                limit?: number;
                /** @description Só de um tipo de registro */
                recurso?: components["schemas"]["AuditedResource"];
                /** @description Só de um registro */
                id?: string;
                /** @description Só o que foi feito com uma chave */
                chave_id?: string;
                /** @description Desde este momento ou dia (UTC) */
                de?: string;
                /** @description Até este momento ou dia (UTC) */
                ate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryCursorPage"];
                };
            };
        };
    };
}
