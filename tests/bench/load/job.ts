import type { Block } from '../fill/blocks.ts';

/** One measurement, as sent to the generator. */
export interface Job {
  scenario: string;
  port: number;
  connections: number;
  /** Of the whole job, unless `requests` ends it. */
  seconds: number;
  /** Ends the job after so many requests. Closed loop only. */
  requests?: number | undefined;
  /** Requests per second, sent whether or not earlier ones are answered (open loop). Without it: closed loop. */
  rate?: number | undefined;
  /** Different for every job, so that emails and names which must be new are new. */
  seed: number;
  /** The companies that the requests are for, and what they have. */
  block: Block;
  /** Clients that sales are created for, where the fill did not write them. */
  clientIds?: readonly string[] | undefined;
  page?: number | undefined;
  /** How many sales of each company earlier jobs have deleted. */
  deleted: number;
}

export interface JobResult {
  /** Replies with the expected status. */
  done: number;
  errors: number;
  firstError: string | undefined;
  seconds: number;
  /** Microseconds from the moment at which a request was due. Not sorted. */
  latencies: Float64Array;
  /** Open loop: how late the generator sent each request, in microseconds. */
  lateness: Float64Array;
  deleted: number;
}

export type ToGenerator = { prepare: Job } | { go: true };
export type FromGenerator = { ready: true } | { result: JobResult };
