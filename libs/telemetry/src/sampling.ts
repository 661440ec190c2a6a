import type { SamplerSettings } from './config.ts';
import type { TraceContext } from './trace-context.ts';

/** Does a piece of work belong to a trace that is kept? Parent: the work that asked for it. */
export type IsSampled = (traceId: string, parent: TraceContext | undefined) => boolean;

const always: IsSampled = () => true;
const never: IsSampled = () => false;

/** The last 56 bits of an id are random (W3C), and these are as many of them as a number holds. */
const randomPart = (traceId: string): number => Number.parseInt(traceId.slice(-13), 16) / 2 ** 52;

/** All processes of ours that keep a tenth of the traces keep the same tenth; the SDK's own sampler would keep another. */
const share = (text: string): IsSampled => {
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return (traceId) => randomPart(traceId) >= 1 - ratio;
  process.emitWarning(`OTEL_TRACES_SAMPLER_ARG ${text} is not between 0 and 1: every trace is kept`);
  return always;
};

const following =
  (root: IsSampled): IsSampled =>
  (traceId, parent) =>
    parent ? parent.sampled : root(traceId, parent);

/** The names that the SDK knows. */
const samplers = new Map<string, (ratio: string) => IsSampled>([
  ['always_on', () => always],
  ['always_off', () => never],
  ['traceidratio', share],
  ['parentbased_always_on', () => following(always)],
  ['parentbased_always_off', () => following(never)],
  ['parentbased_traceidratio', (ratio) => following(share(ratio))],
]);

/**
 * By the standard variables. It is decided here, since the next process must be told when work begins, and the SDK hears of
 * it when it is over.
 */
export const makeIsSampled = ({ name, ratio }: SamplerSettings): IsSampled => {
  const make = samplers.get(name);
  if (make) return make(ratio);
  process.emitWarning(`OTEL_TRACES_SAMPLER ${name} is not known: it is parentbased_always_on now`);
  return following(always);
};
