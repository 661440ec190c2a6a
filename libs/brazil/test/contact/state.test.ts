import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { estado, invalidEstado } from '../../src/index.ts';
import { anyString, blanks } from '../arbitraries.ts';

const states = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letter = fc.constantFrom(...letters);
const isTwoLetters = (text: string): boolean =>
  text.length === 2 && [...text].every((character) => letters.includes(character));

describe('estado', () => {
  it('has the message of the contract', () => {
    expect(invalidEstado).toBe('Estado inválido. Use sigla com 2 letras (ex: SP, RJ)');
  });

  it('takes all 27 states, in either case', () => {
    expect(states).toHaveLength(27);
    for (const state of states) {
      expect(estado.parse(state)).toBe(state);
      expect(estado.parse(state.toLowerCase())).toBe(state);
    }
  });

  it('takes any two letters with blanks around them and stores them upper case, once for all', () => {
    fc.assert(
      fc.property(letter, letter, blanks, blanks, (first, second, before, after) => {
        const stored = estado.parse(before + first + second + after);
        expect(stored).toBe((first + second).toUpperCase());
        expect(estado.parse(stored)).toBe(stored);
      }),
    );
  });

  it('refuses everything else with one issue and one message', () => {
    const nearly = fc.string({
      unit: fc.constantFrom('s', 'P', '1', ' ', 'ã', 'ß', 'ı', 'ſ', '\u212a', '\0'),
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        fc.oneof(anyString, nearly).filter((text) => !isTwoLetters(text.trim())),
        (text) => {
          expect(estado.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([invalidEstado]);
        },
      ),
    );
  });

  it.each(['', ' ', 'S', 'SPX', 'S P', 'S1', 'São Paulo', 'ãõ', 'ß', 'ﬁ', 12, 0, true, false, ['SP'], {}])(
    '%j is present but not two letters',
    (value) => {
      expect(estado.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([invalidEstado]);
    },
  );

  it.each([undefined, null])('%s is left to the general message', (value) => {
    const { error } = z.object({ estado }).safeParse({ estado: value });
    expect(error?.issues).toMatchObject([{ code: 'invalid_type', path: ['estado'] }]);
    expect(error?.issues[0]?.message).not.toBe(invalidEstado);
  });
});
