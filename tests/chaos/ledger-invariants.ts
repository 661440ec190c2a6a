import type { Sql } from 'postgres';
import { isUncertain, type Span } from './api.ts';
import { type Attempt, type Entry, isCreated, type Ledger } from './ledger.ts';

/** A record as the database holds it after the run. */
interface Found {
  id: string;
  tag: string;
  nome: string | null;
  ativo: boolean | null;
}

/** All records by tag. The tag is in the email, the note, the id, or the product of the first item. */
const readRecords = async (admin: Sql): Promise<Map<string, Found[]>> => {
  const rows = await admin<Found[]>`
    select id::text, split_part(email, '@', 1) as tag, nome, ativo from clients.client
    union all select id::text, observacao, nome, ativo from catalog.representada
    union all select id, id, nome, ativo from catalog.product
    union all select sale_id::text, produto_id, null, null from sales.sale_item where posicao = 1`;
  return groupBy(rows, ({ tag }) => tag);
};

const groupBy = <T>(list: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;
const endedBefore = (one: Span, other: Span): boolean => one.end < other.start;
const describe = ({ kind, tag, id }: Entry): string => `${kind} ${tag} (${id ?? 'id unknown'})`;

/** Whether the record may have been deleted, or have had a pending delete, during the request. */
const mayBeGone = ({ deletes }: Entry, during: Span): boolean =>
  deletes.some(
    (attempt) =>
      attempt.start < during.end &&
      (attempt.status === 200 || attempt.status === 404 || isUncertain(attempt.status) || overlaps(attempt, during)),
  );

const mayBeInactive = ({ activeChanges }: Entry, during: Span): boolean => {
  const before = activeChanges.filter((one) => one.start < during.end);
  const last = before.filter((one) => endedBefore(one, during) && one.status === 200).at(-1);
  return (
    last?.ativo === false || before.some((one) => !one.ativo && (isUncertain(one.status) || overlaps(one, during)))
  );
};

const checkPresence = (entry: Entry, found: Found[]): string | undefined => {
  const { creation, deletes } = entry;
  const [count, name] = [found.length, describe(entry)];
  if (count > 1) return `${name} exists ${count} times`;
  const wasDeleted = deletes.some(({ status }) => status === 200 || status === 404);
  if (count === 1) {
    if (!isCreated(entry) && !isUncertain(creation.status)) {
      return `${name} was refused (${creation.status} ${creation.error}) and yet exists`;
    }
    if (isCreated(entry) && found[0]?.id !== entry.id) return `${name} exists with another id, ${found[0]?.id}`;
    if (wasDeleted) return `${name} was deleted and yet exists`;
  } else if (isCreated(entry)) {
    const mayBeDeleted = wasDeleted || deletes.some(({ status }) => isUncertain(status));
    if (!mayBeDeleted) return `${name} was answered 201 and does not exist`;
  }
  return undefined;
};

const checkDeletes = (entry: Entry): string[] => {
  const { deletes } = entry;
  const problems: string[] = [];
  const successes = deletes.filter(({ status }) => status === 200).length;
  if (successes > 1) problems.push(`${describe(entry)} was deleted ${successes} times`);
  for (const attempt of deletes) {
    const others = deletes.filter((other) => other !== attempt && other.start < attempt.end);
    if (attempt.status === 404 && !others.some(({ status }) => status === 200 || isUncertain(status))) {
      problems.push(`${describe(entry)}: its delete was answered 404, and no other request had deleted it`);
    }
    problems.push(...checkRefusedDelete(entry, attempt), ...checkPassedDelete(entry, attempt));
  }
  return problems;
};

const inUse = /possui (\d+) (venda|produto)/;

/** 409: the number in the message lies between the certain and the possible number of users. */
const checkRefusedDelete = (entry: Entry, attempt: Attempt): string[] => {
  if (attempt.status !== 409) return [];
  const [, number, what] = inUse.exec(attempt.error ?? '') ?? [];
  const users = what === 'produto' ? entry.products : entry.sales;
  const possible = users.filter(
    ({ creation, deletes }) =>
      creation.start < attempt.end &&
      (creation.status === 201 || isUncertain(creation.status)) &&
      !deletes.some((one) => one.status === 200 && endedBefore(one, attempt)),
  ).length;
  const certain = users.filter((user) => existsDuring(user, attempt)).length;
  const answered = Number(number);
  if (answered >= Math.max(1, certain) && answered <= possible) return [];
  return [`${describe(entry)}: "${attempt.error}", though there were ${certain} to ${possible}`];
};

/** 200: no record that certainly existed referred to it. */
const checkPassedDelete = (entry: Entry, attempt: Attempt): string[] => {
  if (attempt.status !== 200) return [];
  const user = [...entry.sales, ...entry.products].find((one) => existsDuring(one, attempt));
  return user ? [`${describe(entry)} was deleted although ${describe(user)} referred to it`] : [];
};

const existsDuring = (user: Entry, during: Span): boolean =>
  isCreated(user) &&
  endedBefore(user.creation, during) &&
  !user.deletes.some(({ start, status }) => start < during.end && status !== 409);

/** A sale is refused only for a reason, and created only if the records it refers to exist. */
const checkReferences = (entry: Entry): string[] => {
  const { creation, client, representada } = entry;
  const referred = [client, representada].filter((one) => one !== undefined);
  if (creation.status === 201) {
    const gone = referred.find(({ deletes }) =>
      deletes.some((one) => one.status === 200 && endedBefore(one, creation)),
    );
    return gone ? [`${describe(entry)} was created although ${describe(gone)} had been deleted`] : [];
  }
  if (isUncertain(creation.status)) return [];
  if (creation.status !== 404) return [`${describe(entry)} was refused: ${creation.status} ${creation.error}`];
  const explained =
    referred.some((one) => mayBeGone(one, creation)) || (client !== undefined && mayBeInactive(client, creation));
  return explained
    ? []
    : [`${describe(entry)} was refused ("${creation.error}") although the records it refers to exist and are active`];
};

/** An update is refused only if the record may have been deleted. No answered update is lost. */
const checkUpdates = (entry: Entry, found: Found | undefined): string[] => {
  const problems: string[] = [];
  for (const update of [...entry.renames, ...entry.activeChanges]) {
    if (update.status === 404 && !mayBeGone(entry, update))
      problems.push(`${describe(entry)}: an update was answered 404`);
    const gone = entry.deletes.some((one) => one.status === 200 && endedBefore(one, update));
    if (update.status === 200 && gone) problems.push(`${describe(entry)} was updated after it had been deleted`);
  }
  if (!found || !isCreated(entry) || entry.kind === 'sale') return problems;
  const allowed = <T>(first: T, changes: (Attempt & { value: T })[]): T[] => [
    changes.filter(({ status }) => status === 200).at(-1)?.value ?? first,
    ...changes.filter(({ status }) => isUncertain(status)).map(({ value }) => value),
  ];
  const names = allowed(
    entry.nome,
    entry.renames.map((one) => ({ ...one, value: one.nome })),
  );
  const states = allowed(
    true,
    entry.activeChanges.map((one) => ({ ...one, value: one.ativo })),
  );
  if (found.nome !== null && !names.includes(found.nome))
    problems.push(`${describe(entry)} is called "${found.nome}", not "${names[0]}"`);
  if (found.ativo !== null && !states.includes(found.ativo))
    problems.push(`${describe(entry)} should be ${states[0] ? 'active' : 'inactive'}`);
  return problems;
};

const checkCodes = ({ entries }: Ledger): string[] => {
  const coded = entries.filter(({ code }) => code !== undefined);
  const groups = groupBy(coded, ({ company, kind, code }) => `${company.nome}: ${kind} ${code}`);
  return [...groups]
    .filter(([, users]) => users.length > 1)
    .map(([code, users]) => `${code} was given ${users.length} times`);
};

/** Compares the database with all answers. */
export const checkLedger = async (ledger: Ledger, admin: Sql): Promise<string[]> => {
  const records = await readRecords(admin);
  const problems = ledger.entries.flatMap((entry) => {
    const found = records.get(entry.tag) ?? [];
    records.delete(entry.tag);
    const presence = checkPresence(entry, found);
    return [
      ...(presence ? [presence] : []),
      ...checkDeletes(entry),
      ...checkReferences(entry),
      ...checkUpdates(entry, found[0]),
    ];
  });
  const unknown = [...records.keys()].map((tag) => `a record exists that no request created: ${tag}`);
  return [...problems, ...unknown, ...checkCodes(ledger)];
};
