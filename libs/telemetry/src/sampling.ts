import type { SamplerSettings } from './config.ts';
import type { TraceContext } from './trace-context.ts';

/** Does a piece of work belong to a trace that is kept? Parent: the work that asked for it. */
export type IsSampled = (traceId: string, parent: TraceContext | undefined) => boolean;

type Decide = (traceId: string) => boolean;

const always: Decide = () => true;
const never: Decide = () => false;

/** The last 56 bits are random (W3C): all processes that keep a tenth of the traces keep the same tenth. */
const randomPart = (traceId: string): number => Number.parseInt(traceId.slice(-14), 16) / 2 ** 56;

const keepShare = (text: string): Decide => {
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return (traceId) => randomPart(traceId) >= 1 - ratio;
  process.emitWarning(`OTEL_TRACES_SAMPLER_ARG ${text} is not between 0 and 1: every trace is kept`);
  return always;
};

const deciderOf = ({ name, ratio }: SamplerSettings): Decide => {
  if (name.endsWith('always_on')) return always;
  if (name.endsWith('always_off')) return never;
  if (name.endsWith('traceidratio')) return keepShare(ratio);
  process.emitWarning(`OTEL_TRACES_SAMPLER ${name} is not known: every trace is kept`);
  return always;
};

/**
 * As the SDK understands the standard variables. It is decided here, since the next process must be told when work begins,
 * and the SDK hears of it when it is over.
 */
export const makeIsSampled = (settings: SamplerSettings): IsSampled => {
  const decide = deciderOf(settings);
  const followsParent = settings.name.startsWith('parentbased_');
  return (traceId, parent) => (parent && followsParent ? parent.sampled : decide(traceId));
};
