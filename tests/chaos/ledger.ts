import { type Answer, isUncertain, patienceMs, type Span, type Status } from './api.ts';
import type { Company } from './companies.ts';

export type Kind = 'client' | 'representada' | 'product' | 'sale';

/** One request about a record. Until it is answered it may be at work: `end` is infinite then. */
export interface Attempt extends Span {
  status: Status;
  error?: string;
}
export interface Naming extends Attempt {
  nome: string;
}
export interface Switching extends Attempt {
  ativo: boolean;
}

/** All that was asked about one record, and what was answered. */
export interface Entry {
  readonly kind: Kind;
  readonly company: Company;
  /** A word of its own, kept in a field of the record, by which it is found also when its id was never told. */
  readonly tag: string;
  readonly nome: string;
  id: string | undefined;
  /** The generated code that the answer told: of a client, or of a sale. */
  code: string | undefined;
  creation: Attempt;
  deletes: Attempt[];
  namings: Naming[];
  switchings: Switching[];
  /** What a sale, or a product, refers to. */
  client?: Entry;
  representada?: Entry;
  /** The sales, and the products, that refer to it. */
  sales: Entry[];
  products: Entry[];
  /** Nobody but its maker uses it: what a fault does to it is not covered up by what others do next. */
  isPrivate: boolean;
  /** Somebody is renaming or switching it: others leave that alone, so that its state can be known. */
  busy: boolean;
}

export const pending = <Extra extends object>(extra: Extra): Extra & Attempt => ({
  ...extra,
  start: performance.now(),
  end: Number.POSITIVE_INFINITY,
  status: 'lost',
});

/** A creation that was sent again began with its first try. */
export const settle = (attempt: Attempt, { status, end, json }: Answer): void => {
  attempt.status = status;
  attempt.end = end;
  if (status === 'lost' || status >= 400) attempt.error = String(json?.error);
};

export const isCreated = ({ creation }: Entry): boolean => creation.status === 201;

/** What a company has, as far as its workers know: what was deleted for sure is not in it. */
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
  /** How many answers of each status to each kind of request. */
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
      namings: [],
      switchings: [],
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

  gone(entry: Entry): void {
    const list = this.pool(entry.company)[listOf[entry.kind]];
    const index = list.lastIndexOf(entry);
    if (index >= 0) list.splice(index, 1);
  }

  count(what: string, { status, start, end, json }: Answer): void {
    const statuses = this.answers.get(what) ?? new Map<Status, number>();
    this.answers.set(what, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (end - start >= patienceMs) this.violate(`${what} was not answered within ${patienceMs / 1_000} s`);
    if (!isUncertain(status) && !expected.has(status)) this.violate(`${what} was answered ${status} ${json?.error}`);
    // An outage is told as one: 503. Anything else means that somebody did not see it coming.
    if (status !== 'lost' && status > 499 && status !== 503)
      this.violate(`${what} was answered ${status} ${json?.error}`);
  }

  violate(sentence: string): void {
    this.violations.push(sentence);
  }
}

const expected: ReadonlySet<Status> = new Set([200, 201, 404, 409]);
