import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { AskNumber } from './number-prompt.ts';
import type { Keyboard } from './watch-key.ts';

interface Terminal {
  readonly stdin: Keyboard;
  readonly stderr: { write(text: string): unknown };
  /** What Ctrl-C does. */
  interrupt(): void;
}

/** Asks for the number of the page on a terminal; undefined where there is none. What has not four digits is no number. */
export function createAskNumber(terminal: Terminal): AskNumber | undefined {
  if (terminal.stdin.isTTY !== true) return undefined;
  const say = (sentence: string) => void terminal.stderr.write(`${sentence}\n`);
  return async ({ isAgain, signal }) => {
    if (isAgain) say('That number was not taken. Another wrong one ends this login.');
    else
      say('You have approved this login. Type the number that the page shows, if it was you who began it.');
    for (;;) {
      const typed = (await readLine(terminal, signal)).replaceAll(/\s/g, '');
      if (/^\p{Nd}{4}$/u.test(typed)) return typed;
      say('The number has four digits.');
    }
  };
}

/** A typed line. Without one by the end of the input it stays open: the login then expires. */
function readLine({ stdin, stderr, interrupt }: Terminal, signal: AbortSignal): Promise<string> {
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      stderr.write(chunk.toString());
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0, signal });
  lines.setPrompt('Number: ');
  lines.prompt();
  return new Promise<string>((resolve) => {
    lines.once('line', resolve).once('SIGINT', interrupt);
  }).finally(() => lines.close());
}
