// A service in a process of its own, so that it can be stopped and killed.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const answer = () => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-exchange-id', request.headers['x-exchange-id'] ?? '');
      response.end(JSON.stringify({ pid: process.pid }));
    };
    const waitMs = Number(request.headers['idempotency-key'] ?? 0);
    if (waitMs > 0) process.send?.('received');
    setTimeout(answer, waitMs);
  });
});
server.keepAliveTimeout = 30_000;
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => process.send?.(server.address().port));
process.on('disconnect', () => process.exit());
