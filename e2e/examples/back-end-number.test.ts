import { openConfirmation } from '../../infra/local/person.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { openBackEnds, openVisitor, type BackEnd, type BackEnds } from './back-end.ts';

let stack: Stack;
let backEnds: BackEnds;
let backEnd: BackEnd;

beforeAll(async () => {
  stack = await startStack({ sso: { POLL_INTERVAL_SECONDS: '1', DEVICE_CONFIRMATION: 'all' } });
  backEnds = await openBackEnds();
  backEnd = await backEnds.start(stack.urls.sso);
});
afterAll(async () => {
  await backEnds.stop();
  await stack.stop();
  await backEnds.dropDatabase();
});

/** A sign-in that a person has approved, whose page asks for the number that the approval page shows. */
async function beginAsked() {
  const visitor = openVisitor(() => backEnd);
  const { userCode } = await visitor.begin();
  const { send } = await openConfirmation(stack.urls, userCode);
  const number = String((await send('approve')).body['number']);
  await visitor.post('/continue');
  expect(await visitor.settle()).toBe('Type the number');
  const type = (typed: string) => visitor.post('/continue', backEnd, { number: typed });
  return { ...visitor, number, wrong: number === '0000' ? '0001' : '0000', type };
}

test('the page asks for the number, what is none is no try, and the right one signs in', async () => {
  const { number, wrong, type, settle, see } = await beginAsked();
  for (const typed of ['123', 'four'])
    expect([await type(typed), await settle()]).toEqual([undefined, 'Type the number']);
  expect(await see()).toContain('A second wrong number ends it.');
  await type(wrong);
  expect(await settle()).toBe('Type the number');
  await type(number);
  expect(await settle()).toBe('You are signed in');
});

test('a back end that is killed while the number is asked for takes it after its start', async () => {
  const { number, type, settle } = await beginAsked();
  await backEnd.stop('SIGKILL');
  backEnd = await backEnds.start(stack.urls.sso);
  expect(await settle()).toBe('Type the number');
  await type(number);
  expect(await settle()).toBe('You are signed in');
});
