import type { Shell } from './shell.ts';

type View = Pick<Shell, 'stderr' | 'signal'>;

/** Small enough that the bar moves, large enough that the transfer is not slower. */
const sliceBytes = 32 * 1024;
/** A smaller transfer ends before anybody can read the bar. */
const shownFromBytes = 128 * 1024;
const barWidth = 24;

/** The fetch of all calls: ended by Ctrl-C, with progress on a terminal, and failures that name the service. */
export function createFetch(shell: View & Pick<Shell, 'fetch'>, isQuiet: boolean): typeof fetch {
  const { stderr, signal } = shell;
  const isShown = stderr.isTTY === true && !isQuiet;
  return async (input, init = {}) => {
    const signals = [signal, ...(init.signal ? [init.signal] : [])];
    const sent = isShown ? withProgress(init, shell) : init;
    try {
      const response = await shell.fetch(input, { ...sent, signal: AbortSignal.any(signals) });
      return isShown ? showDownload(response, shell) : response;
    } catch (error) {
      const { origin } = new URL(input instanceof Request ? input.url : input);
      throw new Error(`${origin} ${wordFailure(error)}`, { cause: error });
    }
  };
}

function wordFailure(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'took too long';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return `cannot be reached (${code ?? message ?? String(cause)})`;
}

function withProgress(init: RequestInit, view: View): RequestInit {
  if (typeof init.body !== 'string' || init.body.length < shownFromBytes) return init;
  const body = Buffer.from(init.body);
  const onProgress = createBar(view, 'Sending  ', body.length);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(body.subarray(sent, sent + sliceBytes));
      sent = Math.min(sent + sliceBytes, body.length);
      onProgress(sent);
      if (sent === body.length) controller.close();
    },
  });
  return { ...init, body: stream, duplex: 'half' };
}

function showDownload(response: Response, view: View): Response {
  const total = Number(response.headers.get('content-length') ?? 0);
  if (total < shownFromBytes || response.body === null) return response;
  const onProgress = createBar(view, 'Receiving', total);
  let received = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.length;
      onProgress(received);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}

/** Draws how many of `total` bytes have been transferred; Ctrl-C ends its line. */
function createBar({ stderr, signal }: View, label: string, total: number): (done: number) => void {
  let shown = -1;
  const leave = () => {
    if (shown >= 0) stderr.write('\n');
  };
  signal.addEventListener('abort', leave, { once: true });
  return (done) => {
    const percent = Math.floor((Math.min(done, total) / total) * 100);
    if (percent === shown || signal.aborted) return;
    shown = percent;
    if (percent === 100) signal.removeEventListener('abort', leave);
    const filled = Math.round((percent / 100) * barWidth);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
    stderr.write(`\r${label} ${bar} ${percent} %${percent === 100 ? '\n' : ''}`);
  };
}
