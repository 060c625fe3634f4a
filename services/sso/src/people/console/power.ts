import { hashSecret, isSameSecret } from '@latchkey/secrets';
import type { SignedInVisit } from '../sign-in/visit.ts';

/** An operator's power at the console: of one sign-in, in one browser and network. */
export interface Power {
  readonly untilMs: number;
  readonly network: string;
  readonly browserHash: string;
}

/** Power by the id of its root session. Source: contract part 1 "Console". */
export interface PowerStore {
  keep(sessionId: string, power: Power, ttlSeconds: number): Promise<void>;
  /** Undefined also for a record that sso has not made. */
  find(sessionId: string): Promise<Power | undefined>;
  end(sessionId: string): Promise<void>;
}

export interface PowerPorts {
  readonly powers: PowerStore;
  readonly now: () => number;
  readonly settings: { readonly isOperatorPlace: (address: string) => boolean };
}

/** How long a factor gives power: as long as a token with the scope admin lives. */
const lifeSeconds = 600;

/** The power of the sign-in now. One that another browser or network asks for ends, since somebody has the cookie. */
export async function findPower(
  { powers, now, settings }: PowerPorts,
  visit: SignedInVisit,
): Promise<Power | undefined> {
  const power = await powers.find(visit.session.id);
  if (power === undefined || now() >= power.untilMs) return undefined;
  const isHere = power.network === visit.network && settings.isOperatorPlace(visit.ip);
  if (isHere && isSameSecret(power.browserHash, hashBrowser(visit))) return power;
  await powers.end(visit.session.id);
  return undefined;
}

/** Power from a factor that has just been shown. */
export async function beginPower({ powers, now }: PowerPorts, visit: SignedInVisit): Promise<void> {
  const untilMs = now() + lifeSeconds * 1000;
  const power = { untilMs, network: visit.network, browserHash: hashBrowser(visit) };
  await powers.keep(visit.session.id, power, lifeSeconds);
}

const hashBrowser = ({ browserSecret }: SignedInVisit): string => hashSecret(`power.${browserSecret}`);
