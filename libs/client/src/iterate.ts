import type { Api } from './api.ts';
import type { AnyOptions, Options, OptionsArgument, PagedPath, PathWith, ReplyBody } from './types.ts';

type GetPath = PathWith<'get'>;
type QueryOf<Path extends GetPath> = NonNullable<NonNullable<Options<'get', Path>['params']>['query']>;
type PathTaking<Parameter extends string, Path extends GetPath = GetPath> = {
  // Without a query it is `never`, which has every key.
  [One in Path]: [QueryOf<One>] extends [never] ? never : Parameter extends keyof QueryOf<One> ? One : never;
}[Path];

/** Changes feeds. */
export type ChangesPath = PathTaking<'espera'>;
/** Lists with cursors. */
export type CursorPath = Exclude<PathTaking<'cursor'>, ChangesPath>;

type RecordOf<Path extends GetPath> = ReplyBody<'get', Path> extends { data: (infer Item)[] } ? Item : never;

/** A list's reply without a cursor. */
export interface Page<Item> {
  data: Item[];
  page: number;
  limit: number;
  total: number;
}

/** What the caller's query says, without parameters that it leaves undefined: a default stands for these. */
const queryIn = (options: AnyOptions | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options?.params?.query ?? {}).filter(([, value]) => value !== undefined));

const withQuery = (options: AnyOptions | undefined, query: object): AnyOptions => ({
  ...options,
  params: { ...options?.params, query: { ...options?.params?.query, ...query } },
});

/** The pages of a list by number, with their total. A record that is created meanwhile moves others to the next page. */
export async function* eachPage<Path extends PagedPath>(
  api: Api,
  path: Path,
  options?: Options<'get', Path>,
): AsyncGenerator<Page<RecordOf<Path>>, void, undefined> {
  for (let page = Number(queryIn(options).page ?? 1); ; page++) {
    const { body } = await api.request('GET', path, withQuery(options, { page }));
    if (body.data.length > 0) yield body;
    if (body.data.length === 0 || page * body.limit >= body.total) return;
  }
}

/** Every record of a list, by cursors: records that are created meanwhile do not repeat others. */
export async function* eachRecord<Path extends CursorPath>(
  api: Api,
  path: Path,
  ...[options]: OptionsArgument<Options<'get', Path>>
): AsyncGenerator<RecordOf<Path>, void, undefined> {
  let query: object = { limit: 100, cursor: '', ...queryIn(options) };
  for (;;) {
    const { body } = await api.request('GET', path, withQuery(options, query));
    yield* body.data;
    if (body.next_cursor === null) return;
    query = { ...query, cursor: body.next_cursor };
  }
}

/**
 * What changed since a cursor, in order; everything for an empty one. Store `next_cursor` together with the page's
 * changes, and continue from it after a stop. Waits for changes for ever, unless `espera` is 0: then it ends when there
 * are no more.
 */
export async function* followChanges<Path extends ChangesPath>(
  api: Api,
  path: Path,
  options?: Options<'get', Path>,
): AsyncGenerator<ReplyBody<'get', Path>, void, undefined> {
  let query = { limit: 500, cursor: '', espera: 25, ...queryIn(options) };
  for (;;) {
    const { body } = await api.request('GET', path, withQuery(options, query));
    if (body.data.length > 0) yield body;
    else if (query.espera === 0) return;
    query = { ...query, cursor: body.next_cursor };
  }
}
