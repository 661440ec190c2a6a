import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { deployFolder } from './deploy-folder.ts';

export interface ComposeService {
  image: string;
  user?: string;
  build?: { context: string; dockerfile: string; args: { PROCESS: string } };
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  networks: string[];
  profiles?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  restart: string;
  mem_limit: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, null>;
}

/** docker-compose.yml with the default of every variable. */
export const readCompose = (): ComposeFile => {
  const text = readFileSync(`${deployFolder}../docker-compose.yml`, 'utf8');
  const withDefaults = text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  if (withDefaults.includes('${')) throw new Error('docker-compose.yml has a variable without a default');
  return parse(withDefaults, { merge: true }) as ComposeFile;
};
