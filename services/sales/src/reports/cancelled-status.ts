import { type Fragment, sql } from '@representa/postgres';

/**
 * Spelt out instead of `status_step(status) = 'cancelada'`: PostgreSQL uses the indexes sale_purchase and sale_open only for
 * conditions written like theirs (migrations/023-client-accounts.sql).
 */
export const cancelledStatus: Fragment = sql`status in ('Cancelado', 'CANCELADA')`;
