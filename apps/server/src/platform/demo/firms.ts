import { creditCodeBodyCheck, creditCodeCheckDigit } from '@anlan/contract/domain/credit-code';

export const demoBodies = 10_000;

// Characters from which demo firm names are composed.
const marks = '安恒润信瑞泰宏远嘉盛鼎源澜舟';
// A prime that divides none of the counts below, so that steps of this size visit every pair once.
const step = 7919;

export function firmMark(places: readonly string[], index: number): { place: string; mark: string } {
  // A character never follows itself, so each later position has one choice fewer.
  const choices = marks.length - 1;
  let left = index;
  let length = 2;
  let all = places.length * choices ** length;
  while (left >= all) {
    left -= all;
    length += 1;
    all = places.length * choices ** length;
  }
  let rest = (left * step + 31) % all;
  const place = places[rest % places.length] ?? '';
  rest = Math.floor(rest / places.length);
  let name = place;
  for (let n = 0; n < length; n += 1) {
    const choice = rest % choices;
    const before = marks.indexOf(name.slice(-1));
    name += marks.charAt(before >= 0 && choice >= before ? choice + 1 : choice);
    rest = Math.floor(rest / choices);
  }
  return { place, mark: name.slice(place.length) };
}

/** Creates a credit code with valid check digits. Its body, DEM0 and four digits, is never issued to a real company. */
export function demoCreditCode(kind: '91' | '92' | '93', region: string, number: number): string {
  const body = `DEM0${String(number).padStart(4, '0')}`;
  const first17 = `${kind}${region}${body}${creditCodeBodyCheck(body)}`;
  return first17 + creditCodeCheckDigit(first17);
}
