/** Parses JSON that PostgreSQL made, whose timestamps have another format than the driver's columns. */
export const revived = <Value>(json: string): Value =>
  JSON.parse(json, (name, value) =>
    (name === 'created_at' || name === 'estornado_em') && typeof value === 'string'
      ? new Date(value).toISOString()
      : value,
  );
