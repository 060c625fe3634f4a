import QRCode from 'qrcode';
import type { Shell } from './shell.ts';

/** Draws a text as a QR code on a terminal, or says that the window is too small for it. */
export async function drawQr({ stderr }: Pick<Shell, 'stderr'>, text: string): Promise<void> {
  const { isTTY, rows = 0, columns = 0 } = stderr;
  if (isTTY !== true) return;
  const code = await QRCode.toString(text, { type: 'terminal', small: true, errorCorrectionLevel: 'L' });
  const height = code.split('\n').length;
  const { size } = QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
  const hasRoom = height < rows && size + 8 <= columns;
  stderr.write(hasRoom ? `${code}\n` : `A QR code needs ${size + 8} columns and ${height + 1} rows.\n`);
}
