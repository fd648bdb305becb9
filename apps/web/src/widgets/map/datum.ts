// All coordinates in this app are GCJ-02. They are converted only here, where another system is required.

/** Coordinate systems: gcj02 of Chinese maps, wgs84 of GPS, bd09 of Baidu maps. */
export type Datum = 'gcj02' | 'wgs84' | 'bd09';
export interface Place {
  lng: number;
  lat: number;
}

const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;
const bdTurn = (Math.PI * 3000) / 180;

/** Whether a place is inside the box around mainland China in which the coordinate systems differ. */
const isOffset = ({ lng, lat }: Place): boolean => lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271;

const waves = (low: number, slow: number, high: number, quick: number) =>
  ((low * Math.sin(slow * Math.PI) + high * Math.sin(quick * Math.PI)) * 2) / 3;

function shiftAt({ lng, lat }: Place): Place {
  const [x, y, pi] = [lng - 105, lat - 35, Math.PI];
  const both = 0.1 * x * y + waves(20, 6 * x, 20, 2 * x);
  const root = Math.sqrt(Math.abs(x));
  const north =
    -100 + 2 * x + 3 * y + 0.2 * y * y + 0.2 * root + both + waves(20, y, 40, y / 3) + waves(160, y / 12, 320, y / 30);
  const east =
    300 + x + 2 * y + 0.1 * x * x + 0.1 * root + both + waves(20, x, 40, x / 3) + waves(150, x / 12, 300, x / 30);
  const angle = (lat / 180) * pi;
  const magic = 1 - eccentricity * Math.sin(angle) ** 2;
  return {
    lng: (east * 180) / ((axis / Math.sqrt(magic)) * Math.cos(angle) * pi),
    lat: (north * 180) / (((axis * (1 - eccentricity)) / (magic * Math.sqrt(magic))) * pi),
  };
}

function fromWgs(place: Place): Place {
  if (!isOffset(place)) return place;
  const shift = shiftAt(place);
  return { lng: place.lng + shift.lng, lat: place.lat + shift.lat };
}

// The conversion has no inverse formula, so the result is corrected iteratively, until the error is below a millimetre.
function toWgs(place: Place): Place {
  if (!isOffset(place)) return place;
  let guess = place;
  for (let round = 0; round < 6; round += 1) {
    const shift = shiftAt(guess);
    guess = { lng: place.lng - shift.lng, lat: place.lat - shift.lat };
  }
  return guess;
}

function toBd({ lng, lat }: Place): Place {
  if (!isOffset({ lng, lat })) return { lng, lat };
  const far = Math.hypot(lng, lat) + 0.000_02 * Math.sin(lat * bdTurn);
  const turn = Math.atan2(lat, lng) + 0.000_003 * Math.cos(lng * bdTurn);
  return { lng: far * Math.cos(turn) + 0.0065, lat: far * Math.sin(turn) + 0.006 };
}

function fromBd(place: Place): Place {
  let guess = { lng: place.lng - 0.0065, lat: place.lat - 0.006 };
  if (!isOffset(guess)) return place;
  for (let round = 0; round < 6; round += 1) {
    const there = toBd(guess);
    guess = { lng: guess.lng + place.lng - there.lng, lat: guess.lat + place.lat - there.lat };
  }
  return guess;
}

export function toDatum(place: Place, datum: Datum): Place {
  if (datum === 'gcj02') return place;
  return datum === 'wgs84' ? toWgs(place) : toBd(place);
}

export function fromDatum(place: Place, datum: Datum): Place {
  if (datum === 'gcj02') return place;
  return datum === 'wgs84' ? fromWgs(place) : fromBd(place);
}
