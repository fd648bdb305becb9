// The part of a JPEG in which a camera says when and where, moved over to a smaller copy that has lost it.
const startOfImage = 0xff_d8;
const exifMarker = 0xff_e1;
const startOfScan = 0xff_da;
/** Where parts with words end; what lies further back is picture. */
const lookedAt = 256 * 1024;

/** The EXIF part of a JPEG, or null. */
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

/** A small JPEG with the EXIF part of the one that it was made from; it was turned upright when it was drawn, and says so. */
export async function withExif(from: File, small: Blob): Promise<Blob> {
  const part = exifIn(new Uint8Array(await from.slice(0, lookedAt).arrayBuffer()));
  if (part === null) return small;
  return new Blob([small.slice(0, 2), upright(part), small.slice(2)], { type: 'image/jpeg' });
}

/** A copy of an EXIF part that says the picture stands upright. */
function upright(part: Uint8Array): Uint8Array<ArrayBuffer> {
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
