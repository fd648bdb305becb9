const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in a part: escaped, without what XML cannot hold. */
export function xmlText(text: string): string {
  // A text that looks like an escape of the format itself must not become the character it names.
  const plain = text.includes('_x') ? text.replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x') : text;
  if (!/[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/.test(plain)) return plain;
  return plain
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => named[sign] ?? sign);
}
