import type { Readable } from 'node:stream';

export type Keyboard = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** What Ctrl-C sends while the terminal hands over each key. */
const ctrlC = '\u0003';

/** Calls `act` when the key is pressed, in either case, until what it answers is called. Ctrl-C calls `interrupt`. */
export function watchKey(
  stdin: Keyboard,
  key: string,
  { act, interrupt }: { readonly act: () => void; readonly interrupt: () => void },
): () => void {
  if (stdin.isTTY !== true) return () => undefined;
  const read = (chunk: Buffer | string) => {
    const typed = chunk.toString();
    if (typed.includes(ctrlC)) interrupt();
    else if (typed.toLowerCase().includes(key)) act();
  };
  stdin.setRawMode?.(true);
  stdin.on('data', read).resume();
  return () => {
    stdin.off('data', read).pause();
    stdin.setRawMode?.(false);
  };
}
