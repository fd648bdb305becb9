import sharp from 'sharp';

/** Wider pictures are made smaller: on paper they are a hand wide at most. */
const widest = 400;

sharp.cache(false);
sharp.concurrency(1);

/**
 * A PNG on white without transparency: the setter takes such a one as it is, and one with transparency, as signatures
 * from a canvas are, apart pixel by pixel, ten times as slowly. What cannot be read stays as it came.
 */
export const flatPng = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { failOn: 'error' })
    .flatten({ background: '#ffffff' })
    .resize({ width: widest, withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => bytes);
