// Pictures of telephones are larger than anybody looks at: they are made smaller before they are sent.
import { fitted } from './rules.ts';

const longestPx = 2_560;
const quality = 0.85;

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));

/** The picture as JPEG of at most 2560 pixels a side; itself where that is no smaller, or where it cannot be read. */
export async function shrunk(file: File): Promise<File> {
  let picture: ImageBitmap;
  try {
    // Turned upright as the camera says.
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
    // JPEG knows no clear pixels: they would come out black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
  }
  picture.close();
  const made = context ? await blobOf(canvas) : null;
  // Frees the memory of the pixels at once: telephones have little.
  canvas.width = 0;
  const isTaken = file.type === 'image/jpeg' || file.type === 'image/png';
  if (made === null || (isTaken && made.size >= file.size)) return file;
  return new File([made], `${file.name.replace(/\.[^.]+$/, '')}.jpg`, {
    type: 'image/jpeg',
    lastModified: file.lastModified,
  });
}
