import { load } from './load.mjs';

const { main } = await load('empresas');
await main(process.argv.slice(2));
