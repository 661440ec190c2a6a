import { relative } from 'node:path';

interface BannerFacts {
  url: string;
  /** How other devices of the network reach it; undefined when it listens on this machine only. */
  networkUrl?: string | undefined;
  dataDir: string;
  production: boolean;
}

/** What `npm start` prints when the stack is ready. */
export const banner = ({ url, networkUrl, dataDir, production }: BannerFacts): string => {
  const shown = relative('.', dataDir);
  const lines = [
    '',
    `  Representa is ready at ${url}`,
    '',
    ...(production ? productionHints : demoHints(url)),
    '',
    `  Docs      ${url}/docs`,
    `  Phone     ${networkUrl ?? 'HOST=0.0.0.0 npm start makes it reachable from other devices of your network'}`,
    `  Data      ${shown && !shown.startsWith('..') ? shown : dataDir}`,
    '  Companies npm run empresas -- --help',
    '  Stop      Ctrl-C',
    '',
  ];
  return lines.join('\n');
};

const demoHints = (url: string): string[] => [
  '  Demo key  demo-exemplo   a company with a year of sales; demo-empresa-a and demo-empresa-b are empty',
  '            (and demo-empresa-inativa is refused)',
  '  Try it    paste this into another terminal:',
  '',
  `  curl -H 'x-api-key: demo-exemplo' ${url}/api/v1/clients`,
];

const productionHints = [
  '  This is production: there are no demo keys. Create a company and its key with',
  '',
  '  npm run empresas -- create "Nome da empresa"',
];

export const help = `npm start: starts Representa with private PostgreSQL, NATS and Redis on this machine

  npm start                  keep the data of the last run
  npm start -- --fresh       start with empty data (deletes the contents of the data folder)
  npm start -- --verbose     in a terminal, show everything that the processes log, not only warnings
  npm start -- --help        this page

Variables
  PORT          port of the API; 3000 unless given
  HOST          address of the API; 127.0.0.1 unless given
  DATA_DIR      data folder; .data unless given
  NODE_ENV      with "production" no demo companies are created
  LOG_LEVEL     log level of the processes; info unless given
  RATE_LIMIT    requests per second of a company; no limit unless given
  CORS_ORIGINS  origins whose pages may call the API, separated by commas
  ADMIN_TOKEN   opens the operator's API, on port 3100 or ADMIN_PORT; 32 characters or more
  DATABASE_URL, NATS_URL, REDIS_URL
                servers to use instead of private ones
                (DATABASE_URL needs a user that may create roles and extensions)
`;
