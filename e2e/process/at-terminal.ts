import { existsSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';

/** The command `latchkey` on a terminal, whose person types what a file holds once it is there. */
const typed = process.env['TYPED'] ?? '';
const stdin = Object.assign(new PassThrough(), { isTTY: true });
Object.defineProperty(process, 'stdin', { value: stdin });
const look = setInterval(() => {
  if (!existsSync(typed)) return;
  clearInterval(look);
  stdin.write(readFileSync(typed, 'utf8'));
}, 50);
look.unref();
await import('../../sdk/cli/bin/latchkey.ts');
