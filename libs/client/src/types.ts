import type { Client, ClientPathsWithMethod, MethodResponse, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { paths } from './api.generated.ts';
import type { RetryOptions } from './retry.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that have this method, as the OpenAPI document spells them: `/api/v1/sales/{id}`. */
export type PathWith<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;

type Operation<M extends Method, Path extends PathWith<M>> = NonNullable<paths[Path][M]>;

type AnyBody<M extends Method, Path extends PathWith<M>> = MethodResponse<Client<paths>, M, Path>;

/** The body of a successful reply: the JSON, where it may also be a file. */
export type ReplyBody<M extends Method, Path extends PathWith<M>> = [Exclude<AnyBody<M, Path>, string>] extends [never]
  ? AnyBody<M, Path>
  : Exclude<AnyBody<M, Path>, string>;

/** How a reply's body is read. Unless given, JSON is parsed, and an export as CSV is text. */
interface BodyAs<Json> {
  json: Json;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array>;
}
export type ParseAs = keyof BodyAs<unknown>;

export interface CallOptions<As extends ParseAs = ParseAs> extends RetryOptions {
  parseAs?: As | undefined;
  headers?: Record<string, string> | undefined;
  /** Ends the call, also between two attempts. */
  signal?: AbortSignal | undefined;
}

/** Text, bytes and streams are sent unchanged, a stream only once. Files are sent as `text/csv`, unless `headers` say otherwise. */
export type RawBody = string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** A file may be any raw body, other bodies are what the document says. */
type BodyOption<One> = One extends { requestBody: { content: { 'text/csv': unknown } } }
  ? { body: RawBody }
  : RequestBodyOption<One>;

export type Options<M extends Method, Path extends PathWith<M>, As extends ParseAs = 'json'> = ParamsOption<
  Operation<M, Path>
> &
  BodyOption<Operation<M, Path>> &
  CallOptions<As>;

export interface Reply<Body> {
  body: Body;
  status: number;
  headers: Headers;
}

/** Options may be left out where no parameter and no body is required. */
export type OptionsArgument<Given> = object extends Given ? [options?: Given] : [options: Given];

export type Call<M extends Method> = <Path extends PathWith<M>, As extends ParseAs = 'json'>(
  path: Path,
  ...options: OptionsArgument<Options<M, Path, As>>
) => Promise<Reply<BodyAs<ReplyBody<M, Path>>[As]>>;

type Numbered = { page: number };

/** Lists with page numbers and a total. */
export type PagedPath = {
  [Path in PathWith<'get'>]: [Extract<ReplyBody<'get', Path>, Numbered>] extends [never] ? never : Path;
}[PathWith<'get'>];

/** The reply of such a list has `page` and `total` or, if the query has a cursor, `next_cursor`. */
export interface ListCall {
  <Path extends PagedPath>(
    path: Path,
    options?: Options<'get', Path> & { params?: { query?: { cursor?: undefined } } },
  ): Promise<Reply<Extract<ReplyBody<'get', Path>, Numbered>>>;
  <Path extends PagedPath>(
    path: Path,
    options: Options<'get', Path> & { params: { query: { cursor: string } } },
  ): Promise<Reply<Exclude<ReplyBody<'get', Path>, Numbered>>>;
}

/** For paths and bodies that are known only at run time. */
export interface AnyOptions extends CallOptions {
  params?: { path?: object | undefined; query?: object | undefined; header?: object | undefined } | undefined;
  body?: unknown;
}
