import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;
type PendingRequest = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  /** The last packet, while no request in it is complete. */
  head: Buffer | undefined;
  /** The request that is being read or answered. Stays after its reply while it is still being read. */
  active: PendingRequest | undefined;
  isAnswered: boolean;
  waiting: PendingRequest[];
  /** The socket's buffer has bytes that the HTTP parser may not be given yet. */
  hasUnread: boolean;
  /** Close the connection when the last reply is sent, and read nothing more. */
  closing: boolean;
}

const connections = new WeakMap<Socket, Connection>();

/** Bytes per parser call between requests. Few, so that a slice holds only some requests. */
const sliceBytes = 128;
/** Bytes per parser call inside a body. */
const bodySliceBytes = 16_384;
/** A slice that ends a body may have many requests after it. A caller that sends more of them is cut off. */
const maxWaiting = 64;
/**
 * A caller whose next request has waited for so long is cut off: what it sends meanwhile fills the kernel's memory, which all
 * connections share.
 */
const maxQueuedMs = 3_000;

/**
 * Answers the requests of a connection one after the other, and reads no further while one waits. Node parses all that has
 * arrived and starts every request in it at once: one connection could hold thousands, and never read a reply.
 */
export const answerInTurn = (server: Server, handle: HandleRequest): void => {
  const begin = (socket: Socket, connection: Connection, pending: PendingRequest): void => {
    const [request, response] = pending;
    connection.active = pending;
    connection.isAnswered = false;
    response.once('close', () => {
      const next = connection.waiting.shift();
      connection.isAnswered = next === undefined;
      // Waits for the next turn of the event loop, so that other connections come in between.
      if (next) setImmediate(() => !socket.destroyed && begin(socket, connection, next));
      else if (connection.closing) socket.destroySoon();
      else {
        if (request.complete) connection.active = undefined;
        if (connection.hasUnread) socket.resume();
      }
    });
    handle(request, response);
  };

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket) as Connection;
    connection.head = undefined;
    if (asksToSwitch(request)) endWith(response, connection);
    if (connection.isAnswered) begin(request.socket, connection, [request, response]);
    else if (connection.waiting.push([request, response]) > maxWaiting) request.socket.destroy();
  });
  server.on('connection', (socket: Socket) => {
    const connection = {
      head: undefined,
      active: undefined,
      isAnswered: true,
      waiting: [],
      hasUnread: false,
      closing: false,
    };
    connections.set(socket, connection);
    readInTurn(socket, connection);
  });
};

/** Asks for another protocol. We ignore it, but Node's parser drops the rest of the packet. */
const asksToSwitch = ({ headers: { connection = '', upgrade } }: IncomingMessage): boolean =>
  upgrade !== undefined && /\bupgrade\b/i.test(connection);

/** Tells the caller that this is the last reply, and takes no request that was sent ahead: its reply would be lost. */
const endWith = (response: ServerResponse, connection: Connection): void => {
  response.shouldKeepAlive = false;
  response.once('close', () => {
    connection.closing = true;
    connection.waiting = [];
  });
};

/** Puts itself between the socket and Node's HTTP parser, which listens to `data`. */
const readInTurn = (socket: Socket, connection: Connection): void => {
  const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (!parse) throw new Error('this version of Node reads HTTP in another way: see answer-in-turn.ts');
  // `_paused`: Node itself waits for a reply to be read, and its parser must not be called.
  const mayParse = (): boolean =>
    connection.waiting.length === 0 &&
    !connection.closing &&
    !socket.destroyed &&
    !(socket as Socket & { _paused?: boolean })._paused;

  let waiting: NodeJS.Timeout | undefined;
  socket.off('data', parse);
  socket.on('data', (bytes: Buffer) => {
    if (connection.closing) return;
    connection.head = undefined;
    let at = 0;
    while (at < bytes.length && mayParse()) {
      const size = connection.active?.[0].complete === false ? bodySliceBytes : sliceBytes;
      if (connection.active?.[0].complete !== false) connection.head ??= bytes.subarray(at);
      parse(bytes.subarray(at, at + size));
      at += size;
    }
    if (at > 0) {
      clearTimeout(waiting);
      waiting = undefined;
    }
    connection.hasUnread = at < bytes.length;
    if (!connection.hasUnread) return;
    // Put the rest back into the socket's own buffer, which limits how much is read ahead.
    socket.pause();
    socket.unshift(bytes.subarray(at));
    waiting ??= setTimeout(() => socket.destroy(), maxQueuedMs);
  });
  socket.on('close', () => clearTimeout(waiting));
};

/** Undefined between two requests: the last one was answered and its body has been read, in either order. */
export const activeRequest = (socket: Socket): PendingRequest | undefined => {
  const connection = connections.get(socket);
  const isOver = connection?.isAnswered && connection.active?.[0].complete;
  return isOver ? undefined : connection?.active;
};

/** Of a request whose head is not complete: the packet that arrived last, from where the request may begin. */
export const incompleteHead = (socket: Socket): Buffer | undefined => connections.get(socket)?.head;

/** Takes no further request on a connection with a request under way. */
export const closeAfterReply = (socket: Socket): void => {
  const connection = connections.get(socket);
  if (!connection) return;
  connection.closing = true;
  // The rest of an incomplete one would not be read.
  connection.waiting = connection.waiting.filter(([request]) => request.complete);
};
