// Shrinking a JPEG removes its EXIF segment (time and place). This module copies the segment into the smaller file.
const startOfImage = 0xff_d8;
const exifMarker = 0xff_e1;
const startOfScan = 0xff_da;
/** Metadata segments lie within the first 256 KiB. Later bytes are image data. */
const searchedBytes = 256 * 1024;

function exifIn(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== startOfImage) return null;
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    if (marker === startOfScan || marker < 0xff_00 || length < 2) return null;
    const part = bytes.subarray(at, at + 2 + length);
    if (marker === exifMarker && String.fromCharCode(...part.subarray(4, 8)) === 'Exif') return part;
    at += 2 + length;
  }
  return null;
}

/** Copies the EXIF segment into the resized JPEG. Sets orientation to upright, because drawing already rotated it. */
export async function withExif(from: File, small: Blob): Promise<Blob> {
  const part = exifIn(new Uint8Array(await from.slice(0, searchedBytes).arrayBuffer()));
  if (part === null) return small;
  return new Blob([small.slice(0, 2), setUpright(part), small.slice(2)], { type: 'image/jpeg' });
}

/** Returns a copy of the EXIF segment with upright orientation. */
function setUpright(part: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(part);
  const view = new DataView(copy.buffer);
  const tiff = 10;
  if (copy.length < tiff + 10) return copy;
  const little = view.getUint16(tiff) === 0x49_49;
  const first = tiff + view.getUint32(tiff + 4, little);
  if (first + 2 > copy.length) return copy;
  const entries = view.getUint16(first, little);
  for (let at = first + 2, left = entries; left > 0 && at + 12 <= copy.length; at += 12, left -= 1)
    if (view.getUint16(at, little) === 0x01_12) view.setUint16(at + 8, 1, little);
  return copy;
}
