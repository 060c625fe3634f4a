import type { ServiceInfo } from '@latchkey/http-server';

export const service = {
  name: 'drop',
  title: 'Latchkey drop',
  description: 'Payloads that are consumed once, by whoever holds their key.',
  families: {
    page: 'The page to take an anonymous drop',
    drop: 'Make, consume, look at and end drops',
    admin: 'What operators see and do',
    service: 'Whether the service runs',
  },
  firstCall: {
    scope: 'openid',
    service: 'drop',
    write: (url) => `${url}/v1/drop/store -H 'Authorization: Bearer ACCESS_TOKEN' -d payload=hello`,
  },
} as const satisfies ServiceInfo;
