import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram, freePort } from '@representa/local-stack';

export interface Nginx {
  pid: number;
  port: number;
  stop(): void;
}

/** A plain proxy without authentication. One worker, keep-alive connections, one log line per request like the gateway. */
const configuration = (folder: string, port: number, upstream: number): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  upstream service {
    server 127.0.0.1:${upstream};
    keepalive 64;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header connection "";
      proxy_buffers 8 64k;
      proxy_buffer_size 64k;
    }
  }
}
`;

/** In front of one service; undefined where nginx is not installed. */
export const startNginx = async (upstream: number): Promise<Nginx | undefined> => {
  const program = findProgram(['nginx']);
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'representa-nginx-'));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, upstream));
  const child = spawn(program, ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  const stop = (): void => {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 100) {
      stop();
      return undefined;
    }
    await pause(20);
  }
  return { pid: child.pid as number, port, stop };
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
