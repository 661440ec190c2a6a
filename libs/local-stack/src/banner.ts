import { relative } from 'node:path';

export interface BannerFacts {
  url: string;
  dataDir: string;
  production: boolean;
}

/** Short enough to be read, and every line of it can be used. */
export const banner = ({ url, dataDir, production }: BannerFacts): string => {
  const shown = relative('.', dataDir);
  const lines = [
    '',
    `  Representa is ready at ${url}`,
    '',
    ...(production ? productionHints : demoHints(url)),
    '',
    `  Data      ${shown && !shown.startsWith('..') ? shown : dataDir}`,
    '  Companies npm run empresas -- --help',
    '  Stop      Ctrl-C',
    '',
  ];
  return lines.join('\n');
};

const demoHints = (url: string): string[] => [
  '  Demo key  demo-empresa-a   (also demo-empresa-b, and demo-empresa-inativa, which is refused)',
  '  Try it    paste this into another terminal:',
  '',
  `  curl -H 'x-api-key: demo-empresa-a' ${url}/api/v1/clients`,
];

const productionHints = [
  '  This is production: there are no demo keys. Make a company and its key with',
  '',
  '  npm run empresas -- create "Nome da empresa"',
];

export const help = `npm start: brings up Representa with private PostgreSQL, NATS and Redis on this machine

  npm start                  start with the data of the last time
  npm start -- --fresh       start with empty data (deletes what is in the data folder)
  npm start -- --verbose     show all that the processes log, not only warnings
  npm start -- --help        this page

Variables
  PORT          where the API listens; 3000 unless given
  HOST          on which address; 127.0.0.1 unless given
  DATA_DIR      where the data lives; .data unless given
  NODE_ENV      with "production" no demo companies are made
  LOG_LEVEL     how much the processes log; info unless given
  DATABASE_URL, NATS_URL, REDIS_URL
                servers of your own to use instead of private ones
                (DATABASE_URL as a user that may create roles and extensions)
`;
