// A service that does nothing: what is left of a request is what its proxy costs.
import fastify from 'fastify';
import { portGiven } from '../config.ts';

const reply = JSON.stringify({ success: true, data: { text: 'a small reply, as long as one record '.repeat(12) } });

const app = fastify({ keepAliveTimeout: 30_000 });
app.get('/readyz', (_request, answer) => answer.send('ok'));
app.get('/*', (_request, answer) => answer.type('application/json; charset=utf-8').send(reply));
await app.listen({ host: '127.0.0.1', port: portGiven() });
