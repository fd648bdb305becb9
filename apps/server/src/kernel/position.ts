// Compares a position from the browser with a place. Both use WGS-84 coordinates.

export interface Place {
  readonly lng: number;
  readonly lat: number;
}
export interface GivenPosition {
  readonly latitude?: string | undefined;
  readonly longitude?: string | undefined;
  /** Accuracy radius in metres. */
  readonly accuracy?: number | undefined;
}
export interface Nearness {
  /** Distance between position and place, in whole metres. */
  readonly metres: number;
  /** `unclear` when the accuracy is worse than the required distance: such a position proves nothing. */
  readonly verdict: 'near' | 'far' | 'unclear';
}

const earthMetres = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
export function metresBetween(one: Place, other: Place): number {
  const [dLat, dLng] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const half =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(half)));
}

/**
 * Compares a position with a place; null when one is missing. `most` is the allowed distance in metres, `placeAccuracy`
 * the possible error of the place. Both accuracies are added to `most`.
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
