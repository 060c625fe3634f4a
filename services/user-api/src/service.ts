import type { ServiceInfo } from '@latchkey/http-server';

export const service = {
  name: 'user-api',
  title: 'Latchkey user API',
  description: 'Users, sessions and OAuth clients.',
  families: {
    auth: 'Sign in and sign up with a one-time payload of sso',
    session: 'The calling session',
    account: 'The caller’s own account: sessions, log, password, one-time codes, invitations, orgs',
    oauth_clients: 'OAuth clients of the caller, and those that the caller has authorized',
    oauth_credentials: 'Tokens that clients are issued for themselves',
    oauth_device: 'Devices that the caller has approved',
    connections: 'Which client may call which',
    admin: 'What operators see and do',
    internal: 'What the other services ask',
    service: 'Whether the service runs',
  },
  firstCall: {
    scope: 'openid account',
    service: 'user-api',
    write: (url) => `${url}/account/me/view -d auth.token=ACCESS_TOKEN`,
  },
} as const satisfies ServiceInfo;
