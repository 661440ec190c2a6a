import { line } from '@representa/service-kit';
import { z } from 'zod';
import { type CommandConfig, isProduction } from '../config.ts';
import type { Announce } from './announce.ts';
import { newApiKey, prefixOf } from './api-key.ts';
import { demoEmpresas } from './demo.ts';
import type { EmpresaChanges, EmpresasRepository } from './empresas.repository.ts';
import { asTable } from './table.ts';

/** Something that whoever typed the command can put right. */
export class Mistake extends Error {
  override readonly name = 'Mistake';
}

interface Dependencies {
  empresas: EmpresasRepository;
  announce: Announce;
  config: Pick<CommandConfig, 'NODE_ENV'>;
}

export interface CommandOptions {
  expires?: string | undefined;
  time_zone?: string | undefined;
}

export type Commands = ReturnType<typeof makeCommands>;

/** What can be done about empresas and keys; each command returns what it has to say. */
export const makeCommands = ({ empresas, announce, config }: Dependencies) => {
  const tell = async (sentence: string, hashes: readonly string[]): Promise<string> =>
    (await announce(hashes))
      ? sentence
      : `${sentence}\nNATS or Redis did not answer: running gateways will know within a minute.`;

  const change = async (id: string, changes: EmpresaChanges, sentence: string): Promise<string> => {
    const hashes = await empresas.update(empresaId(id), changes);
    if (!hashes) throw noSuchEmpresa(id);
    return tell(sentence, hashes);
  };

  return {
    create: async (nome: string, { time_zone }: CommandOptions): Promise<string> => {
      const parsed = line(1, 255).safeParse(nome);
      if (!parsed.success) throw new Mistake('A name has 1 to 255 characters.');
      const key = newApiKey();
      const id = await empresas.create(parsed.data, key, time_zone === undefined ? undefined : timeZone(time_zone));
      return `Created ${parsed.data}.\n\n  id   ${id}\n  key  ${key.text}\n\n${shownOnce}`;
    },

    update: async (id: string, { time_zone }: CommandOptions): Promise<string> => {
      if (time_zone === undefined) throw new Mistake('"update" needs --time-zone; --help shows how it is used.');
      const zone = timeZone(time_zone);
      return change(id, { time_zone: zone }, `Set the time zone of ${id} to ${zone}.`);
    },

    list: async (): Promise<string> => {
      const rows = (await empresas.list()).map(({ id, nome, ativa, time_zone }) => [
        id,
        ativa ? 'active' : 'inactive',
        nome,
        time_zone,
      ]);
      const keys = (await empresas.listKeys()).map((key) => [
        key.id,
        key.state,
        key.prefix,
        key.expires_on ?? 'never',
        key.empresa,
      ]);
      const empresasTable = asTable(['ID', 'STATE', 'NAME', 'TIME ZONE'], rows);
      return `${empresasTable}\n\n${asTable(['KEY ID', 'STATE', 'PREFIX', 'EXPIRES', 'NAME'], keys)}`;
    },

    deactivate: (id: string): Promise<string> => change(id, { ativa: false }, `Deactivated ${id}.`),
    reactivate: (id: string): Promise<string> => change(id, { ativa: true }, `Reactivated ${id}.`),

    'add-key': async (id: string, { expires }: CommandOptions): Promise<string> => {
      const key = newApiKey();
      const outcome = await empresas.addKey(empresaId(id), key, expiry(expires));
      if (outcome === 'unknown empresa') throw noSuchEmpresa(id);
      if (outcome === 'in the past') throw new Mistake(`${expires} is over.`);
      return `Added a key to ${id}${expires ? `, valid until the end of ${expires}` : ''}.\n\n  key  ${key.text}\n\n${shownOnce}`;
    },

    revoke: async (idOrPrefix: string): Promise<string> => {
      const hashes = await empresas.revokeKey(prefixOf(idOrPrefix));
      if (hashes.length === 0) throw new Mistake('There is no valid key with this id or prefix; `list` shows them.');
      if (hashes.length > 1) throw new Mistake('Several keys begin like this: give the id that `list` shows.');
      return tell('Revoked the key.', hashes);
    },

    'seed-demo': async (): Promise<string> => {
      if (isProduction(config)) throw new Mistake('The demo keys are public: production does not accept them.');
      const hashes = await empresas.createDemo(demoEmpresas);
      const names = demoEmpresas.map(({ nome, key, ativa }) => [key, ativa ? 'active' : 'inactive', nome]);
      return tell(asTable(['KEY', 'STATE', 'NAME'], names), hashes);
    },
  };
};

const shownOnce = 'Keep the key: it is not shown again.';

const noSuchEmpresa = (id: string): Mistake =>
  new Mistake(`There is no empresa with the id ${id}; \`list\` shows them.`);

const empresaId = (text: string): string => {
  if (!z.guid().safeParse(text).success) throw noSuchEmpresa(text);
  return text;
};

/** As the services will read it, in its usual spelling; not an offset, which knows no summer time. */
const timeZone = (text: string): string => {
  try {
    if (/^[a-z]/i.test(text)) return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {}
  throw new Mistake(`There is no time zone "${text}"; they are written like America/Manaus.`);
};

const expiry = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (!z.iso.date().safeParse(text).success) throw new Mistake('An expiry date is written like 2027-01-31.');
  return text;
};
