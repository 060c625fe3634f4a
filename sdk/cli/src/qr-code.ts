import QRCode from 'qrcode';
import { isSmart, showsBlocks, type Shell } from './shell.ts';

/**
 * Draws a text as a QR code on a terminal, or says that the window is too small for it; `others` more rows must fit.
 * Nothing is drawn
 * where blocks or their colours would be other signs. Answers whether it is drawn.
 */
export async function drawQr(
  { stderr, env }: Pick<Shell, 'stderr' | 'env'>,
  text: string,
  others: (columns: number) => number = () => 1,
): Promise<boolean> {
  const { rows = 0, columns = 0 } = stderr;
  if (!isSmart({ stderr, env }) || !showsBlocks(env)) return false;
  const drawn = await QRCode.toString(text, { type: 'terminal', small: true, errorCorrectionLevel: 'L' });
  // Behind the last line feed nothing is drawn.
  const lines = drawn.split('\n').slice(0, -1);
  const { size } = QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
  const width = size + 2;
  const height = lines.length + others(columns);
  const hasRoom = height <= rows && width <= columns;
  stderr.write(
    hasRoom
      ? lines.map((line) => `${line}\u001B[0m\n`).join('')
      : `Enlarge the window for a QR code: it needs ${width} columns and ${height} rows.\n`,
  );
  return hasRoom;
}
