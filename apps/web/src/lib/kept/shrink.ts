import type { Place, Position } from './outbox.ts';

const longestSide = 1_600;
/** Larger values make some browsers fail to keep them. */
const mostBytes = 480_000;

/** A photo made small on the phone: JPEG, sides of 1,600 at most, below half a megabyte. What is no picture stays. */
export async function shrunk(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  if (file.size <= mostBytes && file.type !== 'image/webp') return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  let side = longestSide;
  for (let quality = 0.82; ; quality -= 0.12) {
    const part = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * part);
    canvas.height = Math.round(picture.height * part);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (blob === null) return file;
    if (blob.size <= mostBytes || quality < 0.3) {
      picture.close();
      return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' });
    }
    side = Math.round(side * 0.85);
  }
}

const waitMs = 2_000;
/** Where the phone is and by how many metres that may be wrong, if it says so in time. */
export const positionNow = (waits: number): Promise<Position | undefined> =>
  new Promise((done) => {
    const timer = setTimeout(() => done(undefined), waits);
    const none = () => {
      clearTimeout(timer);
      done(undefined);
    };
    if (!navigator.geolocation) return none();
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer);
        done({
          latitude: coords.latitude.toFixed(6),
          longitude: coords.longitude.toFixed(6),
          accuracy: Math.min(50_000_000, Math.max(0, Math.round(coords.accuracy) || 0)),
        });
      },
      none,
      // A position of a minute ago may be that of another place.
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: waits },
    );
  });

/** Where a photo is taken, if the phone says so at once; nobody who did not ask for it waits longer. */
export async function placeNow(): Promise<Place | undefined> {
  const position = await positionNow(waitMs);
  return position && { latitude: position.latitude, longitude: position.longitude };
}
