// Published days of the State Council (国务院办公厅关于节假日安排的通知) from the package chinese-days.
import days from 'chinese-days/dist/chinese-days.json' with { type: 'json' };

export interface PublishedDay {
  readonly day: string;
  readonly kind: 'rest' | 'work';
  readonly name: string;
}

/** The first year to store. Nothing in this system is due earlier. */
const firstYear = '2025';
const full: Readonly<Record<string, string>> = { 清明: '清明节', 端午: '端午节', 中秋: '中秋节' };

/** The Chinese name in a package entry such as `National Day,国庆节,3`. */
function nameOf(entryText: string): string {
  const name = entryText.split(',')[1] ?? entryText;
  return full[name] ?? name;
}

const listed = (entries: Readonly<Record<string, string>>, kind: PublishedDay['kind']): PublishedDay[] =>
  Object.entries(entries)
    .filter(([day]) => day >= firstYear)
    .map(([day, entryText]) => ({ day, kind, name: kind === 'work' ? `${nameOf(entryText)}补班` : nameOf(entryText) }));

export const publishedDays: readonly PublishedDay[] = [
  ...listed(days.holidays, 'rest'),
  ...listed(days.workdays, 'work'),
].sort((one, other) => (one.day < other.day ? -1 : 1));

export const yearOf = (day: string): string => day.slice(0, 4);
export const publishedYears: ReadonlySet<string> = new Set(publishedDays.map(({ day }) => yearOf(day)));
