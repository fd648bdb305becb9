const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function xmlText(text: string): string {
  // Escapes a text such as `_x0041_`, which a reader would otherwise decode as an escape.
  const plain = text.includes('_x') ? text.replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x') : text;
  if (!/[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/.test(plain)) return plain;
  return plain
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => named[sign] ?? sign);
}
