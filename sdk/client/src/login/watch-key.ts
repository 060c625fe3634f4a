import type { Readable } from 'node:stream';

export type Keyboard = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** What Ctrl-C sends while the terminal hands over each key. */
const ctrlC = '\u0003';

/** Waits for a key of the terminal, in either case, until `stop` is called. Ctrl-C calls `interrupt`. */
export function watchKey(stdin: Keyboard, key: string, interrupt: () => void) {
  let stop = (): void => undefined;
  const pressed = new Promise<void>((resolve) => {
    if (stdin.isTTY !== true) return;
    const read = (chunk: Buffer | string) => {
      const typed = chunk.toString();
      if (typed.includes(ctrlC)) interrupt();
      else if (typed.toLowerCase().includes(key)) resolve();
    };
    stdin.setRawMode?.(true);
    stdin.on('data', read).resume();
    stop = () => {
      stdin.off('data', read).pause();
      stdin.setRawMode?.(false);
    };
  });
  return { pressed, stop };
}
