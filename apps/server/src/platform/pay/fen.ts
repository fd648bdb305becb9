// Converts between yuan with two decimals, which vendors use, and whole fen, which we use. Amounts are never rounded.

export function fenOf(yuan: string): number | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan.trim());
  if (!match) return null;
  const [, sign, whole = '', part = ''] = match;
  const fen = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? 0 - fen : fen;
}

export function yuanOf(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`not an amount in fen: ${fen}`);
  const text = String(fen).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
