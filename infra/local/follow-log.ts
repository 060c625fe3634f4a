import { closeSync, openSync, readSync, unwatchFile, watchFile } from 'node:fs';

/** Prints what is added to a log, each line after `label`. Returns the end of it. */
export function followLog(logFile: string, label: string): () => void {
  const file = openSync(logFile, 'r');
  const buffer = Buffer.alloc(64 * 1024);
  let position = 0;
  let rest = '';
  const print = (): void => {
    for (let size = readSync(file, buffer, 0, buffer.length, position); size > 0;) {
      position += size;
      rest += buffer.toString('utf8', 0, size);
      size = readSync(file, buffer, 0, buffer.length, position);
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) console.log(`${label} | ${line}`);
  };
  watchFile(logFile, { interval: 200 }, print);
  return () => {
    unwatchFile(logFile);
    print();
    closeSync(file);
  };
}
