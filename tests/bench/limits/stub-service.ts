// A service that does no work, so that the CPU of a request is that of its proxy.
import { headers } from '@representa/contracts';
import fastify from 'fastify';
import { portGiven } from '../config.ts';

const body = JSON.stringify({ success: true, data: { text: 'a small reply, as long as one record '.repeat(12) } });

const app = fastify({ keepAliveTimeout: 30_000 });
app.get('/readyz', (_request, reply) => reply.send('ok'));
app.get('/*', (request, reply) => {
  // The gateway refuses a reply without the id of its request.
  const id = request.headers[headers.exchangeId];
  if (id !== undefined) reply.header(headers.exchangeId, id);
  reply.type('application/json; charset=utf-8').send(body);
});
await app.listen({ host: '127.0.0.1', port: portGiven() });
