import { spawnSync } from 'node:child_process';

/** Runs a command whose work is `work`, and answers what it printed. */
function run(work: string) {
  const module = JSON.stringify(new URL('run-command.ts', import.meta.url).href);
  const script = `const { runCommand } = await import(${module});
    await runCommand(async ({ add }) => { add(() => console.log('stopped')); ${work} });`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const wait = 'await new Promise((resolve) => setTimeout(resolve, 60_000));';

test.each([
  ['its work throws', 'throw new Error("no room");'],
  ['a listener throws', `setImmediate(() => { throw new Error("no room"); }); ${wait}`],
  ['nobody waits for what is rejected', `Promise.reject(new Error("no room")); ${wait}`],
])('what was started is stopped when %s', (_when, work) => {
  expect(run(work)).toEqual({ status: 1, stdout: 'stopped\n', stderr: '\nno room\n' });
});
