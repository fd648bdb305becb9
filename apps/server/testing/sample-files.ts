// Small valid files of the accepted types, and the content of an exported spreadsheet.
import { inflateRawSync } from 'node:zlib';

export const png: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const pdf: Uint8Array = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

export const csv = (mark: string, creditCode: string): Uint8Array =>
  Buffer.from(
    `\uFEFF企业名称,统一社会信用代码,行政区划,注册地址,行业,监管行业,法定代表人,安全员,安全员电话\r\n${mark}导入企业,${creditCode},330108,江滨路 1 号,C26,emergency,沈安然,周明舟,13912345678\r\n`,
  );

export function unzipped(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) return parts;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + size);
    parts.set(
      bytes.toString('utf8', at + 46, at + 46 + name),
      (method === 8 ? inflateRawSync(packed) : packed).toString('utf8'),
    );
    at += 46 + name + extra + comment;
  }
  return parts;
}
