import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@representa/testing';
import { type Answer, type Api, answerOf, isUncertain, makeClient, type Question } from './api.ts';
import type { Company } from './companies.ts';
import { type Entry, type Ledger, pending, settle } from './ledger.ts';

interface Dependencies {
  api: Api;
  gateways: readonly string[];
  ledger: Ledger;
  company: Company;
  /** All random choices of this step. They do not depend on earlier steps. */
  random: Random;
  /** The prefix of the tags of this step's records. */
  step: string;
}

const retryMs = 100;
const stillRunning = /em andamento/;

const isUndecided = ({ status, json }: Answer): boolean =>
  isUncertain(status) || (status === 409 && stillRunning.test(json?.error));

/** The requests that one caller sends for one company. Every request and answer is recorded in the ledger. */
export const makeOperations = ({ api, gateways, ledger, company, random, step }: Dependencies) => {
  let tagCount = 0;
  const nextTag = (): string => `${step}n${++tagCount}`;

  const send = async (what: string, question: Omit<Question, 'key'>): Promise<Answer> => {
    const answer = await api.ask(random.maybePick(gateways) ?? '', { ...question, key: company.key });
    ledger.count(what, answer);
    return answer;
  };

  /** With an Idempotency-Key, the client repeats a POST until it has a certain answer. */
  const post = async (what: string, path: string, body: object, idempotencyKey?: string): Promise<Answer> => {
    const question = { method: 'POST', path, body, idempotencyKey } as const;
    if (!idempotencyKey) return send(what, question);
    let named = `${what} with a key`;
    const client = makeClient(random.maybePick(gateways) ?? '', company.key, (attempt) => {
      ledger.count(named, attempt);
      named = `${what} with a key, again`;
    });
    const headers = { 'idempotency-key': idempotencyKey };
    const answer = await answerOf(client.request('POST', `/api/v1${path}`, { body, headers }));
    if (answer.status === 201 && random.chance(0.2)) await checkReplay(`${what} with a key`, question, answer);
    return answer;
  };

  const checkReplay = async (what: string, question: Omit<Question, 'key'>, first: Answer): Promise<void> => {
    const second = await send(`${what}, replayed`, question);
    if (isUndecided(second)) return;
    ledger.checkedReplays += 1;
    const same = second.status === 201 && second.json.data.id === first.json.data.id && second.replayed;
    if (!same) ledger.violate(`${what}, repeated after its 201, was answered ${second.status} and not replayed`);
  };

  const create = async (entry: Entry, path: string, body: object, keyed: boolean): Promise<Entry> => {
    const answer = await post(`create ${entry.kind}`, path, body, keyed ? `key-${entry.tag}` : undefined);
    ledger.created(entry, answer);
    return entry;
  };

  const wantsKey = (): boolean => random.chance(0.6);

  const createClient = (keyed = wantsKey(), isPrivate = false): Promise<Entry> => {
    const entry = ledger.open('client', company, nextTag());
    entry.isPrivate = isPrivate;
    const contact = {
      email: `${entry.tag}@exemplo.com.br`,
      telefone: '11987654321',
      cidade: 'São Paulo',
      estado: 'SP',
    };
    return create(entry, '/clients', { nome: entry.nome, ...contact }, keyed);
  };

  const createRepresentada = (keyed = wantsKey(), isPrivate = false): Promise<Entry> => {
    const entry = ledger.open('representada', company, nextTag());
    entry.isPrivate = isPrivate;
    return create(entry, '/representadas', { nome: entry.nome, observacao: entry.tag, comissao: 5 }, keyed);
  };

  const createProduct = (representada?: Entry, keyed = wantsKey()): Promise<Entry> => {
    const entry = ledger.open('product', company, nextTag(), representada && { representada });
    const owner = representada && { representada_id: representada.id };
    return create(entry, '/products', { id: entry.tag, nome: entry.nome, preco: 18.9, ...owner }, keyed);
  };

  /** The first one has the sale's tag. */
  const itemsOf = ({ tag }: Entry): object[] =>
    Array.from({ length: random.integer(1, 3) }, (_, index) => ({
      produtoId: index === 0 ? tag : `item-${index}`,
      quantidade: random.integer(1, 5_000) / 1_000,
      valorUnitario: random.integer(1, 99_999) / 100,
    }));

  const createSale = (client: Entry, representada: Entry, keyed = wantsKey()): Promise<Entry> => {
    const entry = ledger.open('sale', company, nextTag(), { client, representada });
    const references = { clienteId: client.id, representadaId: representada.id };
    // The items of an open sale may be changed.
    const status = random.chance(0.6) ? { status: 'Pedido' } : {};
    return create(entry, '/sales', { ...references, ...status, itens: itemsOf(entry) }, keyed);
  };

  const pathOf = ({ kind, id }: Entry): string => `/${kind}s/${id}`;

  /** A persistent caller repeats the delete when it gets no certain answer. */
  const remove = async (entry: Entry, isPersistent = random.chance(0.5)): Promise<void> => {
    const attempt = pending({});
    entry.deletes.push(attempt);
    const answer = await send(`delete ${entry.kind}`, { method: 'DELETE', path: pathOf(entry) });
    settle(attempt, answer);
    if (answer.status === 200 || answer.status === 404) ledger.removed(entry);
    if (isUncertain(answer.status) && isPersistent) {
      await pause(retryMs);
      await remove(entry);
    }
  };

  const update = (entry: Entry, what: string, body: object): Promise<Answer> =>
    send(`${what} ${entry.kind}`, { method: 'PUT', path: pathOf(entry), body });

  const rename = async (entry: Entry): Promise<void> => {
    if (entry.busy) return;
    entry.busy = true;
    const nome = `${entry.nome} v${entry.renames.length + 1}`;
    for (let tries = random.integer(1, 3); tries > 0; tries--) {
      const attempt = pending({ nome });
      entry.renames.push(attempt);
      const answer = await update(entry, 'rename', { nome });
      settle(attempt, answer);
      if (answer.status === 200) await checkName(entry, nome);
      if (!isUncertain(answer.status)) break;
      await pause(retryMs);
    }
    entry.busy = false;
  };

  /**
   * Decision 22: after the answer to a rename, the next list shows the new name. Older renames without a certain answer
   * may still run.
   */
  const checkName = async ({ kind, id, renames, tag }: Entry, nome: string): Promise<void> => {
    if (kind !== 'client' && kind !== 'representada') return;
    if (renames.some((other) => isUncertain(other.status) && other.nome !== nome)) return;
    const list = await send('list sales', { method: 'GET', path: '/sales?limit=100' });
    if (list.status !== 200) return;
    const [idField, nameField] =
      kind === 'client' ? ['cliente_id', 'cliente_nome'] : ['representada_id', 'representada_nome'];
    const shown = list.json.data.filter((sale: Record<string, string>) => sale[idField as string] === id);
    if (shown.length > 0) ledger.checkedLists += 1;
    const wrong = shown.find((sale: Record<string, string>) => sale[nameField as string] !== nome);
    if (wrong)
      ledger.violate(`${kind} ${tag} was renamed to "${nome}" and the next list shows "${wrong[nameField as string]}"`);
  };

  const switchActive = async (entry: Entry, ativo = entry.activeChanges.at(-1)?.ativo === false): Promise<void> => {
    if (entry.busy) return;
    entry.busy = true;
    const change = pending({ ativo });
    entry.activeChanges.push(change);
    settle(change, await update(entry, ativo ? 'reactivate' : 'deactivate', { ativo }));
    entry.busy = false;
  };

  /** Refused with a 409 unless the sale is still open. */
  const changeItems = async (entry: Entry): Promise<void> => {
    await update(entry, 'change the items of', { itens: itemsOf(entry) });
  };

  /** Any status may follow the first one; later, many are refused with a 409. */
  const changeStatus = async (entry: Entry): Promise<void> => {
    const status = random.maybePick(['PAGA', 'Enviado', 'ENTREGUE', 'Cancelado']);
    await update(entry, 'change the status of', { status, motivo: `step ${step}` });
  };

  return {
    changeItems,
    changeStatus,
    createClient,
    createRepresentada,
    createProduct,
    createSale,
    remove,
    rename,
    switchActive,
    random,
  };
};

export type Operations = ReturnType<typeof makeOperations>;
