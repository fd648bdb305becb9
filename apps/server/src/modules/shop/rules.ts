import { randomBytes } from 'node:crypto';

// Without I, L, O and U: read aloud or copied by hand, nothing is taken for something else.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of an application with a shop: its day, and forty bits that nobody guesses. */
export function newShopNumber(day: string): string {
  const drawn = [...randomBytes(8)].map((byte) => letters.charAt(byte % 32)).join('');
  return `DP${day.replaceAll('-', '')}-${drawn}`;
}
