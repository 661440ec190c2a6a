import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Route = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = [request: IncomingMessage, response: ServerResponse];

interface State {
  /** The request that is being read or answered. Stays after its reply while it is still being read. */
  active: Exchange;
  isAnswered: boolean;
  waiting: Exchange[];
  /** Close the connection when the last reply is sent. */
  closing: boolean;
}

const states = new WeakMap<Socket, State>();

/** A caller that sends more requests than this ahead of their replies is cut off: they would fill the memory. */
const mostWaiting = 32;

/**
 * Answers the requests of a connection one after the other. Node starts all requests that a caller sends ahead at once, so
 * one connection could take as many places as it likes, and never read a reply.
 */
export const answerInTurn = (server: Server, route: Route): void => {
  const begin = (socket: Socket, state: State, exchange: Exchange): void => {
    const [request, response] = exchange;
    state.active = exchange;
    state.isAnswered = false;
    response.once('close', () => {
      const next = state.waiting.shift();
      state.isAnswered = next === undefined;
      // In the next turn of the event loop, so that other connections come in between.
      if (next) setImmediate(() => !socket.destroyed && begin(socket, state, next));
      else if (state.closing) socket.destroySoon();
      else if (request.complete) states.delete(socket);
    });
    route(request, response);
  };

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const exchange: Exchange = [request, response];
    const state = states.get(socket) ?? { active: exchange, isAnswered: true, waiting: [], closing: false };
    states.set(socket, state);
    if (state.isAnswered) begin(socket, state, exchange);
    else if (state.waiting.length < mostWaiting) state.waiting.push(exchange);
    else socket.destroy();
  });
};

export const activeExchange = (socket: Socket): Exchange | undefined => states.get(socket)?.active;

/** Takes no further request on a connection with a request under way. */
export const closeAfterReply = (socket: Socket): void => {
  const state = states.get(socket);
  if (state) state.closing = true;
};
