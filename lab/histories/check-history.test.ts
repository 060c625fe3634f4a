import { checkHistory, type Call, type History, type Model } from './check-history.ts';
import { judge, showHistory } from './models.ts';

/** `0-5 refresh t0 → tokens t1`: when a call began and ended (`?`: no answer), act and input, answer and value. */
const notation = /^(\d+)-(\d+|\?) (\S+)(?: ([^→\s]\S*))?(?: → (\S+)(?: (\S+))?)?$/;

function callOf(line: string, at: number): Call {
  const [, from, to = '', act = '', input = '', answer = '', value = ''] = notation.exec(line) ?? [];
  if (from === undefined) throw new Error(`"${line}" is no call`);
  const [endMs, beginMs] = [to === '?' ? null : Number(to), Number(from)];
  return { id: at + 1, act, input, beginMs, endMs, answer: endMs === null ? null : answer, value };
}

function historyOf(kind: string, start: string, lines: string): History {
  const calls = lines === '' ? [] : lines.split(', ').map(callOf);
  return { kind, key: 'the object', start, isSteady: true, calls };
}

/** A register, for which it is known what is right. */
const register: Model<string> = {
  begin: (start) => start,
  outcomes: (state, { act, input }) =>
    act === 'read' ? [{ answer: 'ok', value: state, next: state }] : [{ answer: 'ok', next: input }],
};

describe('the checker, on a register', () => {
  const check = (lines: string) => checkHistory(register, historyOf('', 'a', lines)).isExplained;

  test.each<[string, boolean, string]>([
    ['an empty history', true, ''],
    ['a read of what was written before', true, '0-1 write b → ok, 2-3 read → ok b'],
    ['a read of the past', false, '0-1 write b → ok, 2-3 read → ok a'],
    ['a read beside a write: the old value', true, '0-9 write b → ok, 2-3 read → ok a'],
    ['a read beside a write: the new value', true, '0-9 write b → ok, 2-3 read → ok b'],
    [
      'two reads beside a write, first the new value and then the old one',
      false,
      '0-9 write b → ok, 1-2 read → ok b, 3-4 read → ok a',
    ],
    ['a write without an answer that never happened', true, '0-? write b, 5-6 read → ok a'],
    ['a write without an answer that happened late', true, '0-? write b, 5-6 read → ok a, 7-8 read → ok b'],
    [
      'a write without an answer that happened twice',
      false,
      '0-? write b, 1-2 read → ok b, 3-4 write c → ok, 5-6 read → ok b',
    ],
    ['a read of what nobody wrote', false, '0-? write b, 1-2 read → ok z'],
    ['a write that was refused', true, '0-1 write b → refused, 2-3 read → ok a'],
    ['a write that was refused and happened', false, '0-1 write b → refused, 2-3 read → ok b'],
    ['a write before the begin of its call', false, '0-1 read → ok b, 2-3 write b → ok'],
  ])('%s: %s', (_name, isExplained, lines) => {
    expect(check(lines)).toBe(isExplained);
  });

  test('24 writes at once and twelve without an answer are searched in little time', () => {
    const writes = Array.from({ length: 24 }, (_, at) => `0-9 write w${at} → ok`);
    const lost = Array.from({ length: 12 }, (_, at) => `0-? write l${at}`);
    expect(check([...writes, ...lost, '10-11 read → ok l7'].join(', '))).toBe(true);
  });
});

/** The others are played each time: a model that refused them would fail a run. */
describe('good histories that a run rarely has', () => {
  test.each<[string, string, string, string]>([
    [
      'a number after a wrong one, whose answer was lost',
      'device',
      'number',
      '0-1 approve → done, 2-3 poll → asks, 4-5 poll wrong → asks, 6-? poll right, 8-9 poll → tokens, ' +
        '10-11 poll right → invalid',
    ],
    [
      'a repeated refresh after the window',
      'family',
      't0',
      '0-1 refresh t0 → tokens t1, 40000-40001 refresh t0 → invalid, 40002-40003 look t1 → inactive',
    ],
    [
      'a challenge of a passkey whose answer is sent again, beside another one',
      'passkey',
      '',
      '0-9 show one → tokens, 1-8 show other → invalid, 10-? show one, 12-13 show one → tokens, ' +
        '14-15 look 1 → inactive, 16-17 look 4 → active',
    ],
  ])('a history is explained: %s', (_name, kind, start, lines) => {
    expect(judge(historyOf(kind, start, lines)).isExplained).toBe(true);
  });
});

describe('planted bad histories', () => {
  test.each<[string, string, string, string]>([
    [
      'a second wrong number that leaves the code as it was',
      'device',
      'number',
      '0-1 approve → done, 2-3 poll wrong → asks, 4-5 poll wrong → asks',
    ],
    ['tokens without the number', 'device', 'number', '0-1 approve → done, 2-3 poll → tokens'],
    [
      'tokens after two wrong numbers',
      'device',
      'number',
      '0-1 approve → done, 2-3 poll wrong → asks, 4-5 poll wrong → denied, 6-7 poll right → tokens',
    ],
    ['two pickups', 'device', '', '0-1 approve → done, 2-5 poll → tokens, 2-5 poll → tokens'],
    ['a pickup without an approval', 'device', '', '0-1 poll → tokens'],
    ['a lost approval', 'device', '', '0-1 approve → done, 2-3 poll → pending'],
    ['an approval and a denial', 'device', '', '0-5 approve → done, 0-5 deny → done'],
    ['tokens after a denial', 'device', '', '0-9 approve → gone, 1-2 deny → done, 3-4 poll → tokens'],
    ['a fork of a family', 'family', 't0', '0-5 refresh t0 → tokens t1, 0-5 refresh t0 → tokens t2'],
    ['a lost rotation', 'family', 't0', '0-1 refresh t0 → tokens t1, 2-3 look t0 → active'],
    [
      'a family that ends within the window',
      'family',
      't0',
      '0-1 refresh t0 → tokens t1, 2-3 refresh t0 → invalid',
    ],
    [
      'a family that outlives the reuse of an older token',
      'family',
      't0',
      '0-1 refresh t0 → tokens t1, 2-3 refresh t1 → tokens t2, 4-5 refresh t0 → invalid, ' +
        '6-7 refresh t2 → tokens t3',
    ],
    ['a drop consumed twice', 'drop', 'p', '0-9 consume p → payload p, 0-9 consume p → payload p'],
    ['another payload', 'drop', 'p', '0-1 consume p → payload q'],
    ['a lost consumption', 'drop', 'p', '0-1 consume p → payload p, 2-3 status → active'],
    [
      'the receipt of a call that was refused',
      'drop',
      'p',
      '0-1 consume p → refused, 2-3 status → consumed 1',
    ],
    ['a drop activated twice', 'drop', '', '0-5 activate a → done, 0-5 activate b → done'],
    ['a relay for two requests', 'relay', '', '0-5 issue r → tokens, 0-5 issue s → tokens'],
    [
      'a first credential that outlives the second',
      'relay',
      '',
      '0-1 issue r → tokens, 2-3 issue r → tokens, 4-5 look 1 → active',
    ],
    ['a new relay that is refused', 'relay', '', '0-1 issue r → invalid'],
    ['two sign-ins of one challenge', 'passkey', '', '0-5 show one → tokens, 0-5 show other → tokens'],
    ['a lost sign-in', 'passkey', '', '0-1 show one → tokens, 2-3 look 1 → inactive'],
    ['a new challenge that is refused', 'passkey', '', '0-1 show one → invalid'],
    ['an invitation accepted and withdrawn', 'invitation', '', '0-5 accept → done, 0-5 withdraw → done'],
    ['a lost membership', 'invitation', '', '0-1 accept → done, 2-3 look → stranger'],
    ['a one-time code used twice', 'code', '', '0-1 login → tokens, 9-10 login → tokens'],
  ])('a history is not explained: %s', (_name, kind, start, lines) => {
    const history = historyOf(kind, start, lines);
    const verdict = judge(history);
    expect(verdict.isExplained).toBe(false);
    expect(verdict.order.length).toBeLessThan(history.calls.length);
    expect(showHistory(history, verdict)).toContain('\n  -\t');
  });

  test('a repetition that a clock set back has refused ends nothing, and one that a right clock refused is bad', () => {
    const lines =
      '0-1 refresh t0 → tokens t1, 30000-30001 refresh t0 → invalid, 30002-30003 refresh t1 → tokens t2';
    const history = historyOf('family', 't0', lines);
    expect(judge({ ...history, isSteady: false }).isExplained).toBe(true);
    expect(judge(history).isExplained).toBe(false);
  });

  test('a kind without a model is an error', () => {
    expect(() => judge(historyOf('nothing', '', ''))).toThrow('there is no model of nothing');
  });
});
