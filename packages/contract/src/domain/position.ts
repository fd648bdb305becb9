// Where a browser says that it is. Every position is WGS-84, as browsers give it.
import * as z from 'zod/mini';
import { text } from './fields.ts';

/** A place, of which nothing is concluded. */
export const placeFields = {
  /** Latitude (WGS-84). */
  latitude: z.optional(text(12, '纬度').check(z.regex(/^-?\d{1,2}(\.\d{1,6})?$/))),
  /** Longitude (WGS-84). */
  longitude: z.optional(text(12, '经度').check(z.regex(/^-?\d{1,3}(\.\d{1,6})?$/))),
};

/** Metres by which a browser says that its position may be wrong. */
export const positionAccuracy = z.number('定位误差应为数字').check(z.gte(0), z.lte(50_000_000));

/** A position that is compared with another place. */
export const positionFields = {
  ...placeFields,
  /** Metres by which the position may be wrong, as the browser says. */
  accuracy: z.optional(positionAccuracy),
};
