import { readFileSync } from 'node:fs';
import { logEvents } from './log-events.ts';
import { logMethods } from './request-log.ts';

const contract = readFileSync(new URL('../../../../docs/contract/2-user-api.md', import.meta.url), 'utf8');

test('the contract lists every event, in the order of the code', () => {
  expect(contract).toContain(`- event is one of: ${logEvents.join(', ')}.`);
});

test('the contract lists every method', () => {
  const last = logMethods.at(-1);
  expect(contract).toContain(`method is ${logMethods.slice(0, -1).join(', ')} or ${last}.`);
});
