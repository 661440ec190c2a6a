import { exampleIds } from '@representa/contracts/demo';
import { formatNumber } from '@representa/service-kit';
import { describeResource, extending } from '@representa/service-kit/openapi';
import { commissionFields, commissionsTag } from '../commissions/commissions.docs.schemas.ts';
import {
  monthTooLong,
  nothingToPay,
  reconciliationRecorded,
  reconciliationRunning,
  reconciliationsBusy,
  sumNotPositive,
} from '../commissions/commissions.errors.ts';
import { exampleNotDue } from '../payments/payments.docs.schemas.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import { maxReconciledRows, reconciliationRecord, recordedReconciliation } from './reconciliation.schemas.ts';

const { conferem, ausentes, desconhecidos, ajustes, totais } = reconciliationRecord.shape;

const operations = describeResource({
  tag: commissionsTag,
  schemas: {
    CommissionReconciliation: reconciliationRecord,
    RecordedReconciliation: extending(reconciliationRecord, recordedReconciliation),
    ReconciledOrder: conferem.element,
    MissingOrder: ausentes.element,
    UnknownOrder: desconhecidos.element,
    ReconciledAdjustment: ajustes.element,
    ReconciledTotals: totais,
  },
  fields: {
    ...commissionFields,
    ajustes: { description: 'Ajustes que vencem no mês; um extrato não os tem por pedido' },
    coluna_pedido: { description: 'Nome da coluna com o código do pedido: `pedido`, se omitido' },
    coluna_valor: { description: 'Nome da coluna com o valor: `valor`, se omitido' },
    registrar: { description: '`true`: registra também o pagamento', examples: [true] },
    forcar: {
      description: '`true`: registra mesmo que a mesma conciliação já tenha sido registrada',
      examples: [true],
    },
    conferem: { description: 'Pedidos com o mesmo valor nos dois lados' },
    divergem: { description: 'Pedidos com valores diferentes' },
    ausentes: { description: 'Pedidos que faltam no arquivo' },
    outros_meses: {
      description: 'Pedidos do arquivo com comissão em aberto de outro mês; `valor` é o que está em aberto',
    },
    desconhecidos: {
      description:
        'Pedidos do arquivo sem comissão devida; `sale_id` diz que a venda existe, e `pago` quanto já foi pago',
    },
    valor_informado: { description: 'Valor que a representada informa', examples: [5] },
    ja_pago: {
      description: 'Quanto dos pedidos que conferem já foi pago: `registrar=true` registra somente o resto',
      examples: [0],
    },
    pagamento_id: { description: 'O pagamento que foi registrado' },
    credito: { description: 'O que sobrou do pagamento, por exemplo porque as comissões vencem depois do mês' },
  },
});

const ourOrder = (n: number, valor: number) => ({
  pedido: `PED-2026-000${n}`,
  sale_id: exampleIds.sale.replace(/.$/, String(n)),
  valor,
});

export const docs = operations({
  reconcileCommissions: {
    summary: 'Conferir extrato da representada',
    description: `O extrato da representada como CSV (pedido e valor) é comparado com as comissões devidas no mês: até ${formatNumber(maxReconciledRows)} de cada lado (mais são um 400), em um arquivo de até 1 MiB, e um arquivo por empresa de cada vez. Códigos de pedidos são comparados sem distinguir maiúsculas nem espaços. Ajustes que vencem no mês contam no total. Uma linha como \`Total\` é a soma do extrato e não conta. Com \`registrar=true\`, o total informado é registrado como pagamento, alocado pedido a pedido, primeiro ao que vence no mês, depois ao que está em aberto de meses anteriores; descontos por ajustes do mês são abatidos. De um pedido que confere e já foi pago, no todo ou em parte, só o resto é registrado (\`totais.ja_pago\`). O que vence depois do mês não é pago: o resto fica como crédito, e a resposta diz quanto (\`credito\`). A mesma conciliação (representada, mês, pedidos e valores) é registrada uma vez só; de novo, apenas com \`forcar=true\` ou depois que o pagamento foi estornado.`,
    requestTypes: { 'text/csv': { type: 'string', examples: ['pedido;valor\nPED-2026-0001;5,00'] } },
    repliedExample: {
      conferem: [{ ...ourOrder(1, 5), valor_informado: 5 }],
      divergem: [{ ...ourOrder(2, 7.5), valor_informado: 7 }],
      ausentes: [ourOrder(3, 10)],
      outros_meses: [{ ...ourOrder(4, 2.5), valor_informado: 2.5 }],
      desconhecidos: [{ pedido: 'A-17', valor_informado: 1 }],
      ajustes: [],
      totais: { valor: 22.5, valor_informado: 15.5, ja_pago: 0 },
    },
    errors: [
      monthTooLong(maxReconciledRows),
      representadaNotFound(),
      nothingToPay(),
      sumNotPositive(),
      exampleNotDue,
      reconciliationRecorded(exampleIds.sale.replace(/.$/, '9')),
      reconciliationRunning(),
      reconciliationsBusy(),
    ],
  },
});
