// An OpenTelemetry collector that discards what it receives.
import { createServer } from 'node:http';
import { portGiven } from '../config.ts';

createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
}).listen(portGiven(), '127.0.0.1');
