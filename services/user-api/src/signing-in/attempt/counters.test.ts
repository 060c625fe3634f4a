import { networkOf } from '@latchkey/request-parser';
import type { RelayClaims } from '@latchkey/tokens';
import { createCounterOf, type CounterOf } from './counters.ts';
import { networkPlace, payloadPlace } from './place.ts';

const subject = 'account:11111111-1111-4111-8111-111111111111';
const make = (key: string) => createCounterOf(Buffer.from(key));

/** What the counters of one attempt are called. */
function keysOf(counterOf: CounterOf, name: string, ip: string): string[] {
  const network = networkOf(ip);
  return [
    counterOf('network', network),
    counterOf('account', name),
    counterOf('accountAndNetwork', name, network),
    counterOf('oneTimeCode', name),
  ].map(({ key }) => key);
}

describe('the names of counters', () => {
  test.each([
    ['ada@example.test', '192.0.2.1'],
    [subject, '2001:db8::1'],
  ])('tell nothing of %j at %j', (name, ip) => {
    const keys = keysOf(make('one'), name, ip);
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^[a-zA-Z]+:\{[\w-]{3}\}[\w-]{43}$/)));
  });

  test('are all different: by kind, subject, network and key', () => {
    const one = make('one');
    const sets = [
      keysOf(one, subject, '192.0.2.1'),
      keysOf(one, `${subject}2`, '198.51.100.1'),
      keysOf(make('other'), subject, '192.0.2.1'),
      [one('accountAndNetwork', `${subject}2`, networkOf('192.0.2.1')).key],
      // A subject and a network run together are no other pair of them.
      [one('accountAndNetwork', `${subject}192.0.2`, '.0/24').key],
    ];
    expect(new Set(sets.flat()).size).toBe(14);
  });

  test('of made-up names are few, so that guessing names does not fill Redis', () => {
    const one = make('one');
    const keys = Array.from({ length: 2000 }, (_, nth) => one('unknownName', `name:${nth}@example.test`).key);
    expect(keys.filter((key) => !/^unknownName:\{[\w-]{3}\}$/.test(key))).toEqual([]);
    expect(new Set(keys).size).toBeGreaterThan(1900);
  });

  test('of one account or name are in one hash slot, and so are those of one network', () => {
    const one = make('one');
    const slotOf = ({ key }: { key: string }) => /\{.+\}/.exec(key)?.[0];
    const ofAccount = (['account', 'unknownName', 'signIns'] as const).map((kind) => one(kind, subject));
    expect(new Set([...ofAccount, one('accountAndNetwork', subject, 'here')].map(slotOf)).size).toBe(1);
    const places = [
      networkPlace({ counterOf: one, networkOf }, '2001:db8::1'),
      payloadPlace({ counterOf: one, networkOf }, {
        client_id: 'c',
        visitor_ip: '2001:db8::1',
      } as RelayClaims),
    ];
    expect(places.map(({ counters }) => counters.length)).toEqual([2, 3]);
    expect(places.map(({ counters }) => new Set(counters.map(slotOf)).size)).toEqual([1, 1]);
  });

  test.each([
    ['192.0.2.1', '192.0.2.254', '192.0.3.1'],
    ['2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:1::1'],
  ])('are one for %j and %j, another for %j', (ip, neighbour, stranger) => {
    const [own, near, far] = [ip, neighbour, stranger].map((one) => keysOf(make('one'), subject, one));
    expect(near).toEqual(own);
    expect(far?.map((key, at) => key === own?.[at])).toEqual([false, true, false, true]);
  });
});
