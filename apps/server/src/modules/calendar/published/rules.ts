// The days that the State Council has published (国务院办公厅关于节假日安排的通知), as the package chinese-days keeps them.
import days from 'chinese-days/dist/chinese-days.json' with { type: 'json' };

/** A day that leaves the plain week. */
export interface PublishedDay {
  readonly day: string;
  readonly kind: 'rest' | 'work';
  readonly name: string;
}

/** The first year that is kept: nothing of ours is due earlier. */
const firstYear = '2025';
const full: Readonly<Record<string, string>> = { 清明: '清明节', 端午: '端午节', 中秋: '中秋节' };

/** Of `National Day,国庆节,3` the Chinese name. */
function nameOf(said: string): string {
  const name = said.split(',')[1] ?? said;
  return full[name] ?? name;
}

const listed = (found: Readonly<Record<string, string>>, kind: PublishedDay['kind']): PublishedDay[] =>
  Object.entries(found)
    .filter(([day]) => day >= firstYear)
    .map(([day, said]) => ({ day, kind, name: kind === 'work' ? `${nameOf(said)}补班` : nameOf(said) }));

/** Every published day, in order. */
export const publishedDays: readonly PublishedDay[] = [
  ...listed(days.holidays, 'rest'),
  ...listed(days.workdays, 'work'),
].sort((one, other) => (one.day < other.day ? -1 : 1));

/** The year of a day. */
export const yearOf = (day: string): string => day.slice(0, 4);
/** Years whose days are published. */
export const publishedYears: ReadonlySet<string> = new Set(publishedDays.map(({ day }) => yearOf(day)));
