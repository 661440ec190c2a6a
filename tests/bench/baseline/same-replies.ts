import { crowd } from '../fill/blocks.ts';
import { idOf, keyOf } from '../fill/ids.ts';
import { twoWords } from '../fill/names.ts';

const company = crowd.first;
const paths = [
  '/sales',
  '/sales?page=3&limit=7',
  `/sales/${idOf('sale', 1, company)}`,
  '/clients',
  '/clients?page=3&limit=7',
  `/clients?search=${encodeURIComponent(twoWords(1, company))}`,
  '/representadas',
];

/** Both databases were filled alike. Figures of systems that give different replies could not be compared. */
export const expectSameReplies = async (productUrl: string, baselineUrl: string): Promise<void> => {
  for (const path of paths) {
    const [ours, theirs] = await Promise.all([productUrl, baselineUrl].map((url) => get(`${url}/api/v1${path}`)));
    if (ours !== theirs) throw new Error(`${path}: the product replies ${ours}\nand the baseline ${theirs}`);
  }
};

const get = async (url: string): Promise<string> => {
  const reply = await fetch(url, { headers: { 'x-api-key': keyOf(company) }, signal: AbortSignal.timeout(5_000) });
  return `${reply.status} ${await reply.text()}`;
};
