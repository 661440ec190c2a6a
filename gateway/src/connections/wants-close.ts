import type { IncomingHttpHeaders } from 'node:http';

/** The caller wants its connection to be closed after the reply. */
export const wantsClose = ({ connection = '' }: IncomingHttpHeaders): boolean => /\bclose\b/i.test(connection);
