import { randomBytes } from 'node:crypto';
import { parseKeyList } from '@latchkey/secrets';
import { createTextSealer } from './text-sealer.ts';

const text = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`;
const [older, newer] = [text('older'), text('newer')];
const sealerOf = (keys: string) => createTextSealer({ keys: parseKeyList(keys), randomBytes });

describe('createTextSealer', () => {
  test('opens what it sealed, for its owner alone', () => {
    const sealer = sealerOf(older);
    const sealed = sealer.seal('secret', 'ada');
    expect(sealed).not.toContain('secret');
    expect(sealer.open(sealed, 'ada')).toBe('secret');
    expect(() => sealer.open(sealed, 'bob')).toThrow('was changed, or is sealed for another record');
  });

  test('still opens after a rotation, and seals with the newest key', () => {
    const sealed = sealerOf(older).seal('secret', 'ada');
    const rotated = sealerOf(`${newer},${older}`);
    expect(rotated.open(sealed, 'ada')).toBe('secret');
    expect(rotated.seal('secret', 'ada')).toMatch(/^newer\./);
    expect([sealerOf(older).isNewest(sealed), rotated.isNewest(sealed)]).toEqual([true, false]);
  });

  test('503 to a caller for a text whose key is not listed', () => {
    const sealed = sealerOf(older).seal('secret', 'ada');
    expect(() => sealerOf(newer).open(sealed, 'ada')).toThrow(
      expect.objectContaining({ code: 'upstream_unavailable', retryAfterSeconds: 5 }),
    );
  });

  test('does not open what was edited', () => {
    const sealer = sealerOf(older);
    const sealed = sealer.seal('secret', 'ada');
    const edited = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => sealer.open(edited, 'ada')).toThrow('was changed, or is sealed for another record');
  });
});
