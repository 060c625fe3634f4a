import { exitOnBadConfig } from '../index.ts';

function createStop() {
  const seen: (string | number)[] = [];
  const exit = (status: number): never => {
    seen.push(status);
    throw new Error('stopped');
  };
  return { seen, stop: { print: (text: string) => void seen.push(text), exit } };
}

test('prints the message and exits with 1', () => {
  const { seen, stop } = createStop();
  const load = () => {
    throw new Error('PORT is missing');
  };
  expect(() => exitOnBadConfig(load, stop)).toThrow('stopped');
  expect(seen).toEqual(['Bad configuration:\nPORT is missing\n', 1]);
});

test('answers the config when it is good', () => {
  const { seen, stop } = createStop();
  expect(exitOnBadConfig(() => ({ PORT: 1 }), stop)).toEqual({ PORT: 1 });
  expect(seen).toEqual([]);
});
