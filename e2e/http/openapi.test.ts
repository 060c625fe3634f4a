import { readFile } from 'node:fs/promises';
import { fetchDocument } from '../../infra/local/openapi.ts';
import { openStack, type OpenStack } from '../open-stack.ts';

let stack: OpenStack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

test.each([
  ['sso', 'sso'],
  ['user-api', 'userApi'],
  ['drop', 'drop'],
] as const)('docs/openapi/%s.json is what the service says; npm run openapi writes it', async (name, key) => {
  const { file, text } = await fetchDocument(name, stack.urls[key]);
  expect(JSON.parse(text)).toEqual(JSON.parse(await readFile(file, 'utf8')));
});
