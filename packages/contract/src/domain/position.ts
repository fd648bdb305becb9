// Positions that browsers report, in WGS-84.
import * as z from 'zod/mini';
import { text } from './fields.ts';

/** Position that is stored for information only; no decision uses it. */
export const placeFields = {
  latitude: z.optional(text(12, '纬度').check(z.regex(/^-?\d{1,2}(\.\d{1,6})?$/))),
  longitude: z.optional(text(12, '经度').check(z.regex(/^-?\d{1,3}(\.\d{1,6})?$/))),
};

/** Possible error of a position in metres, as the browser reports it. */
export const positionAccuracy = z.number('定位误差应为数字').check(z.gte(0), z.lte(50_000_000));

/** A position that the server compares with another place. */
export const positionFields = {
  ...placeFields,
  accuracy: z.optional(positionAccuracy),
};
