import { normalizeName, type Reading } from '#kit/import/find-codes.ts';
import { addProblem, type ReadRow } from '#kit/import/read-rows.ts';
import { problemColumn } from './columns.ts';

interface Town {
  code: string;
  name: string;
  town: string;
}
/** Finds a street or grid inside a region. An unlisted name stays plain text without a code. */
type TownFinder = (text: string, regionCode: string) => Reading<{ town: string; townCode: string | null }>;

/** Finds a street or grid by code, by name, or by street name plus grid name. */
export function townFinder(towns: readonly Town[]): TownFinder {
  const byCode = new Map(towns.map((one) => [one.code, one]));
  const byName = new Map<string, Town[]>();
  for (const one of towns)
    for (const name of new Set([normalizeName(one.name), normalizeName(one.town)]))
      byName.set(name, [...(byName.get(name) ?? []), one]);
  return (text, regionCode) => {
    const plain = normalizeName(text);
    if (/^\d+$/.test(plain)) {
      const matchedTown = byCode.get(plain);
      if (matchedTown?.code.startsWith(regionCode))
        return { value: { town: matchedTown.town, townCode: matchedTown.code } };
      const cause = matchedTown ? `“${matchedTown.town}”不在该行政区划内` : `没有代码为 ${plain} 的街道或网格`;
      return { cause, remedy: '请填写该区县下街道或网格的名称，或 9 位、12 位代码' };
    }
    const candidates = (byName.get(plain) ?? []).filter(({ code }) => code.startsWith(regionCode));
    const [only] = candidates;
    if (only && candidates.length === 1) return { value: { town: only.town, townCode: only.code } };
    if (candidates.length > 1)
      return {
        cause: `“${text}”有 ${candidates.length} 处，不知道是哪一处`,
        remedy: `请填写街道和网格的全称或代码：${candidates
          .slice(0, 6)
          .map((one) => `${one.town}（${one.code}）`)
          .join('、')}`,
      };
    return { value: { town: text, townCode: null } };
  };
}

type TownOfRow = { town: string; townCode: string | null };
const keyOf = ({ values, cells }: ReadRow) => `${String(values['regionCode'])} ${cells['town'] ?? ''}`;

/**
 * Sets the street of each row. `looked` has the streets that the dry run found, because a street may have got another
 * name since then.
 */
export function setTowns(
  rows: readonly ReadRow[],
  find: TownFinder,
  looked: Readonly<Record<string, TownOfRow>>,
): void {
  for (const row of rows) {
    const { town, regionCode } = row.values;
    if (typeof town !== 'string' || typeof regionCode !== 'string') continue;
    const before = looked[keyOf(row)];
    const reading = before ? { value: before } : find(town, regionCode);
    if ('value' in reading) Object.assign(row.values, reading.value);
    else addProblem(row, problemColumn('town'), reading.cause, reading.remedy);
  }
}

/** The streets of the rows that have a code. */
export const townsOf = (rows: readonly ReadRow[]): Record<string, TownOfRow> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const { town, townCode } = row.values;
      return typeof town === 'string' && typeof townCode === 'string' ? [[keyOf(row), { town, townCode }]] : [];
    }),
  );
