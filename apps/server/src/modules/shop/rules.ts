import { randomBytes } from 'node:crypto';

// Letters and digits of application numbers, without I, L, O and U, which are easily confused.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates the number of a shop application: its day and 40 random bits. */
export function newShopNumber(day: string): string {
  const drawn = [...randomBytes(8)].map((byte) => letters.charAt(byte % 32)).join('');
  return `DP${day.replaceAll('-', '')}-${drawn}`;
}
