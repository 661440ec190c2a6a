import { startWholeStack } from '@representa/local-stack';
import { type FuzzConfig, help, readFuzzConfig } from './config.ts';
import { runFuzz } from './fuzz.ts';
import { watchMemory } from './memory.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const fuzz = async (url: string, run: string, { seed, seconds }: FuzzConfig): Promise<number> => {
  const end = performance.now() + seconds * 1_000;
  const isEnough = (): boolean => performance.now() > end;
  const { requests, statuses, faults, otherReplies } = await runFuzz({ url, seed, run, isEnough });
  for (const fault of faults) print(`\n${fault}`);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  print(`${requests} requests: ${counts.join(', ')}. ${otherReplies} replies to another company.`);
  print(`${faults.length} wrong answers.`);
  return faults.length === 0 ? 0 : 1;
};

const fuzzOwnStack = async (config: FuzzConfig): Promise<number> => {
  const stack = await startWholeStack();
  try {
    const endWatch = watchMemory(stack);
    const code = await fuzz(stack.url, String(config.seed), config);
    const large = endWatch();
    for (const one of large) print(one);
    return large.length > 0 ? 1 : code;
  } finally {
    await stack.stop();
  }
};

const main = async (args: string[]): Promise<number> => {
  try {
    const config = readFuzzConfig(args);
    if (config.help) print(help);
    if (config.help) return 0;
    print(`Fuzzing with seed ${config.seed}: npm run fuzz -- --seed ${config.seed} --seconds ${config.seconds}`);
    return config.url ? await fuzz(config.url, `${config.seed}-${Date.now()}`, config) : await fuzzOwnStack(config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
};

process.exit(await main(process.argv.slice(2)));
