import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChanges, refuseBaseImage, signSums, sumFiles } from './notes.ts';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\nNew.\n\n## [1.2.0] - 2027-01-01\n\nOld.\n\n## [1.1.0]\n\nOlder.\n';

test.each([
  ['1.2.0', '## [1.2.0] - 2027-01-01\n\nOld.\n'],
  ['1.1.0', '## [1.1.0]\n\nOlder.\n'],
  ['1.2', '## [Unreleased]\n\nNew.\n'],
])('the changes of %s', (version, part) => {
  expect(findChanges(changelog, version)).toBe(part);
});

test('a change log without a part for the version is refused', () => {
  expect(() => findChanges('# Changelog\n', '1.2.0')).toThrow('no part for 1.2.0');
});

test('every file has its sum, as sha256sum names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sums-'));
  mkdirSync(join(folder, 'sbom'));
  for (const name of ['sbom/abc', 'a']) writeFileSync(join(folder, name), 'abc');
  // FIPS 180-2, appendix B.1.
  const sum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sumFiles(folder)).toBe(`${sum}  a\n${sum}  sbom/abc\n`);
  rmSync(folder, { recursive: true });
});

describe('the signature of the sums', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sign-'));
  const file = join(folder, 'key.pem');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is that of the release key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const signature = Buffer.from(signSums('sums', file), 'base64');
    expect(verify(null, Buffer.from('sums'), publicKey, signature)).toBe(true);
    expect(verify(null, Buffer.from('other'), publicKey, signature)).toBe(false);
  });

  test('is refused by a key of another kind', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => signSums('sums', file)).toThrow('holds no Ed25519 key');
  });
});

test.each([undefined, '', 'node:24', 'node@sha256:abc', `node@sha256:${'a'.repeat(64)}:24`])(
  'the images of a release are not made from the base %s',
  (image) => {
    expect(refuseBaseImage(image)).toContain('NODE_IMAGE must name the base image by its digest');
  },
);

test('the images of a release are made from a base that is named by its digest', () => {
  expect(refuseBaseImage(`docker.io/library/node@sha256:${'a'.repeat(64)}`)).toBeUndefined();
});
