import { createEnvelopeProtocol } from './envelope.ts';
import { defineRoute, publicAccess } from './route.ts';

/** The greeting of every service: any method, no gate. Source: contract part 0 "Every service". */
const hello = defineRoute({
  method: 'ANY',
  path: '/hello',
  summary: 'Answers that the service is running',
  family: 'service',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: {} },
  errors: [],
  handle: () => ({}),
});

export const helloGroup = { protocol: createEnvelopeProtocol(), routes: [hello] };
