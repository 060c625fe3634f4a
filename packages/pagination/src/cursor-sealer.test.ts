import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createCursorSealer } from './cursor-sealer.ts';

const hourMs = 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 21, 10);
const oldKey = { kid: 'old', key: Buffer.alloc(32, 1) };
const newKey = { kid: 'new', key: Buffer.alloc(32, 2) };
const position = { createdAtMs: start - 1, id: 'n-17' };
const at = (nowMs: number, keys = [oldKey]) => createCursorSealer({ keys, now: () => nowMs, randomBytes });
const sealer = at(start);
const cursor = sealer.seal(position, 'binding');

test('no key at all is refused', () => {
  expect(() => at(start, [])).toThrow(new Error('A key is needed, as kid:key'));
});

test.each([0, 16, 31, 33])('a key of %d bytes is refused', (size) => {
  expect(() => at(start, [{ kid: 'a', key: Buffer.alloc(size) }])).toThrow(
    new Error('A key must have 32 bytes'),
  );
});

test('an edit of any character, or a shorter text, does not open', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const others = Array.from(cursor, (_, place) => [
    cursor.slice(0, place),
    ...Array.from(alphabet, (one) => cursor.slice(0, place) + one + cursor.slice(place + 1)),
  ]).flat();
  const open = others.filter((text) => text !== cursor && sealer.open(text, 'binding') !== undefined);
  expect(open).toEqual([]);
});

test.each(['A', '=', ' ', '\n', '.'])('a cursor with %j before or after it does not open', (extra) => {
  expect(sealer.open(cursor + extra, 'binding')).toBeUndefined();
  expect(sealer.open(extra + cursor, 'binding')).toBeUndefined();
});

test('text that never was a cursor does not open, and nothing throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (text) => {
      expect(sealer.open(text, 'binding')).toBeUndefined();
    }),
  );
  expect(sealer.open('A'.repeat(1_000_000), 'binding')).toBeUndefined();
});

test.each([0, 12, 27, 28])('the header of a cursor with %d empty bytes after it does not open', (size) => {
  const header = Buffer.from([1, 3, ...Buffer.from('old')]);
  const text = Buffer.concat([header, Buffer.alloc(size)]).toString('base64url');
  expect(sealer.open(text, 'binding')).toBeUndefined();
});

test.each([4, 8, 12, 15])('a cursor with a tag of %d bytes does not open', (size) => {
  const bytes = Buffer.from(cursor, 'base64url');
  const short = bytes.subarray(0, bytes.length - 16 + size).toString('base64url');
  expect(sealer.open(short, 'binding')).toBeUndefined();
});

test('what another key sealed under the same name does not open', () => {
  const forger = at(start, [{ kid: 'old', key: newKey.key }]);
  expect(sealer.open(forger.seal(position, 'binding'), 'binding')).toBeUndefined();
});

test('the header belongs to the seal', () => {
  const header = Buffer.from([1, 3, ...Buffer.from('old')]);
  const nonce = Buffer.alloc(12, 9);
  const cipher = createCipheriv('aes-256-gcm', oldKey.key, nonce).setAAD(Buffer.from('binding'));
  const sealed = Buffer.concat([cipher.update(JSON.stringify([1, 'n', 0, start + hourMs])), cipher.final()]);
  const bare = Buffer.concat([header, nonce, sealed, cipher.getAuthTag()]).toString('base64url');
  expect(sealer.open(bare, 'binding')).toBeUndefined();
});

test('another binding does not open it', () => {
  expect(sealer.open(cursor, 'bindinh')).toBeUndefined();
  expect(sealer.open(cursor, '')).toBeUndefined();
});

test('it lives for 24 hours to the millisecond', () => {
  expect(at(start + 24 * hourMs - 1).open(cursor, 'binding')).toEqual(position);
  expect(at(start + 24 * hourMs).open(cursor, 'binding')).toBeUndefined();
});

test('every replica with the same keys opens it, before, during and after one rotation', () => {
  const rotated = at(start, [newKey, oldKey]);
  expect(at(start).open(cursor, 'binding')).toEqual(position);
  expect(rotated.open(cursor, 'binding')).toEqual(position);
  const fresh = rotated.seal(position, 'binding');
  expect(at(start, [newKey]).open(fresh, 'binding')).toEqual(position);
  expect(at(start, [newKey]).open(cursor, 'binding')).toBeUndefined();
  expect(at(start, [oldKey, newKey]).open(fresh, 'binding')).toEqual(position);
});

test('two cursors of one position differ, and neither shows it', () => {
  const other = sealer.seal(position, 'binding');
  expect(other).not.toBe(cursor);
  const bytes = Buffer.from(other, 'base64url').toString('latin1');
  expect(bytes).not.toContain(position.id);
  expect(bytes).not.toContain(String(position.createdAtMs));
});

test('any position comes back as it was sealed, in at most 512 base64url characters', () => {
  const ids = fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9._~:-]{1,128}$/));
  const sealed = at(start, [{ kid: 'k'.repeat(16), key: oldKey.key }]);
  fc.assert(
    fc.property(ids, fc.integer(), fc.string(), (id, createdAtMs, binding) => {
      const made = sealed.seal({ createdAtMs, id }, binding);
      expect(made).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
      expect(sealed.open(made, binding)).toEqual({ createdAtMs, id });
    }),
  );
});

test('an id that no cursor can hold is a fault of the program', () => {
  expect(() => sealer.seal({ createdAtMs: 1, id: 'x'.repeat(400) }, 'b')).toThrow(
    new Error('The id of this record is too long for a cursor'),
  );
});
