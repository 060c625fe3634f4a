import { createMetrics } from '@latchkey/http-server';
import { createMeasures, measureHashGate } from './measures.ts';

test('mails and months are no number until somebody knows', async () => {
  const metrics = createMetrics();
  const gone = () => Promise.reject(new Error('gone'));
  const { setMonthsAhead } = createMeasures(metrics, { findMailDelay: gone, findSignalDelay: gone });
  expect(await metrics.registry.metrics()).toContain('user_api_mails_delay_seconds Nan');
  expect(await metrics.registry.metrics()).toContain('user_api_signals_delay_seconds Nan');
  expect(await metrics.registry.metrics()).toContain('user_api_request_log_months_ahead Nan');
  setMonthsAhead(11);
  expect(await metrics.registry.metrics()).toContain('user_api_request_log_months_ahead 11');
});

test('the gate of password hashes is read when metrics are', async () => {
  const metrics = createMetrics();
  let refused = 3;
  measureHashGate(metrics, { load: () => ({ running: 2, waiting: 5, refused: (refused += 1) }) });
  await metrics.registry.metrics();
  const text = await metrics.registry.metrics();
  expect(text).toContain('user_api_password_hashes{state="running"} 2');
  expect(text).toContain('user_api_password_hashes{state="waiting"} 5');
  expect(text).toMatch(/^user_api_password_hashes_refused_total [4-7]$/m);
});
