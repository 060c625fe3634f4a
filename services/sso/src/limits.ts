/** A time that is this many seconds from now is a date that every part knows. */
export const positive = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const;
export const count = { type: 'integer', minimum: 0 } as const;

/** The settings of what strangers can cause. Source: contract part 1 "Limits". */
export const limits = {
  EVENTS_PER_MINUTE: {
    ...positive,
    default: 20,
    description: 'events of one type about one subject, for types that strangers can cause',
  },
  CLIENT_REQUESTS_PER_MINUTE: {
    ...positive,
    default: 300,
    description: 'requests to /device_authorization and /relay, per client and network',
  },
  NETWORK_REQUESTS_PER_MINUTE: {
    ...positive,
    default: 600,
    description: 'requests to /device_authorization, per network over all clients',
  },
  AUTHORIZE_PER_MINUTE: {
    ...positive,
    default: 3000,
    description: 'sign-ins that begin at /authorize, per client and network',
  },
  CLIENT_TOTAL_REQUESTS_PER_MINUTE: {
    ...count,
    default: 0,
    description: 'requests to /device_authorization, per client over all networks; 0: no limit',
  },
  UNKNOWN_CLIENTS_PER_MINUTE: {
    ...positive,
    default: 60,
    description: 'client ids that do not exist, per network and process; more are answered 503',
  },
} as const;
