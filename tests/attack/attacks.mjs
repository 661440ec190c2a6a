// The attackers, in a process of their own, so that their work does not distort the clock of the caller that is measured.
// Arguments: the attack's name, the gateway's port, the number of connections, a valid key.
import { connect } from 'node:net';
import { setPriority } from 'node:os';

const [name, port, connections, key] = process.argv.slice(2);
let opened = 0;

// As from another machine: the attack must not win by taking the processor.
setPriority(19);

/** Opens a connection, and another one whenever it is closed. `attack` may return what to do when it is. */
const keepOpen = (attack) => {
  const socket = connect(Number(port), '127.0.0.1');
  let stop;
  socket.on('error', () => {});
  socket.on('connect', () => {
    opened += 1;
    stop = attack(socket);
  });
  socket.on('close', () => {
    stop?.();
    setTimeout(() => keepOpen(attack), 100);
  });
};

const every = (ms, action) => {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
};

const head = (method, path, headers = {}) =>
  `${method} /api/v1${path} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([header, value]) => `${header}: ${value}\r\n`)
    .join('')}\r\n`;
const own = { 'x-api-key': key };

/** Sends a request, and the next one when it is answered. */
const ask = (makeRequest) => (socket) => {
  let received = '';
  const send = () => socket.write(makeRequest());
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (end < 0 || received.length < end + 4 + length) return;
    received = '';
    send();
  });
  send();
};

const client =
  '{"nome":"Caller who left","email":"left@example.com","telefone":"11987654321","cidade":"SP","estado":"SP"}';
const json = { ...own, 'content-type': 'application/json' };
/** Requests that are short, long, waiting, streamed, and unfinished. */
const leftBehind = [
  head('GET', '/clients?limit=100', own),
  head('GET', '/clients/changes?cursor=&espera=20', own),
  head('GET', '/sales/changes?cursor=&espera=20', own),
  head('GET', '/clients/export', own),
  head('POST', '/clients', { ...json, 'content-length': client.length }) + client,
  head('POST', '/clients', { ...json, 'content-length': client.length }) + client.slice(0, 50),
  `${head('POST', '/clients/import', { ...own, 'content-type': 'text/csv', 'content-length': 1_000 })}codigo;nome\n`,
  head('DELETE', '/clients/01890000-0000-7000-8000-000000000001', own),
];

const createRepresentada = async () => {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/representadas`, {
    method: 'POST',
    headers: json,
    body: '{"nome":"Fábrica"}',
  });
  return (await reply.json()).data.id;
};
let representada;

const blankLines = (path, header) => {
  const body = header + '\n'.repeat(65_536);
  return head('POST', path, { ...own, 'content-type': 'text/csv', 'content-length': body.length }) + body;
};

const manyValues = `{"x":[${Array.from({ length: 80_000 }, (_, i) => `{"${i}":0}`).join()}]}`;
const faultyItems = `{"itens":[${Array.from({ length: 1_000 }, () => '{}').join()}]}`;

const attacks = {
  'slow headers': (socket) => {
    socket.resume().write('GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-slow: ');
    return every(1_000, () => socket.write('x'));
  },
  'slow bodies': (socket) => {
    socket.resume().write(head('POST', '/sales', { ...own, 'content-length': 100_000 }));
    return every(1_000, () => socket.write('x'));
  },
  'silent bodies': (socket) => {
    socket.resume().write(head('POST', '/sales', { ...own, 'content-length': 100_000 }));
  },
  'pipelining without reading': (socket) => {
    const requests = head('GET', '/sales').repeat(16);
    return every(10, () => socket.writableLength < 100_000 && socket.write(requests));
  },
  'slow reading of large replies': (socket) => {
    socket.pause();
    const request = head('GET', '/clients?limit=100', own);
    const stops = [
      every(500, () => socket.writableLength < 10_000 && socket.write(request)),
      every(1_000, () => socket.read(1_000)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
  'leaving before the answer': (socket) => {
    // Not all at once: this is about the moments at which callers leave.
    let timer = setTimeout(() => {
      socket.resume().write(leftBehind[Math.floor(Math.random() * leftBehind.length)]);
      timer = setTimeout(() => socket.destroy(), Math.random() * 50);
    }, Math.random() * 4_000);
    return () => clearTimeout(timer);
  },
  'pages without a key': ask(() => 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'),
  'bodies in tiny chunks': (socket) => {
    socket.resume().write(head('POST', '/clients', { ...json, 'transfer-encoding': 'chunked' }));
    return every(10, () => socket.writableLength < 10_000 && socket.write('1\r\n \r\n'.repeat(500)));
  },
  'bodies in tiny chunks without a key': (socket) => {
    socket.resume().write(head('POST', '/clients', { 'transfer-encoding': 'chunked' }));
    return every(10, () => socket.writableLength < 10_000 && socket.write('1\r\n \r\n'.repeat(500)));
  },
  'JSON of many values': ask(
    () => head('POST', '/clients', { ...json, 'content-length': manyValues.length }) + manyValues,
  ),
  'sales of many faulty items': ask(
    () => head('POST', '/sales', { ...json, 'content-length': faultyItems.length }) + faultyItems,
  ),
  'wrong keys': ask(() => head('GET', '/sales', { 'x-api-key': `rep_${Math.random().toString(36).repeat(3)}` })),
  'oversized bodies': ask(
    () => head('POST', '/sales', { ...own, 'content-length': 2_000_000 }) + 'x'.repeat(2_000_000),
  ),
  'statements of blank lines': (socket) => {
    representada ??= createRepresentada();
    representada.then((id) => {
      const file = blankLines(`/commissions/reconcile?representada_id=${id}`, 'pedido;valor');
      ask(() => file)(socket);
    });
  },
  'imports of blank lines': ask(() => blankLines('/clients/import', 'codigo;nome')),
  'following large pages': ask(() => head('GET', '/sales/changes?cursor=&limit=500&espera=5', own)),
  'one company at ten times its share': ask(() => head('GET', '/sales?limit=100', own)),
};

for (let count = 0; count < Number(connections); count++) keepOpen(attacks[name]);
const started = setInterval(() => {
  if (opened < Number(connections)) return;
  clearInterval(started);
  process.send?.('attacking');
}, 10);
process.on('disconnect', () => process.exit());
