// Reads time and place of a photo from its EXIF data. These can be forged.
import readExif from 'exif-reader';
import * as z from 'zod/mini';

export interface PhotoFacts {
  at: Date | null;
  place: { lng: number; lat: number } | null;
}

const degrees = z.tuple([z.number(), z.number(), z.number()]);
const written = z.object({
  Photo: z.optional(
    z.object({
      DateTimeOriginal: z.optional(z.date()),
      OffsetTimeOriginal: z.optional(z.string().check(z.regex(/^[+-]\d\d:\d\d$/))),
    }),
  ),
  GPSInfo: z.optional(
    z.object({
      GPSLatitude: z.optional(degrees),
      GPSLatitudeRef: z.optional(z.enum(['N', 'S'])),
      GPSLongitude: z.optional(degrees),
      GPSLongitudeRef: z.optional(z.enum(['E', 'W'])),
    }),
  ),
});

const minuteMs = 60_000;
/** Time zone offset for cameras that store none: China. */
const usualOffset = '+08:00';
const earliest = Date.UTC(2000, 0, 1);
const decimal = ([whole, minutes, seconds]: z.output<typeof degrees>) => whole + minutes / 60 + seconds / 3600;
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/**
 * Reads time and place of a photo; null when there is no plausible value. A time without offset is parsed as UTC,
 * although it is the local time of the camera.
 */
export function readPhotoFacts(exif: Uint8Array | undefined, now: Date): PhotoFacts | null {
  if (exif === undefined) return null;
  let parsed;
  try {
    parsed = written.safeParse(readExif(Buffer.from(exif)));
  } catch {
    return null;
  }
  if (!parsed.success) return null;
  const { Photo, GPSInfo } = parsed.data;
  const photoFacts = { at: Photo ? instantOf(Photo, now) : null, place: GPSInfo ? placeOf(GPSInfo) : null };
  return photoFacts.at === null && photoFacts.place === null ? null : photoFacts;
}

function instantOf(
  { DateTimeOriginal: shown, OffsetTimeOriginal: offset = usualOffset }: NonNullable<z.output<typeof written>['Photo']>,
  now: Date,
): Date | null {
  if (shown === undefined) return null;
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const ahead = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minuteMs;
  const at = shown.getTime() - ahead;
  // Ignores the time of a camera clock that was never set or is more than a day ahead.
  return Number.isFinite(at) && at >= earliest && at <= now.getTime() + 24 * 60 * minuteMs ? new Date(at) : null;
}

function placeOf({
  GPSLatitude: latitude,
  GPSLatitudeRef: north = 'N',
  GPSLongitude: longitude,
  GPSLongitudeRef: east = 'E',
}: NonNullable<z.output<typeof written>['GPSInfo']>): PhotoFacts['place'] {
  if (!latitude || !longitude) return null;
  const [lat, lng] = [decimal(latitude) * (north === 'S' ? -1 : 1), decimal(longitude) * (east === 'W' ? -1 : 1)];
  // A phone without GPS reception writes the position 0, 0.
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180) || (lat === 0 && lng === 0)) return null;
  return { lng: rounded(lng), lat: rounded(lat) };
}
