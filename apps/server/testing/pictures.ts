// Images of the accepted types, and invalid ones.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const chunk = (name: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

export function pngOf(width: number, height: number, { padding = 0, pixels = true } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(padding > 0 ? [chunk('paDd', Buffer.alloc(padding))] : []),
    chunk('IDAT', deflateSync(pixels ? Buffer.alloc((width + 1) * height) : Buffer.alloc(1))),
    chunk('IEND', new Uint8Array()),
  ]);
}

const emptyPngBytes = pngOf(1, 1).length;
export const pngOfBytes = (bytes: number): Buffer => pngOf(1, 1, { padding: bytes - emptyPngBytes - 12 });

export function gifOf(frames: number): Buffer {
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const start = Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

export const placeCanary = 'GPS-CANARY-30.2741N-120.1551E';

export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withExif({ IFD0: { ImageDescription: placeCanary }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 27/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
