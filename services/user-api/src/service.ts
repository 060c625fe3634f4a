/** How the service presents itself in its docs. */
export const service = {
  name: 'user-api',
  title: 'Latchkey user API',
  description: 'Users, sessions and OAuth clients.',
  version: '0.1.0',
} as const;
