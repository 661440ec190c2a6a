import { allEmpresas, type Call, callWithin } from '@representa/contracts';
import { demoEmpresa } from '@representa/contracts/demo';
import { violates } from '@representa/postgres';
import { z } from 'zod';
import { actOfCommand } from '../audit/act.ts';
import { newApiKey, prefixOf } from '../authentication/api-key.ts';
import type { InvalidateKeys } from '../authentication/invalidate-keys.ts';
import { type CommandConfig, isProduction } from '../config.ts';
import { demoEmpresas, furtherDemoKeys } from '../empresas/demo.ts';
import type { EmpresasRepository } from '../empresas/empresas.repository.ts';
import type { EmpresaChanges } from '../empresas/empresas.schemas.ts';
import type { ManageEmpresas } from '../empresas/manage-empresas.ts';
import type { KeysRepository, ListedKey } from '../keys/keys.repository.ts';
import { maxKeys } from '../keys/keys.schemas.ts';
import type { ManageKeys } from '../keys/manage-keys.ts';
import {
  auditedId,
  type CommandOptions,
  changesOf,
  companyName,
  empresaId,
  keyLabel,
  keyScope,
  readHeads,
} from './arguments.ts';
import { CommandError, noSuchEmpresa, noValidKey, refusedAs } from './command-error.ts';
import { type LoadIndex, readIndex } from './inflation-index.ts';
import { asTable, type Output, showChains, showEmpresas, showIssued, showKeys, withNotice } from './listings.ts';
import { type MoveRegister, registerOf, sayTaken } from './move-register.ts';
import type { ChainHead, Verified, VerifyAudit, WholeChain } from './verify-audit.ts';

interface Dependencies {
  empresas: EmpresasRepository;
  keys: KeysRepository;
  manageEmpresas: ManageEmpresas;
  manageKeys: ManageKeys;
  invalidateKeys: InvalidateKeys;
  verifyAudit: VerifyAudit;
  loadIndex: LoadIndex;
  moveRegister: MoveRegister;
  config: Pick<CommandConfig, 'NODE_ENV'>;
}

export type Commands = ReturnType<typeof makeCommands>;

const answerMs = 10_000;
const call = (): Call => callWithin(answerMs);
const act = () => actOfCommand(answerMs);

/** What can be done about empresas and keys, by the same code as the operator's API. */
export const makeCommands = ({
  empresas,
  keys,
  manageEmpresas,
  manageKeys,
  invalidateKeys,
  verifyAudit,
  loadIndex,
  moveRegister,
  config,
}: Dependencies) => {
  const change = async (id: string, changes: EmpresaChanges, sentence: string): Promise<Output> => {
    const { empresa, isInvalidated } = await manageEmpresas
      .update(act(), empresaId(id), changes)
      .catch(refusedAs({ 404: noSuchEmpresa(id) }));
    return withNotice(sentence, empresa, isInvalidated);
  };

  const expiryOf = async (id: string, date: string | undefined): Promise<string | null> => {
    if (date === undefined) return null;
    if (!z.iso.date().safeParse(date).success) throw new CommandError('An expiry date is written like 2027-01-31.');
    if (date < '1900') throw new CommandError(`${date} is over.`);
    // It expires when the day is over, which may be in the year 10000.
    if (date >= '9999-12-31') throw new CommandError('An expiry date is before 9999-12-31.');
    const at = await empresas.endOfDay(call(), id, date);
    if (at === undefined) throw noSuchEmpresa(id);
    if (Date.parse(at) <= Date.now()) throw new CommandError(`${date} is over.`);
    return at;
  };

  const wholeChains = async (id: string, known: readonly ChainHead[]): Promise<WholeChain[]> => {
    const audited = auditedId(id);
    // A company that does not exist has empty chains, which would pass.
    if (audited !== allEmpresas && !(await empresas.findName(call(), audited))) throw noSuchEmpresa(id);
    return requireWhole(await verifyAudit(audited, known));
  };

  return {
    create: async (nome: string, options: CommandOptions): Promise<Output> => {
      const created = await manageEmpresas.create(act(), { ...changesOf(options), nome: companyName(nome) });
      const { primeira_chave: key, ...empresa } = created;
      return { text: `Created ${empresa.nome}.\n\n  id   ${empresa.id}\n${showIssued(key)}`, json: created };
    },

    update: async (id: string, options: CommandOptions): Promise<Output> => {
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0)
        throw new CommandError('"update" needs --name, --time-zone, --rate or --burst; --help shows how it is used.');
      return change(id, changes, `Updated ${id}.`);
    },

    set: async (id: string, options: CommandOptions): Promise<Output> => {
      const isOwn = registerOf(options) === 'own';
      if (!(await empresas.read(call(), empresaId(id)))) throw noSuchEmpresa(id);
      const taken = await moveRegister(empresaId(id), isOwn);
      if (taken.length > 0) throw sayTaken(taken);
      const empresa = await empresas.noteRegister(act(), empresaId(id), isOwn);
      return { text: `${id} has ${isOwn ? 'its own' : 'the shared'} register.`, json: empresa };
    },

    list: async (): Promise<Output> => {
      const listed = (await empresas.list(call())).reverse();
      const listedKeys = await keys.listOfAllEmpresas(call());
      const keysOf = new Map<string, ListedKey[]>(listed.map(({ id }) => [id, []]));
      for (const key of listedKeys) keysOf.get(key.empresa_id)?.push(key);
      return {
        text: `${showEmpresas(listed)}\n\n${showKeys(listedKeys)}`,
        json: listed.map((empresa) => ({ ...empresa, keys: keysOf.get(empresa.id) })),
      };
    },

    deactivate: (id: string): Promise<Output> => change(id, { ativa: false }, `Deactivated ${id}.`),
    reactivate: (id: string): Promise<Output> => change(id, { ativa: true }, `Reactivated ${id}.`),

    'add-key': async (id: string, { expires, label, scope }: CommandOptions): Promise<Output> => {
      const expira_em = await expiryOf(empresaId(id), expires);
      const wanted = { rotulo: keyLabel(label ?? expires ?? 'add-key'), escopo: keyScope(scope), expira_em };
      const tooMany = new CommandError(`The company has ${maxKeys} valid keys: revoke one first.`);
      const issued = await manageKeys
        .issue(act(), id, wanted)
        .catch(refusedAs({ 404: noSuchEmpresa(id), 409: tooMany }));
      const until = expires ? `, valid until the end of ${expires}` : '';
      return { text: `Added a key to ${id}${until}.\n\n${showIssued(issued)}`, json: issued };
    },

    revoke: async (idOrPrefix: string): Promise<Output> => {
      const [key, other] = await keys.findValid(call(), prefixOf(idOrPrefix));
      if (!key) throw noValidKey();
      if (other) throw new CommandError('Several keys begin like this: give the id that `list` shows.');
      const lastAdmin = new CommandError(
        'No other admin key of its company lasts as long: add one first (add-key --scope admin).',
      );
      const { isInvalidated } = await manageKeys
        .revoke(act(), key.empresa_id, key.id)
        // 404: it was revoked or has expired since it was found.
        .catch(refusedAs({ 404: noValidKey(), 409: lastAdmin }));
      return withNotice('Revoked the key.', key, isInvalidated);
    },

    'audit verify': async (id: string, { head }: CommandOptions): Promise<Output> => {
      const chains = await wholeChains(id, head === undefined ? [] : readHeads(head));
      return { text: showChains(chains), json: chains };
    },

    'audit head': async (id: string): Promise<Output> => {
      const chains = await wholeChains(id, []);
      return { text: showChains(chains), json: chains.map(({ head }) => head) };
    },

    'index load inpc': async (file: string): Promise<Output> => {
      const loaded = await loadIndex('inpc', readIndex(file));
      return { text: `Loaded ${loaded.meses} month(s) of inpc.`, json: loaded };
    },

    'seed-demo': async (): Promise<Output> => {
      if (isProduction(config)) throw new CommandError('The demo keys are public: production does not accept them.');
      const hashes = await empresas.createDemo(act(), demoEmpresas);
      for (const key of furtherDemoKeys)
        await keys.issue(act(), demoEmpresa.id, newApiKey(), { ...key, expira_em: null }).catch((error) => {
          if (!violates(error, 'api_key_pkey')) throw error;
        });
      const names = demoEmpresas.map(({ nome, key, ativa }) => [key, ativa ? 'active' : 'inactive', nome]);
      const json = demoEmpresas.map(({ hash: _, keyId: __, ...empresa }) => empresa);
      return withNotice(asTable(['KEY', 'STATE', 'NAME'], names), json, await invalidateKeys(hashes));
    },
  };
};

const requireWhole = (chains: readonly Verified[]): WholeChain[] =>
  chains.map((chain) => {
    if (chain.ok) return chain;
    const { service, numero, reason } = chain.fault;
    if (reason === 'the signature of the checkpoint cannot be checked')
      throw new CommandError(`${service} has no AUDIT_SIGNING_KEY, so its checkpoint cannot be checked.`, chains);
    throw new CommandError(`Broken: entry ${numero} of ${service}: ${reason}.`, chains);
  });
