import sharp from 'sharp';

const widest = 400;

sharp.cache(false);
sharp.concurrency(1);

/**
 * Replaces transparency in a PNG by white, because the PDF library handles transparency ten times more slowly.
 * Returns unreadable input unchanged.
 */
export const flatPng = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { failOn: 'error' })
    .flatten({ background: '#ffffff' })
    .resize({ width: widest, withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => bytes);
