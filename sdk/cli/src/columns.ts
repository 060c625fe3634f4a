/** What a terminal shows two columns wide: East Asian Wide and Fullwidth (UAX #11). */
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]/u;
/** Emoji, which are as wide, whatever they are made of. */
const emoji = /\p{Emoji_Presentation}|\p{RI}\p{RI}|\p{Extended_Pictographic}\uFE0F/u;
/** What adds nothing to the sign before it; vowels and finals of Hangul too. */
const bare = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11FF]/u;
const plain = /^[ -~]*$/;

const segmenter = new Intl.Segmenter();

/** What people see as one sign, which is never cut. */
const listSigns = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

function measure(sign: string): number {
  if (emoji.test(sign)) return 2;
  const widths = Array.from(sign, (one) => (bare.test(one) ? 0 : wide.test(one) ? 2 : 1));
  return widths.reduce<number>((sum, width) => sum + width, 0);
}

/** How many columns of a terminal a text takes. */
export function countColumns(text: string): number {
  if (plain.test(text)) return text.length;
  return listSigns(text).reduce((sum, sign) => sum + measure(sign), 0);
}

/** The text, cut with … where it is wider, and filled with blanks to this width. */
export function fitColumns(text: string, width: number): string {
  const whole = countColumns(text);
  if (whole <= width) return text + ' '.repeat(width - whole);
  let [kept, used] = ['', 0];
  for (const sign of listSigns(text)) {
    if (used + measure(sign) > width - 1) break;
    kept += sign;
    used += measure(sign);
  }
  return `${kept}…${' '.repeat(width - 1 - used)}`;
}
