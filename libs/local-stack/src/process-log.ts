import { prettyFactory } from 'pino-pretty';

interface LogView {
  /** Formatted for a person: warnings and errors only, unless verbose. */
  forPerson: boolean;
  verbose: boolean;
}

const alarming = new Set(['warn', 'error', 'fatal']);

/** Returns a function that formats a log line of a process, or returns undefined to hide it. */
export const makeLogView = ({ forPerson, verbose }: LogView): ((name: string, line: string) => string | undefined) => {
  if (!forPerson) return (_name, line) => line;
  const pretty = prettyFactory({
    colorize: true,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return (name, line) => {
    const entry = parse(line);
    if (!entry) return `${name}: ${line}`;
    if (!verbose && !alarming.has(String(entry.level))) return undefined;
    return pretty({ name, ...entry }).trimEnd();
  };
};

const parse = (line: string): Record<string, unknown> | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};
