import { spawn } from 'node:child_process';

/**
 * Starts the browser of the desktop. Answers once the opener has ended, which may take as long as the browser runs; false
 * where there is none, or it failed.
 */
export function openBrowser(address: string): Promise<boolean> {
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve) =>
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0)),
  );
}
