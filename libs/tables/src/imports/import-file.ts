import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { atMost, callWithin, importLimits, sentenceOf } from '@representa/contracts';
import { violates } from '@representa/postgres';
import type { RecordDefinition } from '@representa/records';
import { fileTooLarge, type HttpError, incompleteFile, type RequestCall } from '@representa/service-kit';
import type { TakeSlot } from '@representa/service-kit/process';
import { emptyFile } from '../csv/csv.errors.ts';
import { decodeText } from '../csv/decode-text.ts';
import * as errors from './imports.errors.ts';
import type { ImportResult } from './imports.schemas.ts';
import { type Merging, mergeText } from './merge-text.ts';
import { type Importable, type Row, readRows } from './read-rows.ts';
import type { Merged, StagedRows } from './staged-rows.repository.ts';

/** The import of a resource. */
export interface ImportDefinition {
  record: RecordDefinition;
  /** The column by which a row finds the record that it changes. */
  key: string;
  merging: Merging;
  /** By the constraint that a row would break. */
  conflicts: Readonly<Record<string, () => HttpError>>;
  /** Called when the rows were written, and are still staged. */
  afterMerge?: (call: RequestCall, importId: string) => Promise<void>;
}

interface Dependencies extends ImportDefinition {
  stagedRows: StagedRows;
  takeSlot: TakeSlot;
}

export type ImportFile = (call: RequestCall, body: unknown, isDryRun: boolean) => Promise<ImportResult>;

const maxRows = 50_000;
/** Between two batches other requests get their turn: validating so many rows takes about 10 ms. */
const batchSize = 200;
const batchMs = 5_000;

/** Leaves the stream open when it is no longer read: a reply is still to be sent on its connection. */
async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > importLimits.bytes) throw fileTooLarge();
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? incompleteFile() : error;
  }
}

/** Reads the rest: many clients look for the reply only after they have sent everything. */
const readToEnd = async (body: Readable): Promise<void> => {
  try {
    for await (const _rest of body.iterator({ destroyOnReturn: false }));
  } catch {}
};

/** Imports a CSV file, all of it or nothing. Rows are staged in batches, so that memory does not grow with the file. */
export const makeImportFile = ({ stagedRows, takeSlot, record, key, merging, conflicts, afterMerge }: Dependencies) => {
  const importable: Importable = { ...record.importable, key };
  const text = mergeText(record, merging);

  const stage = async (call: RequestCall, importId: string, body: Readable): Promise<void> => {
    let rows = 0;
    let batch: Row[] = [];
    const flush = async (): Promise<void> => {
      const full = batch;
      batch = [];
      if (full.length > 0) await stagedRows.add(atMost(call, batchMs), importId, full);
    };
    for await (const row of readRows(decodeText(bytesOf(body)), importable)) {
      rows += 1;
      if (rows > maxRows) throw errors.tooManyRows(maxRows);
      batch.push(row);
      if (batch.length === batchSize) await flush();
    }
    await flush();
  };

  /**
   * Some values are unique in the whole system. Another company may take one between the merge's check and its insert, which
   * then fails. The check of the second merge finds it, and names its line.
   */
  const mergeRows = async (call: RequestCall, importId: string, isDryRun: boolean): Promise<Merged> => {
    const mergeOnce = () => stagedRows.merge(call, importId, isDryRun, text);
    try {
      return await mergeOnce();
    } catch (error) {
      if (!Object.keys(conflicts).some((constraint) => violates(error, constraint))) throw error;
      return mergeOnce();
    }
  };

  const faultOf = (reason: string): errors.CellFault => {
    if (reason === 'repeated') return { codigo: 'line.repeated', mensagem: sentenceOf('line.repeated') };
    const conflict = conflicts[reason];
    return conflict ? errors.conflictFault(conflict()) : JSON.parse(reason);
  };

  const refuseFaults = ({ faulty, faults }: Merged): void => {
    if (!faults) return;
    const byLine = new Map<number, errors.RowFault>();
    for (const { line, field, reason } of faults) {
      const fault = byLine.get(line) ?? { linha: line, campos: {} };
      fault.campos[field] ??= faultOf(reason);
      byLine.set(line, fault);
    }
    throw errors.invalidRows({ total: faulty, linhas: [...byLine.values()] });
  };

  const importBody = async (call: RequestCall, body: Readable, isDryRun: boolean): Promise<ImportResult> => {
    const importId = randomUUID();
    try {
      await stage(call, importId, body);
      const merged = await mergeRows(call, importId, isDryRun);
      refuseFaults(merged);
      if (!isDryRun) await afterMerge?.(call, importId);
      return merged;
    } finally {
      // If this fails, the sweeper removes them later.
      await stagedRows.remove(callWithin(batchMs), importId).catch(() => {});
      await readToEnd(body);
    }
  };

  const importFile: ImportFile = async (call, body, isDryRun) => {
    // The parser of text/csv hands over a stream (add-imports.ts); other types were refused.
    if (!(body instanceof Readable)) throw emptyFile();
    const free = takeSlot(call.empresa_id);
    try {
      return await importBody(call, body, isDryRun);
    } finally {
      free();
    }
  };
  return importFile;
};
