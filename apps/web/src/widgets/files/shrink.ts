// Photos of phones are larger than needed, so they are shrunk before upload.
import { withExif } from './exif-segment.ts';
import { fitted } from './rules.ts';

const longestPx = 2_560;
const quality = 0.85;

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));

/**
 * Converts a picture to a JPEG of at most 2560 pixels a side. Returns the file unchanged when that saves nothing or the
 * picture cannot be decoded.
 */
export async function shrunk(file: File): Promise<File> {
  let picture: ImageBitmap;
  try {
    // This call also rotates the picture by its EXIF orientation.
    picture = await createImageBitmap(file);
  } catch {
    return file;
  }
  const { width, height } = fitted(picture.width, picture.height, longestPx);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context) {
    // A white background: JPEG has no transparency, so transparent pixels would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
  }
  picture.close();
  const made = context ? await blobOf(canvas) : null;
  // Frees the pixel memory at once: phones have little.
  canvas.width = 0;
  const isTaken = file.type === 'image/jpeg' || file.type === 'image/png';
  if (made === null || (isTaken && made.size >= file.size)) return file;
  // Time and place of the photo are in its EXIF segment, which the canvas drops.
  return new File([await withExif(file, made)], `${file.name.replace(/\.[^.]+$/, '')}.jpg`, {
    type: 'image/jpeg',
    lastModified: file.lastModified,
  });
}
