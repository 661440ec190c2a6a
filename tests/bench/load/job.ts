import type { Block } from '../fill/blocks.ts';

/** One measurement as the generator is told it. */
export interface Job {
  scenario: string;
  port: number;
  connections: number;
  seconds: number;
  /** Requests per second, whatever the answers do (open loop). Without it, each connection asks again at once. */
  rate?: number | undefined;
  /** Makes what must be new (emails, names) differ from every other job's. */
  seed: number;
  /** The companies that are asked for, and what they have. */
  block: Block;
  /** With it, requests go straight to a service, with the headers that the gateway would have added. */
  gatewaySecret?: string | undefined;
  page?: number | undefined;
  /** How many sales of each company earlier jobs have deleted. */
  deleted: number;
}

export interface JobResult {
  /** Answers as they should be. */
  done: number;
  errors: number;
  firstError: string | undefined;
  seconds: number;
  /** Microseconds, in no order; from the moment at which a request was due. */
  latencies: Float64Array;
  /** Open loop: how late the generator itself sent, in microseconds. */
  lateness: Float64Array;
  deleted: number;
}

export type ToGenerator = { prepare: Job } | { go: true };
export type FromGenerator = { ready: true } | { result: JobResult };
