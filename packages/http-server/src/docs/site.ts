import { withoutSlash } from '@latchkey/contracts';
import type { SiblingName } from './document.ts';

/** Where the services are reached, and what their documents may point to. */
export interface Site {
  /** Public addresses, without those that are not known. */
  readonly addresses: Readonly<Partial<Record<SiblingName, string>>>;
  /** A client that anybody may try, where the demo data is. */
  readonly clientId?: string;
  /** The services whose /docs everybody may open. */
  readonly shown: readonly SiblingName[];
}

/** What is known where no service runs. */
export const unknownSite: Site = { addresses: {}, shown: [] };

/** The part of a service's configuration that a site is made of. */
export interface SiteConfig {
  readonly NODE_ENV: string;
  readonly IDENTITY_ISSUER: string;
  readonly SSO_URL?: string | undefined;
  readonly USER_API_URL?: string | undefined;
  readonly DROP_URL?: string | undefined;
}

/**
 * The site as one service knows it. Production has no demo data, and there sso shows /docs on its internal port unless it
 * is configured otherwise. Source: contract part 5 "Documents".
 */
export function readSite(config: SiteConfig): Site {
  const { NODE_ENV, IDENTITY_ISSUER, USER_API_URL, DROP_URL } = config;
  const SSO_URL = config.SSO_URL ?? withoutSlash(IDENTITY_ISSUER);
  const all = { sso: SSO_URL, 'user-api': USER_API_URL, drop: DROP_URL };
  const known = Object.entries(all).filter(([, url]) => url !== undefined);
  const addresses = Object.fromEntries(known) as Site['addresses'];
  if (NODE_ENV === 'production') return { addresses, shown: ['user-api', 'drop'] };
  return { addresses, shown: ['sso', 'user-api', 'drop'], clientId: 'demo-cli' };
}
