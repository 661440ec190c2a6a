import { describe, expect, test } from 'vitest';
import { makeIsSampled } from '../src/sampling.ts';
import { newSpanId, newTraceId, type TraceContext } from '../src/trace-context.ts';

const isSampled = (name: string, ratio: string, parent?: boolean): boolean => {
  const traceId = newTraceId();
  const context: TraceContext = { traceId, spanId: newSpanId(), sampled: parent === true };
  return makeIsSampled({ name, ratio })(traceId, parent === undefined ? undefined : context);
};

describe('which traces are kept', () => {
  test.each([
    ['always_on', true, true, true],
    ['always_off', false, false, false],
    ['traceidratio', false, false, false],
    ['parentbased_always_on', true, true, false],
    ['parentbased_always_off', false, true, false],
    ['parentbased_traceidratio', false, true, false],
    ['of_another_world', true, true, false],
    ['xalways_off', true, true, false],
  ])(
    '%s, of a ratio of 0: one that begins here %s, with a parent that is kept %s, with one that is not %s',
    (name, alone, kept, notKept) => {
      expect(isSampled(name, '0')).toBe(alone);
      expect(isSampled(name, '0', true)).toBe(kept);
      expect(isSampled(name, '0', false)).toBe(notKept);
    },
  );

  test.each(['1', 'x', '-1', '2', 'NaN'])('a ratio of %s: every one', (ratio) => {
    expect(isSampled('traceidratio', ratio)).toBe(true);
  });

  test('a ratio of 0.1: a tenth of all, the same ones in every process', () => {
    const [one, another] = ['traceidratio', 'parentbased_traceidratio'].map((name) =>
      makeIsSampled({ name, ratio: '0.1' }),
    );
    const traces = Array.from({ length: 20_000 }, newTraceId);
    const kept = traces.filter((trace) => one?.(trace, undefined));
    expect(kept.length / traces.length).toBeGreaterThan(0.09);
    expect(kept.length / traces.length).toBeLessThan(0.11);
    expect(traces.filter((trace) => another?.(trace, undefined))).toEqual(kept);
  });
});

test('a ratio of 0 keeps not even the highest id', () => {
  expect(makeIsSampled({ name: 'traceidratio', ratio: '0' })('f'.repeat(32), undefined)).toBe(false);
});

test('ids are those of the W3C: hexadecimal, of their length, never the same twice', () => {
  for (const [make, form] of [
    [newTraceId, /^[\da-f]{32}$/],
    [newSpanId, /^[\da-f]{16}$/],
  ] as const) {
    const ids = Array.from({ length: 10_000 }, make);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => form.test(id))).toBe(true);
  }
});
