// Vendors write money as yuan with two places; here it is whole fen, and nothing is ever rounded.

/** Fen of a text in yuan, negative where it says so; null where it is none. */
export function fenOf(yuan: string): number | null {
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan.trim());
  if (!found) return null;
  const [, sign, whole = '', part = ''] = found;
  const fen = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? 0 - fen : fen;
}

/** The text in yuan of whole fen. */
export function yuanOf(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`not an amount in fen: ${fen}`);
  const text = String(fen).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
