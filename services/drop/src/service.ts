/** How the service presents itself in its docs. */
export const service = {
  name: 'drop',
  title: 'Latchkey drop',
  description: 'Payloads that are consumed once, by whoever holds their key.',
  version: '0.1.0',
} as const;
