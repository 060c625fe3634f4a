import { html, type Html } from '@latchkey/pages';
import qrcode from 'qrcode';

/** A QR code as SVG that needs no style: dark modules on white, with the quiet zone that readers want. */
export function drawQr(text: string, label: string): Html {
  const { data, size } = qrcode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const quiet = 4;
  const dark = [...data.keys()].filter((index) => data[index] === 1);
  const path = dark.map((index) => `M${(index % size) + quiet} ${Math.floor(index / size) + quiet}h1v1h-1z`);
  const edge = size + 2 * quiet;
  return html`<svg class="qr" viewBox="0 0 ${edge} ${edge}" role="img" aria-label="${label}">
    <rect width="${edge}" height="${edge}" fill="#fff" />
    <path d="${path.join('')}" fill="#000" />
  </svg>`;
}
