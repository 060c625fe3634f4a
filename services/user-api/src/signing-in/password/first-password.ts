const lifeMs = 7 * 24 * 3600 * 1000;
const size = 18;

/** A password that somebody else has, and the end of its life: 7 days, as whoever reads it later may be a stranger. */
export function createFirstPassword(ports: { now(): number; randomBytes(size: number): Uint8Array }): {
  readonly password: string;
  readonly until: Date;
} {
  const password = Buffer.from(ports.randomBytes(size)).toString('base64url');
  return { password, until: new Date(ports.now() + lifeMs) };
}
