import { errors } from './errors.ts';

/** Source: requirement 3 "Errors". */
const sentencesOfDrops = [
  'Drop not found',
  'Missing key',
  'Drop has expired',
  'Drop is not active',
  'Invalid',
  'Owner access required for this drop',
  'Principal id is unavailable',
  'Only reserved drops may be activated',
  'Only reserved or active drops may be revoked',
  'Missing payload',
  'Invalid payload_format',
  'Invalid ttl',
  'Drop id already exists',
  'expires_at must be in the future',
];

/** The page, the admin gate, load, the state of the service; and a sentence that routes replace by that of every bad credential. */
const others = new Set<string>([
  errors.csrfFailed.message,
  errors.throttled.message,
  errors.adminRequired.message,
  errors.overloaded.message,
  errors.pepperUnavailable.message,
  errors.outcomeUnknown.message,
  errors.callerGone.message,
  errors.tokenRevoked.message,
  errors.userApiAway.message,
]);

test('every sentence about a drop is one of the requirement', () => {
  const ours = Object.values(errors).map(({ message }) => message);
  expect(ours.filter((message) => !others.has(message) && !sentencesOfDrops.includes(message))).toEqual([]);
});
