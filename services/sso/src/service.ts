/** How the service presents itself in its docs. */
export const service = {
  name: 'sso',
  title: 'Latchkey single sign-on',
  description: 'Device authorization, token packages and their keys.',
  version: '0.1.0',
} as const;
