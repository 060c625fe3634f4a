import { EventEmitter } from 'node:events';
import { logStrayLines } from './log-stray-lines.ts';

const silent = () => undefined;
/** The methods that are replaced, and no other. */
const createConsole = () =>
  ({ log: silent, info: silent, warn: silent, error: silent }) as unknown as Console;

test('what a library writes to the console, and a warning of Node, are lines of the log', () => {
  const [lines, printed]: [unknown[], unknown[]] = [[], []];
  const [written, node] = [createConsole(), new EventEmitter()];
  node.on('warning', (warning) => printed.push(warning));
  const end = logStrayLines(
    { warn: (message, fields) => lines.push([message, fields]) },
    { console: written, process: node as NodeJS.Process },
  );
  written.warn('Skipping the check of %s', 'redis');
  node.emit('warning', Object.assign(new Error('sslmode'), { name: 'Warning' }));
  node.emit('warning', Object.assign(new Error('types'), { name: 'ExperimentalWarning' }));
  expect(lines).toEqual([
    ['a library says', { reason: 'Skipping the check of redis' }],
    ['a library warns', { reason: 'Warning: sslmode' }],
  ]);
  end();
  written.warn('again');
  node.emit('warning', new Error('again'));
  expect([lines.length, printed.length]).toEqual([2, 1]);
});
