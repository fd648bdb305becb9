import { creditCodeBodyCheck, creditCodeCheckDigit } from '@anlan/contract/domain/credit-code';

/** How many bodies DEM0dddd there are. */
export const demoBodies = 10_000;

// The characters that demo firms are called by.
const marks = '安恒润信瑞泰宏远嘉盛鼎源澜舟';
// A prime that divides none of the counts below, so that stepping by it visits every pair once.
const step = 7919;

/** A place and a mark for a firm's name: no index shares its pair with another, marks grow when the short ones run out. */
export function firmMark(places: readonly string[], index: number): { place: string; mark: string } {
  // No character stands beside itself, so each has one choice less.
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

/** A credit code, valid by both digits, with a body that is not issued: DEM0 and four digits. */
export function demoCreditCode(kind: '91' | '92' | '93', region: string, number: number): string {
  const body = `DEM0${String(number).padStart(4, '0')}`;
  const first17 = `${kind}${region}${body}${creditCodeBodyCheck(body)}`;
  return first17 + creditCodeCheckDigit(first17);
}
