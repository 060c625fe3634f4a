import { findNetworkFaults } from './check-network.ts';
import { findReferenceFaults } from './check-references.ts';
import { findSchemaFaults } from './check-schema.ts';
import { overlayFolder, renderOverlay, type Manifest } from './render-overlay.ts';

const text = JSON.stringify(renderOverlay(overlayFolder('local')));
const references = {
  outside: new Set(['sso-signing-keys']),
  paths: new Set(['/health/live', '/health/ready']),
};

/** The local overlay with a text changed everywhere, which must be there. */
function change(from: string, to: string): Manifest[] {
  if (!text.includes(from)) throw new Error(`The overlay has no ${from}.`);
  return JSON.parse(text.replaceAll(from, to)) as Manifest[];
}

test.each([
  [
    'a field that is unknown',
    '"maxSurge"',
    '"maxSurges"',
    '/spec/strategy/rollingUpdate/maxSurges is unknown',
  ],
  ['a type', '"minReplicas":1', '"minReplicas":"one"', '/spec/minReplicas type'],
])('the schema refuses %s', async (_name, from, to, fault) => {
  const faults = (await Promise.all(change(from, to).map(findSchemaFaults))).flat();
  expect(faults.join('\n')).toContain(fault);
});

test.each([
  ['"path":"/health/ready"', '"path":"/health/redy"', 'sso: there is no path /health/redy'],
  [
    '"INTERNAL_PORT":"4102"',
    '"INTERNAL_PORT":"4109"',
    'user-api: it listens on 4109, which its container does not open',
  ],
  ['"secretRef":{"name":"drop"}', '"secretRef":{"name":"dorp"}', 'drop: there is no Secret dorp'],
  ['"volumes":[{"name":"tmp"', '"volumes":[{"name":"temp"', 'drop: there is no volume tmp'],
  ['"targetPort":"internal"', '"targetPort":"inner"', 'Service sso: no pod opens what port 4101 leads to'],
  [
    '"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"sso"}',
    '"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"ssso"}',
    'HorizontalPodAutoscaler sso: there is no ssso',
  ],
])('%s as %s is found', (from, to, fault) => {
  expect(findReferenceFaults(change(from, to), references)).toContain(fault);
});

test.each([
  [
    '"USER_API_CALL_URL":"http://user-api:4002"',
    '"USER_API_CALL_URL":"http://user-api:4009"',
    'sso: USER_API_CALL_URL names port 4009, which user-api has not',
  ],
  ['{"port":4101}', '{"port":4109}', 'drop: SSO_INTERNAL_URL: no policy of sso admits drop on 4101'],
  ['{"port":5432}', '{"port":5433}', 'sso-migrate: no policy allows egress to port 5432'],
  ['{"port":53,"protocol":"UDP"}', '{"port":54,"protocol":"UDP"}', 'drop: no policy allows DNS'],
  ['"latchkey.dev/monitoring"', '"monitoring"', 'drop: no policy admits Prometheus on 4103'],
  ['"matchLabels":{"latchkey.dev/monitoring":"true"}', '"matchLabels":{}', 'drop: other namespaces reach it'],
  [
    '"latchkey.dev/monitoring":"true"',
    '"latchkey.dev/ingress":"true"',
    'sso: the ingress reaches the internal port',
  ],
  [
    '"DROP_CALL_URL":"http://drop:4003"',
    '"DROP_CALL_URL":"http://elsewhere:4003"',
    'drop: it admits sso on 4003, where sso calls nothing',
  ],
])('%s as %s is found', (from, to, fault) => {
  expect(findNetworkFaults(change(from, to))).toContain(fault);
});
