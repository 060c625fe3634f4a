import { identityScopes, rightScopes } from '@latchkey/tokens';

/** The demo data of a local stack, word for word. Source: contract part 4 "Demo data". */
export const demoPassword = 'latchkey-demo-password';

interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly totpSecret?: string;
}

export const demoUsers: readonly DemoUser[] = [
  { email: 'demo@latchkey.test', name: 'Demo User', kind: 'user' },
  { email: 'admin@latchkey.test', name: 'Demo Admin', kind: 'admin' },
  { email: 'root@latchkey.test', name: 'Demo Root', kind: 'root' },
  {
    email: 'totp@latchkey.test',
    name: 'Demo One-Time Code',
    kind: 'user',
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
];

export const demoOrg = { slug: 'acme', name: 'Acme' } as const;

export const demoMembers = [
  { email: 'demo@latchkey.test', role: 'member' },
  { email: 'admin@latchkey.test', role: 'owner' },
] as const;

interface DemoClient {
  readonly clientId: string;
  readonly name: string;
  readonly method: 'none' | 'client_secret_post' | 'client_secret_basic';
  readonly grantTypes: readonly string[];
  readonly owner: string;
  readonly secret?: string;
  readonly scopes: readonly string[];
  readonly defaultScopes: readonly string[];
  readonly otherAudience: string;
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly vouches?: readonly string[];
  readonly introspects?: boolean;
}

const all = [...identityScopes, ...rightScopes];
const common = {
  scopes: identityScopes,
  defaultScopes: identityScopes,
  otherAudience: 'https://api.example.test',
};
const roads = ['authorization_code', 'device_code', 'refresh_token'];
/** Of sdk/examples/web-app. */
const webApp = {
  redirectUris: ['http://localhost:3000/callback'],
  postLogoutRedirectUris: ['http://localhost:3000/'],
};
const demoOwner = 'demo@latchkey.test';

export const demoClients: readonly DemoClient[] = [
  {
    ...common,
    scopes: [...identityScopes, 'account', 'clients', 'orgs'],
    clientId: 'demo-cli',
    name: 'Demo command line',
    method: 'none',
    grantTypes: roads,
    redirectUris: ['http://127.0.0.1/callback'],
    owner: demoOwner,
  },
  {
    ...common,
    clientId: 'demo-rp',
    name: 'Demo relying party',
    method: 'client_secret_post',
    grantTypes: roads,
    ...webApp,
    owner: demoOwner,
    secret: 'demo-secret-demo-rp',
  },
  {
    ...common,
    clientId: 'demo-rp-basic',
    name: 'Demo relying party (basic)',
    method: 'client_secret_basic',
    grantTypes: roads,
    ...webApp,
    owner: demoOwner,
    secret: 'demo-secret-demo-rp-basic',
  },
  {
    ...common,
    scopes: all,
    defaultScopes: all,
    clientId: 'demo-backend',
    name: 'Demo backend',
    method: 'client_secret_post',
    grantTypes: ['client_credentials', 'relay'],
    owner: 'admin@latchkey.test',
    secret: 'demo-secret-demo-backend',
    vouches: ['*'],
    introspects: true,
  },
];

export const demoConnection = {
  source: 'demo-backend',
  target: 'demo-rp',
  scopes: ['profile', 'email'],
} as const;
