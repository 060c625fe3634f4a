import { rpIdOf, withoutSlash } from '@latchkey/contracts';
import { createSkin, readTheme } from '@latchkey/pages';
import type { Config } from './config.ts';
import type { SsoSettings } from './context.ts';
import { createOperatorPlace, createPlaceRule } from './oauth/token/place-rule.ts';
import { lookUpMs } from './people/sign-in/guess-code.ts';

/** Throws a ConfigError for a theme file that cannot be used. */
export function readSettings(config: Config): SsoSettings {
  return {
    issuer: config.IDENTITY_ISSUER,
    ssoUrl: config.SSO_URL,
    userApiUrl: config.USER_API_URL,
    dropUrl: config.DROP_URL,
    signUp: config.SIGNUP,
    securityContact: config.SECURITY_CONTACT,
    audienceNames: readNames(config.AUDIENCE_NAMES),
    skin: createSkin(readTheme(config.THEME_FILE)),
    passkeyRpId: rpIdOf(config.SSO_URL),
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
    leastDevicePolicy: config.DEVICE_POLICY,
    confirmation: config.DEVICE_CONFIRMATION,
    approvals: { limit: config.DEVICE_APPROVALS_PER_HOUR, windowMs: 3_600_000 },
    replayRevokes: config.DEVICE_REPLAY_REVOKES,
    operatorMfa: config.OPERATOR_MFA,
    hasConsole: config.CONSOLE === 'on',
    isOperatorPlace: createOperatorPlace(config.OPERATOR_NETWORKS ?? ''),
    refusePlace: createPlaceRule(config.OPERATOR_DEVICE, config.OPERATOR_NETWORKS ?? ''),
    accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
    refreshIdleTtlSeconds: config.REFRESH_IDLE_TTL_SECONDS,
    mostFamilies: config.PRINCIPAL_MAX_FAMILIES,
    refreshAbsoluteTtlSeconds: config.REFRESH_ABSOLUTE_TTL_SECONDS,
    refreshGraceSeconds: config.REFRESH_GRACE_SECONDS,
    refreshRotations: {
      rotations: config.REFRESH_ROTATIONS,
      windowMs: config.REFRESH_ROTATION_WINDOW_SECONDS * 1000,
    },
    clientRequests: { limit: config.CLIENT_REQUESTS_PER_MINUTE, windowMs: 60_000 },
    networkRequests: { limit: config.NETWORK_REQUESTS_PER_MINUTE, windowMs: 60_000 },
    authorizeRequests: { limit: config.AUTHORIZE_PER_MINUTE, windowMs: 60_000 },
    clientTotalRequests: { limit: config.CLIENT_TOTAL_REQUESTS_PER_MINUTE, windowMs: 60_000 },
    codeGuesses: {
      limit: config.CODE_GUESSES,
      windowMs: config.CODE_GUESS_WINDOW_SECONDS * 1000,
      heldMs: lookUpMs,
    },
  };
}

/** Names by address; slashes at the end of an address do not matter. */
function readNames(json: string): ReadonlyMap<string, string> {
  const names = Object.entries(JSON.parse(json) as Record<string, string>);
  return new Map(names.map(([address, name]) => [withoutSlash(address), name]));
}
