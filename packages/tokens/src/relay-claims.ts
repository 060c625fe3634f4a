import { isRecord, isText } from './claims.ts';

/** The client_id of sso itself: of the payloads of its own page, and of the tokens that store dead drops. */
export const ssoClientId = 'latchkey-sso';

/** What a guard payload may be spent on (contract part 1 "Guard payloads"). */
export const relayPurposes = [
  'user_login',
  'user_root_session',
  'user_exchange',
  'member_login',
  'member_root_session',
  'member_exchange',
  'signup',
  'client_credentials',
] as const;

export type RelayPurpose = (typeof relayPurposes)[number];

/** Claims of a guard payload, typ relay+jwt (contract part 1 "Guard payloads"). Times in seconds. */
export interface RelayClaims {
  iss: string;
  aud: string | string[];
  exp: number;
  iat: number;
  jti: string;
  purpose: RelayPurpose;
  client_id: string;
  org?: string;
  method?: string;
  scope?: string;
  aud_list?: string[];
  htu?: string;
  /** Thumbprint of the key that sso has seen a proof of: what is issued is bound to it. */
  jkt?: string;
  /** The person's browser, as sso's own page saw it. */
  ip?: string;
  user_agent?: string;
  /** The visitor for whom the client says that it asks. */
  visitor_ip?: string;
  /** Names the operation, where more than one payload may be made for it. */
  op?: string;
  /** What the passkey of the person must have signed. */
  challenge?: string;
  /** When the person typed what is presented now, where sso's page kept it since. */
  typed_at?: number;
  ctx?: Record<string, unknown>;
}

/** The claims of a verified guard payload, or undefined when one is missing or of the wrong kind. */
export function readRelayClaims(payload: Readonly<Record<string, unknown>>): RelayClaims | undefined {
  return isRelayClaims(payload) ? payload : undefined;
}

function isRelayClaims(payload: unknown): payload is RelayClaims {
  if (!isRecord(payload)) return false;
  const { aud_list: audiences, ctx } = payload;
  return (
    ['iss', 'jti', 'client_id'].every((name) => isText(payload[name])) &&
    ['exp', 'iat'].every((name) => Number.isFinite(payload[name])) &&
    (payload['typed_at'] === undefined || Number.isFinite(payload['typed_at'])) &&
    relayPurposes.some((purpose) => purpose === payload['purpose']) &&
    ['org', 'method', 'scope', 'htu', 'jkt', 'ip', 'user_agent', 'visitor_ip', 'op', 'challenge'].every(
      (name) => isOptionalText(payload[name]),
    ) &&
    (audiences === undefined || (Array.isArray(audiences) && audiences.every(isText))) &&
    (ctx === undefined || isRecord(ctx))
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
