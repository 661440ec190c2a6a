/** JSON in PostgreSQL has timestamps in another format than the driver's columns. */
const reviveTimestamp = (name: string, value: unknown): unknown =>
  /_(at|em)$/.test(name) && typeof value === 'string' && value.includes('T') ? new Date(value).toISOString() : value;

/** A record that a function returned as JSON, as it is shown now and when it is kept and replayed. */
export const parseStored = <Stored>(json: string): Stored => JSON.parse(json, reviveTimestamp);
