import { isSmart, showsBlocks, type Shell } from './shell.ts';

type View = Pick<Shell, 'stderr' | 'signal' | 'env'>;

/** Small enough that the bar moves, large enough that the transfer is not slower. */
const sliceBytes = 32 * 1024;
/** A smaller transfer ends before anybody can read the bar. */
const shownFromBytes = 128 * 1024;
const barWidth = 24;

/** The fetch of all calls: ended by Ctrl-C, and with progress on a terminal. */
export function createFetch(shell: View & Pick<Shell, 'fetch'>, isQuiet: boolean): typeof fetch {
  const { signal } = shell;
  const isShown = isSmart(shell) && showsBlocks(shell.env) && !isQuiet;
  return async (input, init = {}) => {
    const signals = [signal, ...(init.signal ? [init.signal] : [])];
    const upload = isShown ? createUpload(init, shell) : undefined;
    try {
      const response = await shell.fetch(input, {
        ...init,
        ...upload?.body,
        signal: AbortSignal.any(signals),
      });
      return isShown ? showDownload(response, shell) : response;
    } catch (error) {
      upload?.bar.leave();
      throw error;
    }
  };
}

/** The body in slices, with its bar; undefined for one that is small. */
function createUpload(init: RequestInit, view: View) {
  if (typeof init.body !== 'string' || init.body.length < shownFromBytes) return undefined;
  const body = Buffer.from(init.body);
  const bar = createBar(view, 'Sending  ', body.length);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(body.subarray(sent, sent + sliceBytes));
      sent = Math.min(sent + sliceBytes, body.length);
      bar.draw(sent);
      if (sent === body.length) controller.close();
    },
  });
  return { bar, body: { body: stream, duplex: 'half' } } as const;
}

function showDownload(response: Response, view: View): Response {
  const total = Number(response.headers.get('content-length') ?? 0);
  if (total < shownFromBytes || response.body === null) return response;
  const bar = createBar(view, 'Receiving', total);
  const reader = response.body.getReader();
  let received = 0;
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        bar.leave();
        throw error;
      });
      if (done) return controller.close();
      received += value.length;
      bar.draw(received);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(counted, response);
}

/** How many of `total` bytes have been transferred. Its line ends at 100 %, by Ctrl-C, or when it is left. */
function createBar({ stderr, signal }: View, label: string, total: number) {
  let shown = -1;
  let isOver = false;
  const leave = () => {
    signal.removeEventListener('abort', leave);
    if (shown >= 0 && !isOver) stderr.write('\n');
    isOver = true;
  };
  signal.addEventListener('abort', leave);
  return {
    leave,
    draw(done: number): void {
      const percent = Math.floor((Math.min(done, total) / total) * 100);
      if (percent === shown || isOver || signal.aborted) return;
      shown = percent;
      const filled = Math.round((percent / 100) * barWidth);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
      stderr.write(`\r${label} ${bar} ${percent} %`);
      if (percent === 100) leave();
    },
  };
}
