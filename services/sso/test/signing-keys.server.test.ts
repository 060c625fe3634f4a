import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '@latchkey/database';
import { createLogger } from '@latchkey/process';
import { addSigningKey } from '@latchkey/tokens';
import { program } from '../src/commands/program.ts';
import { followSigningKeys } from '../src/follow-signing-keys.ts';
import { openSigningKeys } from '../src/read-signing-keys.ts';

const sourceTree = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'));
  path = join(folder, 'keys.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function rotate(args: string[] = [], file = path) {
  let [stdout, stderr] = ['', ''];
  const status = await runCommandLine(program, ['keys', 'rotate', ...args], {
    env: { SIGNING_KEYS_FILE: file },
    isTerminal: false,
    print: (text) => void (stdout += text),
    complain: (text) => void (stderr += text),
  });
  return { status, stdout, stderr };
}

const readKids = () => (JSON.parse(readFileSync(path, 'utf8')) as { kid: string }[]).map(({ kid }) => kid);

describe('latchkey-sso keys rotate', () => {
  test.each(['there', 'not there yet'])(
    'keeps a link whose target is %s, and changes the target',
    async (state) => {
      const target = join(folder, 'vault/keys.json');
      mkdirSync(join(folder, 'vault'));
      if (state === 'there') expect((await rotate([], target)).status).toBe(0);
      symlinkSync('vault/keys.json', path);
      expect(await rotate()).toMatchObject({ status: 0, stderr: '' });
      expect(readlinkSync(path)).toBe('vault/keys.json');
      expect(readKids()).toHaveLength(state === 'there' ? 2 : 1);
      expect(readFileSync(target, 'utf8')).toBe(readFileSync(path, 'utf8'));
    },
  );

  test('refuses a link into the source tree', async () => {
    symlinkSync(join(sourceTree, 'keys.json'), path);
    expect(await rotate()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('outside of the source tree'),
    });
    expect(existsSync(join(sourceTree, 'keys.json'))).toBe(false);
  });

  test('ends with 1 and a sentence without a file name, or with a file that holds no keys', async () => {
    expect(await rotate([], '')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'latchkey-sso: SIGNING_KEYS_FILE is not set.\n',
    });
    writeFileSync(path, '[]');
    const stderr = `latchkey-sso: ${path}: the signing key file must be a JSON list\n`;
    expect(await rotate()).toEqual({ status: 1, stdout: '', stderr });
    expect(readFileSync(path, 'utf8')).toBe('[]');
  });

  test.each(['services/sso/keys.json', 'keys.json', '.latchkey/../keys.json', '.latchkeys/keys.json'])(
    'refuses %s, which is in the source tree',
    async (name) => {
      const file = join(sourceTree, name);
      const sentence = 'a key file must be outside of the source tree, or below its folder .latchkey';
      expect(await rotate([], file)).toEqual({
        status: 1,
        stdout: '',
        stderr: `latchkey-sso: ${file}: ${sentence}\n`,
      });
      expect(existsSync(file)).toBe(false);
    },
  );

  test('makes the file below .latchkey, with the folders to it', async () => {
    const own = join(sourceTree, '.latchkey', `test-${process.pid}`);
    try {
      expect((await rotate([], join(own, 'deep/keys.json'))).status).toBe(0);
      expect(statSync(join(own, 'deep')).mode & 0o777).toBe(0o700);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });

  test('makes the file for its owner alone, adds to it, and leaves it as it is with --if-missing', async () => {
    expect((await rotate(['--if-missing'])).status).toBe(0);
    const [first] = readKids();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await rotate(['--if-missing'])).stdout).toBe(`${path} is there already.\n`);
    expect((await rotate()).stdout).toBe(`${path} holds a new signing key.\n`);
    expect(readKids()).toEqual([first, expect.any(String)]);
  });
});

/** As the command does, without a process of its own. */
async function addKey(): Promise<void> {
  const kept = existsSync(path) ? { text: readFileSync(path, 'utf8') } : {};
  writeFileSync(path, await addSigningKey({ ...kept, now: Date.now() }));
}

describe('the signing keys of a running service', () => {
  test('are those of the file when it is read again: the new one is published, the old one signs', async () => {
    await addKey();
    const file = openSigningKeys(path, Date.now);
    const { kid } = file.keys.activeKey();
    await addKey();
    expect(file.keys.publicJwks().keys.map((key) => key.kid)).toEqual([kid]);
    file.reload();
    expect(file.keys.publicJwks().keys.map((key) => key.kid)).toEqual(readKids());
    expect(file.keys.activeKey().kid).toBe(kid);
  });

  test('stay when the file is not usable any more, and that is logged', async () => {
    await addKey();
    const file = openSigningKeys(path, Date.now);
    const { kid } = file.keys.activeKey();
    writeFileSync(path, 'half a fi');
    const lines: string[] = [];
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      lines.push(chunk.toString('utf8'));
      done();
    };
    const logger = createLogger({ service: 'sso', level: 'error', stream: new Writable({ write }) });
    const stop = followSigningKeys(file, logger);
    process.emit('SIGHUP');
    stop();
    expect(file.keys.activeKey().kid).toBe(kid);
    expect(lines.join('')).toContain('the signing keys could not be read again');
    process.emit('SIGHUP');
    expect(lines).toHaveLength(1);
  });

  test('are named when they cannot be read at start', () => {
    expect(() => openSigningKeys(path, Date.now)).toThrow(/^SIGNING_KEYS_FILE has no usable keys: .*ENOENT/);
  });
});
