// Sample image, voice and video, for testers who choose no file.
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function samplePicture(shade: number): Buffer {
  const [width, height] = [640, 480];
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const shelf = y < 300 && x % 160 > 20 && x % 160 < 140 && y % 100 > 24;
      const cable = Math.abs(y - 400 - Math.round(30 * Math.sin(x / 60))) < 6;
      const [r, g, b] = cable
        ? [200, 60, 40]
        : shelf
          ? [150, 120, 80]
          : [90 + (shade % 60), 100 + Math.round(y / 8), 120];
      rows[at] = r ?? 0;
      rows[at + 1] = g ?? 0;
      rows[at + 2] = b ?? 0;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const silentFrame = Buffer.concat([Buffer.from('3c911716be6679e1e001e7aff0', 'hex'), Buffer.alloc(19)]);
/** Creates silence of this many seconds in a phone's format (AMR, 12.2 kbit/s). */
export const sampleVoice = (seconds: number): Buffer =>
  Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: seconds * 50 }, () => silentFrame)]);

/** A short film of the demonstration. WeChat sends MP4; this one is WebM, which every browser plays. */
export const sampleVideo = (): Buffer => readFileSync(new URL('../../../server/data/clip-rest.webm', import.meta.url));
