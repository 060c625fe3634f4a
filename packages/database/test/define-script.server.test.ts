import { randomUUID } from 'node:crypto';
import { useTestRedis } from '@latchkey/testing';
import { defineScript } from '../src/redis/define-script.ts';

const redis = useTestRedis();
const prefixed = useTestRedis({ keyPrefix: 'p:' });

const add = {
  name: 'add',
  lua: "return redis.call('incrby', KEYS[1], ARGV[1] + ARGV[2])",
  numberOfKeys: 1,
};

test('a call with too few or too many keys throws before anything is sent', () => {
  const script = defineScript<number>(redis(), add);
  expect(() => script([], 1, 2)).toThrow(new Error('add needs 1 keys'));
  expect(() => script(['a', 'b'], 1, 2)).toThrow(new Error('add needs 1 keys'));
});

test('an error of the script rejects', async () => {
  const script = defineScript(redis(), {
    name: 'fail',
    lua: "return redis.error_reply('ERR it failed')",
    numberOfKeys: 0,
  });
  await expect(script([])).rejects.toThrow('it failed');
});

test('keys and arguments arrive, and the answer comes back', async () => {
  const script = defineScript<number>(redis(), add);
  const key = randomUUID();
  expect(await script([key], 1, 2)).toBe(3);
  expect(await script([key], '3', 4)).toBe(10);
});

test('without a number of keys, each call brings its own', async () => {
  const script = defineScript<number>(redis(), { name: 'count', lua: 'return #KEYS' });
  expect([await script(['{a}1', '{a}2']), await script(['{a}1'], 'an argument'), await script([])]).toEqual([
    2, 1, 0,
  ]);
});

test('two scripts of one name stay two', async () => {
  const [one, two] = [1, 2].map((number) =>
    defineScript<number>(redis(), { name: 'same', lua: `return ${number}`, numberOfKeys: 0 }),
  );
  expect([await one?.([]), await two?.([])]).toEqual([1, 2]);
});

test('the key prefix of the client is put before the keys', async () => {
  const key = randomUUID();
  await defineScript<number>(prefixed(), add)([key], 1, 2);
  expect(await prefixed().keys('*')).toContain(`p:${key}`);
});

test('a server that forgot its scripts is sent the text again', async () => {
  const script = defineScript<number>(redis(), add);
  const key = randomUUID();
  await script([key], 1, 0);
  await redis().script('FLUSH');
  expect(await script([key], 1, 0)).toBe(2);
});

test('of 50 parallel calls each is one step', async () => {
  const script = defineScript<number>(redis(), add);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => script([key], 1, 0)));
  expect(answers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
});
