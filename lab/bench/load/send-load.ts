import { connect } from 'node:net';

export interface Result {
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  readonly failures: ReadonlyMap<string, number>;
  /** CPU of work that is done in this process or in a child of it, and not in a process that is watched. */
  readonly cpuSeconds?: number;
  /** Something to say beside the figures. */
  readonly note?: string;
}

export interface Load {
  readonly port: number;
  /** The bytes of request `number`; undefined when there are no more. */
  next(number: number): Buffer | undefined;
  isGood(status: number, body: string, number: number): boolean;
}

interface Limits {
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Sends requests over a few connections, on each one after another. It writes to bare sockets: a client of HTTP would
 * take more of the machine than the servers that are measured.
 */
export async function sendLoad(load: Load, { connections, seconds }: Limits): Promise<Result> {
  const tally = createTally();
  const deadline = performance.now() + seconds * 1000;
  let count = 0;
  const take = () => {
    if (performance.now() >= deadline) return undefined;
    const number = count;
    const bytes = load.next(number);
    if (bytes === undefined) return undefined;
    count += 1;
    return { number, bytes };
  };
  await Promise.all(Array.from({ length: connections }, () => sendAll(load, take, tally)));
  return tally.end();
}

type Tally = ReturnType<typeof createTally>;
type Take = () => { number: number; bytes: Buffer } | undefined;

/** Sends what `take` gives over one connection, until it gives nothing. */
function sendAll({ port, isGood }: Load, take: Take, tally: Tally): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let number = 0;
    let sentAt = 0;
    let hasEnded = false;
    const end = (failure?: string) => {
      if (!hasEnded && failure !== undefined) tally.fail(failure);
      hasEnded = true;
      socket.destroy();
      resolve();
    };
    const send = () => {
      const request = take();
      if (request === undefined) return end();
      number = request.number;
      sentAt = performance.now();
      socket.write(request.bytes);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (answer === undefined) return;
      received = received.subarray(answer.bytes);
      tally.done(sentAt);
      if (!isGood(answer.status, answer.body, number))
        tally.fail(`${answer.status} ${answer.body.slice(0, 160)}`);
      send();
    });
    socket.on('error', (error) => end(error.message));
    socket.on('end', () => end('the connection was closed'));
  });
}

/** Sends every request once and answers the bodies in their order. Throws when one does not answer 200. */
export async function collect<Body>(
  port: number,
  requests: readonly Buffer[],
  connections = 16,
): Promise<Body[]> {
  const bodies: Body[] = [];
  const isGood = (status: number, body: string, number: number) => {
    if (status === 200) bodies[number] = JSON.parse(body) as Body;
    return status === 200;
  };
  const { failures } = await sendLoad(
    { port, next: (number) => requests[number], isGood },
    { connections, seconds: 120 },
  );
  const [failure] = failures.keys();
  if (failure !== undefined) throw new Error(`The data of a workload could not be made: ${failure}`);
  return bodies;
}

function createTally() {
  const latenciesMs: number[] = [];
  const failures = new Map<string, number>();
  const startedAt = performance.now();
  return {
    done: (sentAt: number) => void latenciesMs.push(performance.now() - sentAt),
    fail: (what: string) => void failures.set(what, (failures.get(what) ?? 0) + 1),
    end: (): Result => ({ latenciesMs, failures, seconds: (performance.now() - startedAt) / 1000 }),
  };
}

interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** How many bytes of the buffer it takes. */
  readonly bytes: number;
}

/** Reads the HTTP/1.1 answer at the front of a buffer; undefined while it is not whole. Throws for one without a length. */
function readAnswer(buffer: Buffer): RawAnswer | undefined {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = buffer.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const from = headEnd + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const to = from + Number(length);
    return buffer.length < to ? undefined : { status, body: buffer.toString('utf8', from, to), bytes: to };
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return readChunks(buffer, from, status);
  if (status === 204) return { status, body: '', bytes: from };
  throw new Error(`an answer without a length: ${head}`);
}

function readChunks(buffer: Buffer, from: number, status: number): RawAnswer | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ;) {
    const lineEnd = buffer.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(buffer.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (buffer.length < start + size + 2) return undefined;
    at = start + size + 2;
    if (size === 0) return { status, body: Buffer.concat(parts).toString(), bytes: at };
    parts.push(buffer.subarray(start, start + size));
  }
}
