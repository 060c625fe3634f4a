import { startStack, type Stack } from './stack.ts';

/**
 * A test does in a minute what a device does in a day. Limits that the local stack has not got are so high that none is
 * reached: the walk sees that each route asks for its own.
 */
const settings = {
  sso: { POLL_INTERVAL_SECONDS: '1', REFRESH_ROTATIONS: '0', DEVICE_APPROVALS_PER_HOUR: '10000' },
  'user-api': {
    PRINCIPAL_WRITES_PER_MINUTE: '10000',
    PRINCIPAL_SIGN_INS_PER_MINUTE: '10000',
    APP_TOKENS_PER_MINUTE: '10000',
  },
};

/** Modules of tests are loaded again for each file, so none of them can keep it. */
const kept = globalThis as { latchkeyStack?: Promise<Stack> };

/**
 * The stack of this worker of the test runner, which its test files use one after the other: three services cost as
 * much to start as a hundred tests. It holds what earlier files have left, so a test counts nothing that is not its own,
 * and gives the demo accounts back as it found them. The run ends it. Outside of a worker the caller gets a stack of its own.
 */
export async function shareStack(): Promise<Stack> {
  if (process.send === undefined || process.env['TEST_FOLDER'] === undefined) return startStack(settings);
  kept.latchkeyStack ??= start();
  const stack = await kept.latchkeyStack;
  return { ...stack, stop: async () => stack.mailbox.setFault(undefined) };
}

function start(): Promise<Stack> {
  // The runner disconnects a worker and waits until it has ended; the processes of the stack would keep it alive.
  process.once('disconnect', () => process.exit());
  return startStack(settings);
}
