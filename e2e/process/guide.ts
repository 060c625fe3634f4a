import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { keepCode } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

/** A block of shell commands on a page. */
export interface Block {
  /** The word after the language: what it needs that not every reader has. */
  readonly mark: string;
  readonly commands: string;
}

/** The blocks of shell commands of a page, or of another language, in their order. */
export function readBlocks(path: string, language = 'sh'): Block[] {
  const blocks = readFileSync(path, 'utf8').matchAll(
    new RegExp(`^\`\`\`${language} *(.*)\\n([^]*?)^\`\`\`$`, 'gm'),
  );
  return [...blocks].map(([, mark = '', commands = '']) => ({ mark, commands }));
}

/**
 * One shell in the checkout that is given block after block, as a person types them, and ends at the first command that
 * fails. What it has started ends with the teardown.
 */
export function openShell(env: Record<string, string>, teardown: Teardown) {
  const shell = spawn('/bin/sh', ['-e'], {
    cwd: rootDir,
    env: { ...keepCode(), ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  let ended = false;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    tell();
  });
  // In one pipe, what is said of a failure cannot arrive after the end of its block.
  shell.stdin.write('exec 2>&1\n');
  // The shell leads a group of its own, which holds the services that it has started.
  const endGroup = () => {
    if (shell.pid !== undefined && !ended) process.kill(-shell.pid, 'SIGTERM');
  };
  // After a command that failed, the services would keep its output open, and nobody would learn of the failure.
  shell.once('exit', () => {
    try {
      endGroup();
    } catch {
      // No service is left.
    }
  });
  shell.once('close', () => {
    ended = true;
    tell();
  });
  shell.stdin.on('error', () => undefined);
  teardown.add(async () => {
    const hasClosed = new Promise((resolve) => (ended ? resolve(undefined) : shell.once('close', resolve)));
    endGroup();
    await hasClosed;
  });

  return {
    /**
     * Runs a block and answers what it printed. Throws that when a command fails. `watch` sees what is printed so far, and
     * what it does must not fail.
     */
    run(commands: string, watch: (output: string) => Promise<void> | undefined = () => undefined) {
      output = '';
      const end = 'the block has ended';
      shell.stdin.write(`${commands}\necho ${end}\n`);
      return new Promise<string>((resolve, reject) => {
        const look = () => {
          watch(output)?.catch(reject);
          const isDone = output.includes(end);
          if (!isDone && !ended) return;
          listeners.delete(look);
          if (isDone) resolve(output.replace(`${end}\n`, ''));
          else reject(new Error(`the guide failed at:\n${commands}\n${output}`));
        };
        listeners.add(look);
        look();
      });
    },
  };
}
