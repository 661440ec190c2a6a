export {
  ApiError,
  Conflict,
  CursorExpired,
  type Details,
  type ErrorCode,
  type Fault,
  Forbidden,
  InvalidInput,
  type Issue,
  KeyReused,
  NoReply,
  NotFound,
  NotModified,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  VersionMismatch,
} from './api.errors.ts';
export type { components, paths } from './api.generated.ts';
export { type Api, type ApiOptions, createApi } from './api.ts';
export {
  type ChangesPath,
  type CursorPath,
  eachPage,
  eachRecord,
  followChanges,
  type Page,
} from './iterate.ts';
export type { Fetch, RetryOptions } from './retry.ts';
export type {
  AnyOptions,
  CallOptions,
  Options,
  PagedPath,
  ParseAs,
  PathWith,
  RawBody,
  Reply,
  ReplyBody,
} from './types.ts';

import type { components } from './api.generated.ts';

/** The records and bodies of the API by name: `Schemas['Sale']`, `Schemas['NewClient']`. */
export type Schemas = components['schemas'];
