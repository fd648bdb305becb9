// Positions of browsers compared with a place. Both are WGS-84.

/** A place on earth in degrees (WGS-84). */
export interface Place {
  readonly lng: number;
  readonly lat: number;
}
/** A position as a call takes it from a browser. */
export interface GivenPosition {
  readonly latitude?: string | undefined;
  readonly longitude?: string | undefined;
  /** Metres by which it may be wrong. */
  readonly accuracy?: number | undefined;
}
/** What a position proves about a place. */
export interface Nearness {
  /** Whole metres between the two. */
  readonly metres: number;
  /** `unclear` where the accuracy is wider than the distance that is asked for: such a position proves nothing. */
  readonly verdict: 'near' | 'far' | 'unclear';
}

const earthMetres = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Metres between two places. */
export function metresBetween(one: Place, other: Place): number {
  const [dLat, dLng] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const half =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(half)));
}

/**
 * What a position proves about a place, or null where one of the two is missing. `most` are the metres that still count
 * as there; `placeAccuracy` is how wrong the place itself may be. Both accuracies are added to `most`.
 */
export function nearnessOf(
  place: Place | null,
  { latitude, longitude, accuracy = 0 }: GivenPosition,
  most: number,
  placeAccuracy = 0,
): Nearness | null {
  if (place === null || !latitude || !longitude) return null;
  const metres = Math.round(metresBetween(place, { lng: Number(longitude), lat: Number(latitude) }));
  const error = accuracy + placeAccuracy;
  if (metres > most + error) return { metres, verdict: 'far' };
  return { metres, verdict: error > most ? 'unclear' : 'near' };
}
