// What the header of a picture says of its size, read without decoding a pixel (S53).

/** How large a picture says it is. */
export interface PictureSize {
  width: number;
  height: number;
  frames: number;
}

/** A kind of picture that is taken. */
export type PictureKind = 'png' | 'jpg' | 'gif' | 'webp';

function pngSize(view: DataView): PictureSize | null {
  if (view.byteLength < 33 || view.getUint32(12) !== 0x49484452) return null;
  return { width: view.getUint32(16), height: view.getUint32(20), frames: 1 };
}

// Start-of-frame marks but for the tables that share their range.
const isFrameMark = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);

function jpgSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const mark = view.getUint8(at + 1);
    // Any number of filling bytes may stand before a mark.
    if (mark === 0xff) at += 1;
    else if (isFrameMark(mark)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), frames: 1 };
    else if (mark === 0x01 || (mark >= 0xd0 && mark <= 0xd7)) at += 2;
    else if (mark === 0xd9 || mark === 0xda) return null;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The end of a chain of blocks that each say their length. */
function pastBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}

function gifSize(view: DataView): PictureSize | null {
  if (view.byteLength < 13) return null;
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true), frames: 0 };
  for (let at = 13 + tableBytes(view.getUint8(10)); at < view.byteLength;) {
    const mark = view.getUint8(at);
    if (mark === 0x3b) break;
    if (mark === 0x21) at = pastBlocks(view, at + 2);
    else if (mark === 0x2c && at + 10 < view.byteLength) {
      size.frames += 1;
      size.width = Math.max(size.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      size.height = Math.max(size.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at = pastBlocks(view, at + 11 + tableBytes(view.getUint8(at + 9)));
    } else return null;
  }
  return size.frames === 0 ? null : size;
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;

function webpSize(view: DataView): PictureSize | null {
  let size: PictureSize | null = null;
  let frames = 0;
  for (let at = 12; at + 8 <= view.byteLength;) {
    const word = view.getUint32(at);
    const length = view.getUint32(at + 4, true);
    const fits = at + 18 <= view.byteLength;
    if (word === 0x56503858 && fits)
      size ??= { width: uint24(view, at + 12) + 1, height: uint24(view, at + 15) + 1, frames: 1 };
    else if (word === 0x56503820 && fits)
      size ??= {
        width: view.getUint16(at + 14, true) & 0x3fff,
        height: view.getUint16(at + 16, true) & 0x3fff,
        frames: 1,
      };
    else if (word === 0x5650384c && fits) {
      const bits = view.getUint32(at + 9, true);
      size ??= { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, frames: 1 };
    } else if (word === 0x414e4d46) frames += 1;
    at += 8 + length + (length & 1);
  }
  return size && { ...size, frames: Math.max(1, frames) };
}

const readers = { png: pngSize, jpg: jpgSize, gif: gifSize, webp: webpSize } as const;

/** What the header says, or null when it says nothing that makes sense. */
export function pictureSize(kind: PictureKind, bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = readers[kind](view);
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}
