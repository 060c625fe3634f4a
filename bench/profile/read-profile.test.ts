import { readProfile, renderProfile } from './read-profile.ts';

const frame = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, scriptId: '1', url, lineNumber: 4, columnNumber: 0 },
  children,
});

const nodes = [
  frame(1, '(root)', '', [2, 3, 6]),
  frame(2, '(idle)', ''),
  frame(3, 'sendCommand', 'file:///x/node_modules/.pnpm/ioredis@6/node_modules/ioredis/built/Redis.js', [4]),
  frame(4, 'writev', '', [5]),
  frame(5, 'sign', 'node:internal/crypto/sig'),
  frame(6, 'handle', 'file:///x/services/sso/src/routes/token.ts'),
];
const profile = {
  nodes,
  startTime: 0,
  endTime: 0,
  samples: [2, 3, 4, 4, 5, 6],
  timeDeltas: [1000, 10, 20, 30, 40, 100],
};

test('adds up own time by cause: what is native counts for its caller, and idle time for nobody', () => {
  const { busy, byCause } = readProfile(profile);
  expect(busy).toBe(200);
  expect(Object.fromEntries(byCause)).toEqual({
    ioredis: 60,
    crypto: 40,
    'own: services and packages': 100,
  });
});

test('names the functions that take most first', () => {
  const [head, first, second] = renderProfile(readProfile(profile), 10).split('\n');
  expect(head).toBe('20 µs of the main thread for each of 10 requests');
  expect(first).toMatch(/50\.0 % +10 µs {2}own: services and packages$/);
  expect(second).toMatch(/30\.0 % +6 µs {2}ioredis$/);
});
