import { callWithin, loadIndex, maxMonths } from '@representa/contracts';
import type { CommandConfig } from '../config.ts';
import { readText } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { connectMs, untilConnected, withMessaging } from './connect.ts';

interface Month {
  mes: string;
  fator: string;
}

export type LoadIndex = (nome: 'inpc', meses: Month[]) => Promise<{ meses: number }>;

/** sales keeps the index, for all companies. */
export const makeLoadIndex =
  (config: Pick<CommandConfig, 'NATS_URL'>): LoadIndex =>
  (nome, meses) =>
    withMessaging(config, async (messaging) => {
      await untilConnected(messaging);
      return messaging.ask(loadIndex, { nome, meses }, callWithin(connectMs));
    });

/** The factor of a month is in this range even in years of high inflation. It refuses a percentage such as 0,42. */
const minFactor = 0.9;
const maxFactor = 2;

/** `2026-09;1,0042` or `2026-09,1.0042`; a first line without digits names the columns. */
export const readIndex = (file: string): Month[] => {
  const lines = new Map<string, number>();
  const numbered = linesOf(file).map((line, i) => ({ line: line.trim(), number: i + 1 }));
  const months = numbered
    .filter(({ line, number }) => line !== '' && !(number === 1 && !/\d/.test(line)))
    .map(({ line, number }) => {
      const [, mes, fator] = /^"?(\d{4}-(?:0[1-9]|1[0-2]))"?[;,\t]"?(\d{1,4}(?:[.,]\d{1,8})?)"?$/.exec(line) ?? [];
      const factor = Number(fator?.replace(',', '.'));
      if (!mes || !fator || !(factor >= minFactor && factor <= maxFactor))
        throw new CommandError(`Line ${number} has no month and factor, such as 2026-09;1,0042 for 0.42 %.`);
      const earlier = lines.get(mes);
      if (earlier) throw new CommandError(`Lines ${earlier} and ${number} have the same month.`);
      lines.set(mes, number);
      return { mes: `${mes}-01`, fator: fator.replace(',', '.') };
    });
  if (months.length === 0) throw new CommandError(`${file} has no months.`);
  if (months.length > maxMonths) throw new CommandError(`${file} has more than ${maxMonths} months.`);
  return months;
};

const linesOf = (file: string): string[] =>
  readText(file)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
