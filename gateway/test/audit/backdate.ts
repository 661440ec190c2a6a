import { createHash } from 'node:crypto';
import type postgres from 'postgres';

interface Row {
  numero: string;
  em: Date;
  entry: string;
}

interface Backdating {
  schema: 'clients' | 'gateway';
  empresa_id: string;
  /** How many days earlier each entry is written. */
  days: (numero: number) => number;
}

const dayMs = 86_400_000;

/** Writes a company's chain anew, as if its entries were older: their times are in what the hashes cover. */
export const backdate = async (admin: postgres.Sql, { schema, empresa_id, days }: Backdating): Promise<void> => {
  const table = admin`${admin(schema)}.audit_entry`;
  const rows = await admin<Row[]>`
    select numero, em, entry from ${table} where empresa_id = ${empresa_id} order by numero`;
  let hash = '';
  const older = rows.map(({ numero, em, entry }) => {
    const earlier = new Date(em.getTime() - days(Number(numero)) * dayMs).toISOString();
    const text = entry.replace(em.toISOString(), earlier);
    hash = createHash('sha256').update(Buffer.from(hash, 'hex')).update(text).digest('hex');
    return { numero: Number(numero), em: earlier, entry: text, hash };
  });
  await admin`
    update ${table} existing set em = older.em, entry = older.entry, hash = decode(older.hash, 'hex')
    from json_to_recordset(${JSON.stringify(older)}::text::json)
      as older (numero bigint, em timestamptz, entry text, hash text)
    where existing.empresa_id = ${empresa_id} and existing.numero = older.numero`;
};
