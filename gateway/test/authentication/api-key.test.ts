import { describe, expect, test } from 'vitest';
import { canBeKey, newApiKey, prefixOf } from '../../src/authentication/api-key.ts';

describe('a key', () => {
  const { text, prefix } = newApiKey();

  test('has a mark that secret scanners can look for, and 178 random bits', () => {
    expect(text).toMatch(/^rep_live_[0-9A-Za-z]{36}$/);
    expect(prefix).toBe(text.slice(0, 17));
    expect(new Set(Array.from({ length: 1_000 }, () => newApiKey().text)).size).toBe(1_000);
    expect(Array.from({ length: 100 }, () => canBeKey(newApiKey().text)).every(Boolean)).toBe(true);
  });

  test('with any one character changed, two swapped, one missing or one more is none', () => {
    for (let at = 'rep_live_'.length; at < text.length; at++) {
      const other = text[at] === 'x' ? 'y' : 'x';
      expect(canBeKey(text.slice(0, at) + other + text.slice(at + 1))).toBe(false);
      expect(canBeKey(text.slice(0, at) + text.slice(at + 1))).toBe(false);
      const swapped = text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2);
      expect(canBeKey(swapped)).toBe(swapped === text || at === text.length - 1);
    }
    expect(canBeKey(`${text}x`)).toBe(false);
  });

  test('of a demonstration can be one, and is its own prefix', () => {
    expect(prefixOf('demo-empresa-a')).toBe('demo-empresa-a');
    expect(canBeKey('demo-empresa-a')).toBe(true);
    expect(canBeKey('two, keys')).toBe(false);
  });
});
