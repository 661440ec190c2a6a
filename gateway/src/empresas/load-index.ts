import { readFile } from 'node:fs/promises';
import { callWithin, loadIndex } from '@representa/contracts';
import type { CommandConfig } from '../config.ts';
import { longestWaitMs, untilConnected, withMessaging } from './command-messaging.ts';
import { Mistake } from './commands.ts';

/** `2026-09;1,0042` or `2026-09,1.0042`; a first line without digits names the columns. */
export const parseIndex = (text: string): { mes: string; fator: string }[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const numbered = lines.map((line, i) => ({ line: line.trim(), number: i + 1 }));
  return numbered
    .filter(({ line, number }) => line !== '' && !(number === 1 && !/\d/.test(line)))
    .map(({ line, number }) => {
      const [, mes, fator] = /^"?(\d{4}-(?:0[1-9]|1[0-2]))"?[;,\t]"?(\d{1,4}(?:[.,]\d{1,8})?)"?$/.exec(line) ?? [];
      if (!mes || !fator || Number(fator.replace(',', '.')) <= 0)
        throw new Mistake(`Line ${number} has no month and factor, such as 2026-09;1,0042.`);
      return { mes: `${mes}-01`, fator: fator.replace(',', '.') };
    });
};

/** `index load inpc <file>`: sales keeps the index, for all companies. */
export const runLoadIndex = async (
  [verb, nome, file, ...rest]: readonly string[],
  config: Pick<CommandConfig, 'NATS_URL'>,
): Promise<string> => {
  if (verb !== 'load' || nome !== 'inpc' || file === undefined || rest.length > 0)
    throw new Mistake('"index" is used as: index load inpc <file.csv>, with a month and a factor in each line.');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Mistake(`${file} cannot be read.`);
  });
  const meses = parseIndex(text);
  return withMessaging(config, async (messaging) => {
    await untilConnected(messaging);
    const loaded = await messaging.ask(loadIndex, { nome, meses }, callWithin(longestWaitMs));
    return `Loaded ${loaded.meses} month(s) of ${nome}.`;
  });
};
