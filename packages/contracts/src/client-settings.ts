import { redirectLimits } from './redirect-uris.ts';
import type { RecordOf } from './wire.ts';

/** Where a device may be approved, from the least strict to the strictest; each includes those before it. */
export const devicePolicies = ['any', 'typed', 'same_network'] as const;
export type DevicePolicy = (typeof devicePolicies)[number];
/** Whether a refresh must show binding_chain and binding_link. */
export const refreshBindings = ['required', 'optional'] as const;

/** A list of words; in a form or query also as one text with spaces between them. */
const words = (maxItems: number) =>
  ({ type: 'array', maxItems, items: { type: 'string', minLength: 1, maxLength: 200 } }) as const;

/** Addresses of a client to which a person may be led back: see redirectFault. */
const addresses = (description: string, example: string) =>
  ({
    type: 'array',
    maxItems: redirectLimits.maxItems,
    items: { type: 'string', minLength: 1, maxLength: redirectLimits.maxLength },
    description,
    examples: [[example]],
  }) as const;

/** Settings that a list of clients shows too. */
export const listedSettings = {
  grant_types: words(10),
  scopes: words(100),
  device_policy: {
    type: 'string',
    enum: devicePolicies,
    description:
      'Where its devices may be approved: any; with a code that is typed; that, and in the network of the device',
  },
  refresh_binding: {
    type: 'string',
    enum: refreshBindings,
    description:
      'optional: it may refresh without binding_chain and binding_link where it authenticates, or where its tokens are bound to a key',
  },
} as const;

/** What operators alone set. A public client has none of it, since anybody can use its id. */
export const clientFlags = {
  vouches: {
    ...words(100),
    description: 'Set by operators: domains whose addresses it may vouch for at a signup, or *',
    examples: [['example.com']],
  },
  introspects: { type: 'boolean', description: 'Set by operators: it may ask about any access token' },
  names_visitors: {
    type: 'boolean',
    description: 'Set by operators: it may name visitor_ip at /device_authorization and /relay',
  },
} as const;

/** Settings that only the view of one client shows. */
export const detailSettings = {
  default_scopes: { ...words(100), description: 'Those of a request that names none, among scopes' },
  audiences: { ...words(20), description: 'Addresses that its tokens may be for' },
  default_audiences: { ...words(20), description: 'Those of a request that names none, among audiences' },
  redirect_uris: addresses(
    'Where a sign-in in a browser may lead back to: https, http on this computer, of a public client also a scheme with a dot. Compared as strings; the port is free for 127.0.0.1 and [::1]',
    'https://app.example.com/callback',
  ),
  post_logout_redirect_uris: addresses(
    'Where signing out may lead back to; of the same kinds',
    'https://app.example.com/',
  ),
  device_code_ttl_seconds: {
    type: ['integer', 'null'],
    minimum: 60,
    maximum: 1800,
    description: 'How long its device codes live; null for the usual time',
  },
  poll_interval_seconds: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 30,
    description: 'The least time between its polls; null for the usual one',
  },
  ...clientFlags,
} as const;

/** All that can be set of a client: each service reads, stores, sends and shows what is declared here. */
export const clientSettings = { ...listedSettings, ...detailSettings } as const;
export type ClientSettings = RecordOf<typeof clientSettings>;
export type ClientFlags = RecordOf<typeof clientFlags>;

/** Those of a client whose maker names none. Its lists depend on the installation. */
export const usualSettings = {
  devicePolicy: 'any',
  refreshBinding: 'required',
  redirectUris: [],
  postLogoutRedirectUris: [],
  deviceCodeTtlSeconds: null,
  pollIntervalSeconds: null,
  vouches: [],
  introspects: false,
  namesVisitors: false,
} as const satisfies Partial<ClientSettings>;
