import { type Answer, answerDeadlineMs, isUncertain, type Span, type Status } from './api.ts';
import type { Company } from './companies.ts';

export type Kind = 'client' | 'representada' | 'product' | 'sale';

/** One request about a record. `end` is infinite until it is answered. */
export interface Attempt extends Span {
  status: Status;
  error?: string;
}
export interface Rename extends Attempt {
  nome: string;
}
export interface ActiveChange extends Attempt {
  ativo: boolean;
}

/** All requests about one record, with their answers. */
export interface Entry {
  readonly kind: Kind;
  readonly company: Company;
  /** A unique text in a field of the record. Finds the record even when its id was never answered. */
  readonly tag: string;
  readonly nome: string;
  id: string | undefined;
  /** The generated code of a client or of a sale. */
  code: string | undefined;
  creation: Attempt;
  deletes: Attempt[];
  renames: Rename[];
  activeChanges: ActiveChange[];
  /** The records that a sale or a product refers to. */
  client?: Entry;
  representada?: Entry;
  /** The sales and products that refer to this record. */
  sales: Entry[];
  products: Entry[];
  /** Only its creator uses it, so that later requests of others cannot hide the effect of a fault. */
  isPrivate: boolean;
  /** An update is running. No second one starts, so that the final state is known. */
  busy: boolean;
}

export const pending = <Extra extends object>(extra: Extra): Extra & Attempt => ({
  ...extra,
  start: performance.now(),
  end: Number.POSITIVE_INFINITY,
  status: 'lost',
});

/** Keeps `start`: a repeated creation started with its first request. */
export const settle = (attempt: Attempt, { status, end, json }: Answer): void => {
  attempt.status = status;
  attempt.end = end;
  if (status === 'lost' || status >= 400) attempt.error = String(json?.error);
};

export const isCreated = ({ creation }: Entry): boolean => creation.status === 201;

/** The records of a company that its workers use. Deleted records are removed. */
export interface Pool {
  clients: Entry[];
  representadas: Entry[];
  products: Entry[];
  sales: Entry[];
}

const listOf = { client: 'clients', representada: 'representadas', product: 'products', sale: 'sales' } as const;

export class Ledger {
  readonly entries: Entry[] = [];
  readonly violations: string[] = [];
  /** The number of answers by kind of request and status. */
  readonly answers = new Map<string, Map<Status, number>>();
  checkedLists = 0;
  checkedReplays = 0;
  readonly #pools = new Map<string, Pool>();

  pool({ id }: Company): Pool {
    const pool = this.#pools.get(id) ?? { clients: [], representadas: [], products: [], sales: [] };
    this.#pools.set(id, pool);
    return pool;
  }

  open(kind: Kind, company: Company, tag: string, references: Pick<Entry, 'client' | 'representada'> = {}): Entry {
    const entry: Entry = {
      kind,
      company,
      tag,
      nome: `${kind} ${tag}`,
      id: undefined,
      code: undefined,
      creation: pending({}),
      deletes: [],
      renames: [],
      activeChanges: [],
      sales: [],
      products: [],
      isPrivate: false,
      busy: false,
      ...references,
    };
    this.entries.push(entry);
    const users = kind === 'sale' ? 'sales' : 'products';
    entry.client?.[users].push(entry);
    entry.representada?.[users].push(entry);
    return entry;
  }

  created(entry: Entry, answer: Answer): void {
    settle(entry.creation, answer);
    if (answer.status !== 201) return;
    entry.id = answer.json.data.id;
    entry.code = answer.json.data.codigo ?? answer.json.data.pedido;
    if (!entry.isPrivate) this.pool(entry.company)[listOf[entry.kind]].push(entry);
  }

  removed(entry: Entry): void {
    const list = this.pool(entry.company)[listOf[entry.kind]];
    const index = list.lastIndexOf(entry);
    if (index >= 0) list.splice(index, 1);
  }

  count(what: string, { status, start, end, json }: Answer): void {
    const statuses = this.answers.get(what) ?? new Map<Status, number>();
    this.answers.set(what, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (end - start >= answerDeadlineMs) this.violate(`${what} was not answered within ${answerDeadlineMs / 1_000} s`);
    if (!isUncertain(status) && !expected.has(status)) this.violate(`${what} was answered ${status} ${json?.error}`);
    // An outage is answered with 503. Any other 5xx is an error that the code did not expect.
    if (status !== 'lost' && status > 499 && status !== 503)
      this.violate(`${what} was answered ${status} ${json?.error}`);
  }

  violate(sentence: string): void {
    this.violations.push(sentence);
  }
}

const expected: ReadonlySet<Status> = new Set([200, 201, 404, 409]);
