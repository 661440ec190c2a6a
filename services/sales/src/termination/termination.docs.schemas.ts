import { describeResource } from '@representa/service-kit/openapi';
import { commissionFields, commissionsTag } from '../commissions/commissions.docs.schemas.ts';
import { reportsBusy, reportsRunning } from '../reports/reports.errors.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import { laws, terminationRecord } from './termination.schemas.ts';

const { indenizacao, pendentes } = terminationRecord.shape;

const operations = describeResource({
  tag: commissionsTag,
  schemas: {
    Termination: terminationRecord,
    TerminationAmount: indenizacao,
    TerminationMonth: indenizacao.shape.meses.element,
    PendingCommissions: pendentes,
  },
  fields: {
    ...commissionFields,
    inicio: { description: 'Início da representação', examples: ['2020-03-01'] },
    informativo: { description: 'Sempre `true`: o cálculo é informativo' },
    observacao: { description: 'O que o cálculo não considera' },
    indenizacao: { description: 'A indenização e sua base' },
    pendentes: { description: 'As comissões pendentes, que vencem na rescisão' },
    fundamento: { description: 'O artigo da lei' },
    meses: { description: 'A base, mês a mês: o mês em que a comissão foi adquirida' },
    total: { description: 'A soma', examples: [1500] },
  },
});

export const docs = operations({
  computeTermination: {
    summary: 'Calcular rescisão',
    description:
      'O que é devido em uma rescisão sem justa causa (Lei 4.886/65, art. 27 j, art. 34 e art. 32 § 5º), com cada base. Informativo.',
    errors: [representadaNotFound(), reportsRunning(), reportsBusy()],
    repliedExample: {
      observacao: laws.informative,
      indenizacao: {
        fundamento: laws.indemnity,
        base: 12_000,
        valor: 1000,
        meses: [{ mes: '2026-05', valor: 12_000 }],
      },
      aviso_previo: { fundamento: laws.noticeGiven, base: 0, valor: 0, meses: [] },
      pendentes: { fundamento: laws.pending, prevista: 300, devida: 200, credito: 0, valor: 500 },
      total: 1500,
    },
  },
});
