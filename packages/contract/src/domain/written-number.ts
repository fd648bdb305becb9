// Numbers as people, input methods and spreadsheets write them.

/** `value`: plain decimal text such as -1234.5. Nothing is rounded or guessed: otherwise it says what is wrong. */
export type WrittenNumber = { value: string } | { problem: 'notNumber' | 'notWhole' | 'decimals' | 'tooLong' };

const pattern = /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+|(?=\.\d))(?:\.(\d*))?$/;
/** A double holds every decimal number of this many digits exactly. */
const mostDigits = 15;

/** Reads a number with at most `digits` decimals. Thousands separators and the unit are allowed. */
export function writtenNumber(text: string, digits: number, unit = ''): WrittenNumber {
  const plain = text.normalize('NFKC').trim();
  const folded = unit.normalize('NFKC');
  const bare = folded !== '' && plain.endsWith(folded) ? plain.slice(0, -folded.length).trim() : plain;
  // Input methods write the Chinese full stop for the decimal point, and office programs a longer minus sign.
  const parts = pattern.exec(bare.replace(/(\d)。(?=\d)/, '$1.').replace(/^[\u2212\u2013]/, '-'));
  if (!parts) return { problem: 'notNumber' };
  const [, sign = '', before = '', after = ''] = parts;
  const whole = before.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0';
  const decimals = after.replace(/0+$/, '');
  if (decimals.length > digits) return { problem: digits === 0 ? 'notWhole' : 'decimals' };
  if (whole.replace(/^0$/, '').length + decimals.length > mostDigits) return { problem: 'tooLong' };
  const number = decimals === '' ? whole : `${whole}.${decimals}`;
  return { value: sign === '-' && /[1-9]/.test(number) ? `-${number}` : number };
}
