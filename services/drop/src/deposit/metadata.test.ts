import { assertMetadata } from './metadata.ts';

function nest(levels: number): Record<string, unknown> {
  return levels === 1 ? {} : { a: nest(levels - 1) };
}

test.each([[{}], [nest(8)], [{ a: [[[[[[[]]]]]]] }], [{ a: 'x'.repeat(4088) }], [{ n: 1.5, b: null }]])(
  'fits: %#',
  (metadata) => expect(() => assertMetadata(JSON.stringify(metadata))).not.toThrow(),
);

test.each([[nest(9)], [{ a: [[[[[[[[]]]]]]]] }], [{ a: 'x'.repeat(4089) }], [{ a: '€'.repeat(1400) }]])(
  'Invalid: %#',
  (metadata) => {
    expect(() => assertMetadata(JSON.stringify(metadata))).toThrow('Invalid');
  },
);

test('Invalid: a number that JSON readers cannot hold', () => {
  expect(() => assertMetadata('{"n":[1e400]}')).toThrow('Invalid');
});
