import { connect, type Socket } from 'node:net';

export type OnReply = (connection: Connection, status: number) => void;

const largestRead = 65_536;
const headEnd = Buffer.from('\r\n\r\n');

/** A keep-alive connection that has one request under way at a time. Of a reply it reads the status and the length only. */
export class Connection {
  readonly #socket: Socket;
  readonly #onReply: OnReply;
  #head: Buffer | undefined;
  #missing = 0;
  #status = 0;
  /** When the request under way was due. */
  due = 0;
  expected = 0;

  constructor(port: number, onReply: OnReply, onLost: (connection: Connection, reason: string) => void) {
    this.#onReply = onReply;
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(largestRead),
        callback: (size, buffer) => {
          this.#read(buffer as Buffer, size);
          return true;
        },
      },
    });
    this.#socket.on('error', (error) => onLost(this, error.message));
    this.#socket.on('end', () => onLost(this, 'closed by the server'));
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => this.#socket.once('connect', resolve).once('error', reject));
  }

  send(request: string): void {
    this.#socket.write(request, 'utf8');
  }

  close(): void {
    this.#socket.removeAllListeners('end').destroy();
  }

  #read(buffer: Buffer, size: number): void {
    if (this.#missing > 0) {
      this.#missing -= size;
    } else {
      const fresh = buffer.subarray(0, size);
      const head = this.#head ? Buffer.concat([this.#head, fresh]) : fresh;
      const end = head.indexOf(headEnd);
      if (end < 0) {
        this.#head = Buffer.from(head);
        return;
      }
      this.#head = undefined;
      const text = head.toString('latin1', 0, end);
      this.#status = Number(text.slice(9, 12));
      const length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN);
      this.#missing = Number.isNaN(length) ? 0 : end + 4 + length - head.length;
      if (Number.isNaN(length)) this.#status = -1;
    }
    if (this.#missing === 0) this.#onReply(this, this.#status);
  }
}
