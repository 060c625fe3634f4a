import type { Config } from './config.ts';
import type { SsoSettings } from './context.ts';
import { lookUpMs } from './sign-in/guess-code.ts';

/** What handlers need of the configuration, in their words. */
export function readSettings(config: Config): SsoSettings {
  return {
    issuer: config.IDENTITY_ISSUER,
    ssoUrl: config.SSO_URL.replace(/\/$/, ''),
    dropUrl: config.DROP_URL,
    isHttps: config.SSO_URL.startsWith('https:'),
    clientAuthMatch: config.CLIENT_AUTH_MATCH,
    deviceCodeTtl: {
      standard: config.DEVICE_CODE_TTL_SECONDS,
      floor: config.DEVICE_CODE_TTL_FLOOR_SECONDS,
      ceiling: config.DEVICE_CODE_TTL_CEILING_SECONDS,
    },
    pollInterval: {
      standard: config.POLL_INTERVAL_SECONDS,
      floor: config.POLL_INTERVAL_FLOOR_SECONDS,
      ceiling: config.POLL_INTERVAL_CEILING_SECONDS,
    },
    replayRevokes: config.DEVICE_REPLAY_REVOKES,
    accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
    refreshIdleTtlSeconds: config.REFRESH_IDLE_TTL_SECONDS,
    refreshAbsoluteTtlSeconds: config.REFRESH_ABSOLUTE_TTL_SECONDS,
    refreshGraceSeconds: config.REFRESH_GRACE_SECONDS,
    clientRequests: { limit: config.CLIENT_REQUESTS_PER_MINUTE, windowMs: 60_000 },
    codeGuesses: {
      limit: config.CODE_GUESSES,
      windowMs: config.CODE_GUESS_WINDOW_SECONDS * 1000,
      heldMs: lookUpMs,
    },
  };
}

/** The keys that a sibling service may show: the current one, then the previous one while a rotation lasts. */
export function readServiceKeys(config: Config): readonly string[] {
  const keys = [config.SERVICE_MASTER_KEY, config.SERVICE_MASTER_KEY_PREVIOUS];
  return keys.filter((key) => key !== undefined);
}
