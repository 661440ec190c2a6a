import { load } from './load.mjs';

const { main } = await load('start');
await main(process.argv.slice(2));
