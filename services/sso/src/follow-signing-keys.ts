import type { Logger } from '@latchkey/process';
import type { SigningKeyFile } from './read-signing-keys.ts';

/** Far below the lag that `keys rotate` allows for. */
const pauseMs = 60_000;

/**
 * Reads the signing key file again every minute, and at once on SIGHUP, so that a rotated file needs no restart. A
 * file that is not usable is logged, and the keys at hand stay in force. The result ends that.
 */
export function followSigningKeys(file: Pick<SigningKeyFile, 'reload'>, logger: Logger): () => void {
  const reload = () => {
    try {
      file.reload();
    } catch (error) {
      logger.error('the signing keys could not be read again', { error });
    }
  };
  const timer = setInterval(reload, pauseMs).unref();
  process.on('SIGHUP', reload);
  return () => {
    clearInterval(timer);
    process.off('SIGHUP', reload);
  };
}
