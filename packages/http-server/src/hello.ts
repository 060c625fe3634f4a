import { text } from '@latchkey/contracts';
import { version } from '@latchkey/process/version';
import { createEnvelopeProtocol } from './envelope.ts';
import { defineRoute, publicAccess } from './route.ts';

/** The greeting of every service: any method, no gate. Source: contract part 0 "Every service". */
const hello = defineRoute({
  method: 'ANY',
  path: '/hello',
  summary: 'Answers that the service is running, and its version',
  family: 'service',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: { version: text } },
  errors: [],
  handle: () => ({ version }),
});

export const helloGroup = { protocol: createEnvelopeProtocol(), routes: [hello] };
