const question = 'jest-light-runner-get-worker-data';

function isAnswer(message: unknown): boolean {
  return (message as { type?: unknown } | null)?.type === 'jest-light-runner-worker-data';
}

/**
 * Loaded into each worker of the test runner before its own code. When the first worker asks for its settings, the runner
 * answers all workers at once; one that did not listen yet would wait without end. Here it finds the answer.
 */
const send = process.send?.bind(process) as ((...given: unknown[]) => boolean) | undefined;
if (send !== undefined) {
  // For the processes that tests start. A worker itself finds nothing there, and would write thousands of files when it
  // ends: each test file loads its helpers under names of its own.
  const { TEST_COMPILE_CACHE: compileCache } = process.env;
  if (compileCache !== undefined) process.env['NODE_COMPILE_CACHE'] = compileCache;
  let answer: unknown;
  process.on('message', (message) => {
    if (isAnswer(message)) answer = message;
  });
  process.send = (...given: unknown[]) => {
    if (given[0] !== question || answer === undefined) return send(...given);
    setImmediate(() => process.emit('message', answer, undefined));
    return true;
  };
}
