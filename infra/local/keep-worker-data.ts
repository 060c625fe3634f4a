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
