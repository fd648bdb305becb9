import { flat, type Reading } from '#kit/import/find-codes.ts';

/** A street or grid of the tenant's: its code, its own name, and what an address says of it. */
export interface Town {
  code: string;
  name: string;
  town: string;
}
/** Finds a street or grid inside a region; what is not listed stays as it was typed. */
export type TownFinder = (text: string, regionCode: string) => Reading<{ town: string; townCode: string | null }>;

/** Streets and grids by code, by name, or by the names of street and grid together. */
export function townFinder(towns: readonly Town[]): TownFinder {
  const byCode = new Map(towns.map((one) => [one.code, one]));
  const byName = new Map<string, Town[]>();
  for (const one of towns)
    for (const name of new Set([flat(one.name), flat(one.town)])) byName.set(name, [...(byName.get(name) ?? []), one]);
  return (text, regionCode) => {
    const plain = flat(text);
    if (/^\d+$/.test(plain)) {
      const found = byCode.get(plain);
      if (found?.code.startsWith(regionCode)) return { value: { town: found.town, townCode: found.code } };
      const cause = found ? `“${found.town}”不在该行政区划内` : `没有代码为 ${plain} 的街道或网格`;
      return { cause, remedy: '请填写该区县下街道或网格的名称，或 9 位、12 位代码' };
    }
    const found = (byName.get(plain) ?? []).filter(({ code }) => code.startsWith(regionCode));
    const [only] = found;
    if (only && found.length === 1) return { value: { town: only.town, townCode: only.code } };
    if (found.length > 1)
      return {
        cause: `“${text}”有 ${found.length} 处，不知道是哪一处`,
        remedy: `请填写街道和网格的全称或代码：${found
          .slice(0, 6)
          .map((one) => `${one.town}（${one.code}）`)
          .join('、')}`,
      };
    return { value: { town: text, townCode: null } };
  };
}
