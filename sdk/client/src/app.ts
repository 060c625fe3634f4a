import { LatchkeyError } from './latchkey-error.ts';
import { expectOk } from './oauth/answer.ts';
import { makeDpopKey, type DpopKey } from './oauth/dpop-key.ts';
import type { Sso } from './oauth/sso.ts';
import {
  defaultValiditySeconds,
  findNeededMs,
  type AccessTokenOptions,
  type Caller,
} from './session/session.ts';
import type { Settings } from './settings.ts';

export interface AppInput {
  /** Scopes separated by spaces; without it the client's default scopes apply. */
  readonly scope?: string;
  /** Audience of the token, or several; without it the client's default audiences apply. */
  readonly audience?: string | readonly string[];
  /** Whether the token is bound to a key, where this differs from the setting `dpop`. The key lives in memory. */
  readonly dpop?: boolean;
}

/** What a client may do for itself, without a person. */
export interface App {
  /**
   * The client's token. One that expires within `minValiditySeconds` (30 unless given) is renewed first, once for all
   * callers. While the service does not answer, the old token is returned until it expires, unless a validity is asked for.
   */
  accessToken(options?: AccessTokenOptions): Promise<string>;
  /** For `userApi` and `drop`. */
  readonly caller: Caller;
}

interface Kept {
  readonly accessToken: string;
  readonly lifeMs: number;
  /** By the clock that nobody sets. */
  readonly endsAtMs: number;
}

export function createApp(settings: Settings, sso: Sso, { scope, audience = [], dpop }: AppInput): App {
  if (settings.clientSecret === undefined)
    throw new LatchkeyError('not_configured', 'A client that acts for itself needs clientSecret.');
  const fields = [audience].flat().map((one) => ['aud', one]);
  if (scope !== undefined) fields.push(['scope', scope]);
  const elapsed = () => sso.clock.elapsed?.() ?? performance.now();
  let kept: Kept | undefined;
  let asking: Promise<string> | undefined;
  let key: Promise<DpopKey | undefined> | undefined;
  const openKey = () =>
    (key ??= ((dpop ?? settings.dpop) ? makeDpopKey() : Promise.resolve(undefined)).then(sso.openKey));

  /** The token that is there, if it is valid for this long and not the refused one. */
  const pick = (seconds: number, refused?: string) =>
    kept !== undefined &&
    kept.endsAtMs - elapsed() >= findNeededMs(seconds, kept.lifeMs) &&
    kept.accessToken !== refused
      ? kept.accessToken
      : undefined;

  async function ask(): Promise<string> {
    const askedAtMs = elapsed();
    const { accessToken, lifeMs } = expectOk(await sso.askForApp(fields, await openKey()));
    kept = { accessToken, lifeMs, endsAtMs: askedAtMs + lifeMs };
    return accessToken;
  }

  async function findToken(asked?: number, refused?: string): Promise<string> {
    const known = pick(asked ?? defaultValiditySeconds, refused);
    if (known !== undefined) return known;
    asking ??= ask().finally(() => (asking = undefined));
    return asking.catch((error: unknown) => {
      const isSilent = error instanceof LatchkeyError && error.code === 'no_answer';
      const old = isSilent && asked === undefined ? pick(1, refused) : undefined;
      if (old === undefined) throw error;
      return old;
    });
  }

  return {
    accessToken: ({ minValiditySeconds } = {}) => findToken(minValiditySeconds),
    caller: {
      settings,
      findSiblings: async () => expectOk(await sso.findSiblings()),
      credentials: async (refused) => ({
        accessToken: await findToken(undefined, refused),
        key: await openKey(),
      }),
    },
  };
}
