export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** How many bytes of the buffer it takes. */
  readonly bytes: number;
}

/** Reads the HTTP/1.1 answer at the front of a buffer; undefined while it is not whole. Throws for one without a length. */
export function readAnswer(buffer: Buffer): RawAnswer | undefined {
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
