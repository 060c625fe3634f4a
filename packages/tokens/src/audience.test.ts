import { isSameAudience } from './index.ts';

test.each([
  ['https://api.example.test', 'https://api.example.test', true],
  ['https://api.example.test/', 'https://api.example.test', true],
  ['https://api.example.test', 'https://api.example.test//', true],
  ['https://api.example.test/v1', 'https://api.example.test', false],
  ['https://API.example.test', 'https://api.example.test', false],
])('%s and %s name one audience: %j', (one, other, same) => {
  expect(isSameAudience(one, other)).toBe(same);
});
