import { withExif } from './exif-part.ts';

const largeBytes = 4 * 1024 * 1024;
const longestSide = 2_560;

/** A photo that weighs much made smaller before it goes; what cannot be made smaller goes as it is. */
export async function smaller(file: File): Promise<File> {
  if (file.size < largeBytes || !/^image\/(jpeg|png)$/.test(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const part = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * part);
    canvas.height = Math.round(picture.height * part);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
    if (blob === null || blob.size >= file.size) return file;
    // When and where it was taken goes along: the server keeps it beside the picture, and out of it.
    return new File([await withExif(file, blob)], file.name.replace(/\.\w+$/, '.jpg'), {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    });
  } catch {
    return file;
  }
}
