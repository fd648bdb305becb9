import type { Place, Position } from './outbox.ts';

const longestSide = 1_600;
/** Maximum size of a stored photo in bytes: some browsers fail to store larger values. */
const mostBytes = 480_000;

/** Shrinks a photo: JPEG, at most 1,600 pixels a side and half a megabyte. Other files stay unchanged. */
export async function shrinkPhoto(file: File): Promise<File> {
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
/**
 * The position of the device, at most `maximumAge` milliseconds old; undefined when there is none within `waits`
 * milliseconds. By default at most ten seconds old, because an older position may be from another place.
 */
export const positionNow = (waits: number, maximumAge = 10_000): Promise<Position | undefined> =>
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
      { enableHighAccuracy: true, maximumAge, timeout: waits },
    );
  });

/** The position at which a photo is taken. It waits only briefly, because the user did not ask for the position. */
export async function placeNow(): Promise<Place | undefined> {
  const position = await positionNow(waitMs);
  return position && { latitude: position.latitude, longitude: position.longitude };
}
