// Table for encoding GBK. Node can only decode it, so the table is the inverted decoding table.
let table: Map<string, number> | undefined;

function tableOf(): Map<string, number> {
  const bytesByCharacter = new Map<string, number>();
  const decoder = new TextDecoder('gbk');
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const sign = decoder.decode(Uint8Array.of(high, low));
      if (low !== 0x7f && sign.length === 1 && sign !== '\uFFFD' && !bytesByCharacter.has(sign))
        bytesByCharacter.set(sign, (high << 8) | low);
    }
  return bytesByCharacter;
}

export function gbk(text: string): Buffer {
  table ??= tableOf();
  const bytes = Buffer.alloc(text.length * 2);
  let at = 0;
  for (const sign of text) {
    const code = sign.charCodeAt(0);
    if (code < 0x80) bytes[at++] = code;
    else {
      const pair = table.get(sign) ?? 0x3f;
      if (pair > 0xff) bytes[at++] = pair >> 8;
      bytes[at++] = pair & 0xff;
    }
  }
  return bytes.subarray(0, at);
}
