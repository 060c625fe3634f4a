import { createTeardown, type Teardown } from './teardown.ts';

/** Signals that ask for an end; a lost parent ("disconnect") counts as one. Only the first is acted on. */
function onStopAsked(act: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, act);
  process.on('disconnect', act);
}

/**
 * Runs one of the commands behind package.json: `work` registers what it starts, all of it is stopped when `work`
 * ends, throws, or the user presses Ctrl-C, and the process exits with the code `work` answers (1 when anything throws,
 * after one line that says why). `atEnd` prints the last lines and may change the code.
 */
export async function runCommand(
  work: (teardown: Teardown) => Promise<number>,
  atEnd: (outcome: { code: number; stopAsked: boolean }) => number = ({ code }) => code,
): Promise<never> {
  const teardown = createTeardown();
  let stopAsked = false;
  const asked = new Promise<number>((resolve) => {
    onStopAsked(() => {
      if (!stopAsked) console.log('\nStopping ...');
      stopAsked = true;
      resolve(0);
    });
  });
  const fail = (error: unknown) => {
    if (!stopAsked) console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    return 1;
  };
  // What a listener throws would end this process alone, and leave running what it has started.
  const thrown = new Promise<number>((resolve) => {
    process.on('uncaughtException', (error) => resolve(fail(error)));
  });
  const code = await Promise.race([work(teardown).catch(fail), asked, thrown]);
  await teardown.run();
  process.exit(atEnd({ code, stopAsked }));
}
