// The attackers, in a process of their own, so that their work does not distort the clock of the caller that is measured.
// Arguments: the attack's name, the gateway's port, the number of connections, a valid key. Says when all connections have begun,
// and when asked, how many replies there were of each status.
import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setPriority } from 'node:os';

const [name, port, connections, key] = process.argv.slice(2);
let opened = 0;
const replies = {};

// As from another machine: the attack must not win by taking the processor.
setPriority(19);

const countReply = (text) => {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
  if (status) replies[status] = (replies[status] ?? 0) + 1;
};

/** Reads what arrives. A reply to an unfinished request comes alone, at the beginning of its bytes. */
const readReplies = (socket) => socket.setEncoding('latin1').on('data', countReply);

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

const isWhole = (reply) => {
  const end = reply.indexOf('\r\n\r\n');
  if (/^transfer-encoding: chunked/im.test(reply)) return reply.endsWith('\r\n0\r\n\r\n');
  const length = Number(/^content-length: (\d+)/im.exec(reply)?.[1] ?? 0);
  return end >= 0 && reply.length >= end + 4 + length;
};

/** Sends a request, and the next one when it is answered. */
const ask = (makeRequest) => (socket) => {
  let received = '';
  const send = () => socket.write(makeRequest());
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
    if (!isWhole(received)) return;
    countReply(received);
    received = '';
    send();
  });
  send();
};

const newClient = () =>
  `{"nome":"Caller who left","email":"${randomUUID()}@example.com","telefone":"11987654321","cidade":"SP","estado":"SP"}`;
const json = { ...own, 'content-type': 'application/json' };
const postClient = (text) => head('POST', '/clients', { ...json, 'content-length': text.length });
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];
/** Requests that are short, long, waiting, streamed, and unfinished. */
const leftBehind = () => {
  const client = newClient();
  return anyOf([
    head('GET', '/clients?limit=100', own),
    head('GET', '/clients/changes?cursor=&espera=20', own),
    head('GET', '/sales/changes?cursor=&espera=20', own),
    head('GET', '/clients/export', own),
    postClient(client) + client,
    postClient(client) + client.slice(0, 50),
    `${head('POST', '/clients/import', { ...own, 'content-type': 'text/csv', 'content-length': 1_000 })}codigo;nome\n`,
    head('DELETE', '/clients/01890000-0000-7000-8000-000000000001', own),
  ]);
};

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

/** Of clients with these names, so that the next file may change them all. */
const manyClients = (query, nome) => {
  const rows = Array.from(
    { length: 2_000 },
    (_, n) => `ATK${n};${nome} ${n};atk.${n}@exemplo.com.br;11987654321;Santos;SP\n`,
  );
  const body = `codigo;nome;email;telefone;cidade;estado\n${rows.join('')}`;
  const path = `/clients/import${query}`;
  return head('POST', path, { ...own, 'content-type': 'text/csv', 'content-length': body.length }) + body;
};

const manyValues = `{"x":[${Array.from({ length: 80_000 }, (_, i) => `{"${i}":0}`).join()}]}`;
const faultyItems = `{"itens":[${Array.from({ length: 1_000 }, () => '{}').join()}]}`;

const imports = ['', '?simular=true'].flatMap((query) =>
  ['Mercado', 'Padaria'].map((nome) => manyClients(query, nome)),
);

/** The longest text that is found nowhere, and files of all there is. */
const nowhere = encodeURIComponent('xy '.repeat(100)).slice(0, 180);
const searches = [
  `/clients?search=${nowhere}`,
  `/sales?search=${nowhere}`,
  `/products?search=${nowhere}`,
  '/clients/export',
  '/sales/export',
];

const attacks = {
  'slow headers': (socket) => {
    readReplies(socket).write('GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-slow: ');
    return every(1_000, () => socket.write('x'));
  },
  'slow bodies': (socket) => {
    readReplies(socket).write(head('POST', '/sales', { ...own, 'content-length': 100_000 }));
    return every(1_000, () => socket.write('x'));
  },
  'silent bodies': (socket) => {
    readReplies(socket).write(head('POST', '/sales', { ...own, 'content-length': 100_000 }));
  },
  'pipelining without reading': (socket) => {
    const requests = head('GET', '/sales').repeat(16);
    return every(10, () => socket.writableLength < 100_000 && socket.write(requests));
  },
  'slow reading of large replies': (socket) => {
    readReplies(socket).pause();
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
      readReplies(socket).write(leftBehind());
      timer = setTimeout(() => socket.destroy(), Math.random() * 50);
    }, Math.random() * 4_000);
    return () => clearTimeout(timer);
  },
  'pages without a key': ask(() => 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'),
  'bodies in tiny chunks': (socket) => {
    readReplies(socket).write(head('POST', '/clients', { ...json, 'transfer-encoding': 'chunked' }));
    return every(10, () => socket.writableLength < 10_000 && socket.write('1\r\n \r\n'.repeat(500)));
  },
  'bodies in tiny chunks without a key': (socket) => {
    readReplies(socket).write(head('POST', '/clients', { 'transfer-encoding': 'chunked' }));
    return every(10, () => socket.writableLength < 10_000 && socket.write('1\r\n \r\n'.repeat(500)));
  },
  'JSON of many values': ask(
    () => head('POST', '/clients', { ...json, 'content-length': manyValues.length }) + manyValues,
  ),
  'sales of many faulty items': ask(
    () => head('POST', '/sales', { ...json, 'content-length': faultyItems.length }) + faultyItems,
  ),
  // In the form of a key, so that each is looked up.
  'wrong keys': ask(() => head('GET', '/sales', { 'x-api-key': `rep_${randomBytes(32).toString('base64url')}` })),
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
  'exports and long searches': ask(() => head('GET', anyOf(searches), own)),
  'one company with twice the requests that may wait': ask(() => head('GET', '/sales?limit=100', own)),
  'imports of many clients': ask(() => anyOf(imports)),
};

for (let count = 0; count < Number(connections); count++) keepOpen(attacks[name]);
const started = setInterval(() => {
  if (opened < Number(connections)) return;
  clearInterval(started);
  process.send?.('attacking');
}, 10);
process.on('message', () => process.send?.(replies));
process.on('disconnect', () => process.exit());
