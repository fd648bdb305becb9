const provincePrefixes: ReadonlySet<string> = new Set(
  ('11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 ' + '50 51 52 53 54 61 62 63 64 65 71 81 82').split(
    ' ',
  ),
);

/** Level of a division: 1 province, 2 city, 3 county, 4 street, 5 grid. */
export type RegionLevel = 1 | 2 | 3 | 4 | 5;

/** Says whether two digits are one of the 34 provinces of GB/T 2260. */
export function isProvincePrefix(prefix: string): boolean {
  return provincePrefixes.has(prefix);
}

/** Says what is wrong with the shape of a region code, or null; whether it is listed, the region table knows. */
export function regionCodeProblem(code: string): string | null {
  if (code === '') return '行政区划不能为空';
  if (code.length !== 6 || !/^[0-9]{6}$/.test(code)) return '行政区划代码应为6位数字';
  return isProvincePrefix(code.slice(0, 2)) ? null : '行政区划代码前两位不是省级代码';
}

/** Level of a well-formed region code, read from its length and its zeros. */
export function regionLevel(code: string): RegionLevel {
  if (code.length > 6) return code.length > 9 ? 5 : 4;
  if (code.endsWith('0000')) return 1;
  return code.endsWith('00') ? 2 : 3;
}

/** The digits that every code inside this division begins with: 330100 → 3301. */
export function regionPrefix(code: string): string {
  return code.length > 6 ? code : code.slice(0, regionLevel(code) * 2);
}

/** Codes of the divisions around this one, widest first; headings without a division of their own are left out. */
export function regionAncestors(code: string): string[] {
  const level = regionLevel(code);
  if (level > 3) {
    const upper = code.slice(0, level === 5 ? 9 : 6);
    return [...regionAncestors(upper), upper];
  }
  const province = `${code.slice(0, 2)}0000`;
  if (level === 1) return [];
  const city = code.slice(0, 4);
  // xx90 heads counties run by the province, 5002 heads the counties of Chongqing: neither is a city.
  if (level === 2 || city.endsWith('90') || city === '5002') return [province];
  return [province, `${city}00`];
}
