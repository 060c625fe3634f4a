import { createSign, generateKeyPairSync } from 'node:crypto';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const [high, low] = [body.length >> 8, body.length & 255];
  // As few bytes as the length needs: Go refuses more.
  const length = body.length < 128 ? [low] : high === 0 ? [0x81, low] : [0x82, high, low];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const time = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

/** ecdsa-with-SHA256, id-at-commonName, id-ce-basicConstraints, id-ce-subjectAltName. */
const algorithm = sequence(bytes('06082a8648ce3d040302'));
const commonName = bytes('0603550403');
const basicConstraints = bytes('0603551d13');
const subjectAltName = bytes('0603551d11');

/** A certificate of a day for `localhost` and 127.0.0.1 that signs itself, so that it is also the authority to trust; both in PEM. */
export function createLocalCertificate(): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('Latchkey test')))));
  const isAuthority = sequence(basicConstraints, der(0x04, sequence(bytes('0101ff'))));
  const hosts = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const names = sequence(subjectAltName, der(0x04, hosts));
  const now = Date.now();
  const content = sequence(
    der(0xa0, bytes('020102')),
    bytes('02020457'),
    algorithm,
    name,
    sequence(time(now - 86_400_000), time(now + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, names)),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const whole = sequence(content, algorithm, der(0x03, bytes('00'), signature));
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
