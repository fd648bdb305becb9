import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}

export function encodePng(width: number, height: number, rgba: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const stride = width * 4;
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    // A line begins with its filter byte, which stays 0 (no filter).
    lines.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

const mutedSpan = 90;

/**
 * Gives a drawing with a palette other muted colours, chosen by `scene`. Signal colours and the signs drawn in them
 * stay.
 */
export function recolouredPng(png: Buffer, scene: string): Buffer {
  const at = png.indexOf('PLTE', 0, 'latin1');
  if (at < 0) return png;
  const palette = Buffer.from(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const digest = createHash('sha256').update(scene).digest();
  for (let entry = 0; entry < palette.length; entry += 3) {
    const color = palette.subarray(entry, entry + 3);
    if (Math.max(...color) - Math.min(...color) > mutedSpan) continue;
    for (const [place, value] of color.entries())
      color[place] = Math.min(255, Math.round(value * (0.72 + (digest.readUInt8((entry + place) % 32) / 255) * 0.42)));
  }
  return Buffer.concat([png.subarray(0, at - 4), chunk('PLTE', palette), png.subarray(at + 4 + palette.length + 4)]);
}

/** Bytes of the IEND chunk that ends every PNG. */
const endBytes = 12;

export const commentedPng = (png: Buffer, comment: string): Buffer =>
  Buffer.concat([
    png.subarray(0, -endBytes),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')),
    png.subarray(-endBytes),
  ]);
