const provincePrefixes: ReadonlySet<string> = new Set(
  ('11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 ' + '50 51 52 53 54 61 62 63 64 65 71 81 82').split(
    ' ',
  ),
);

/** Level of a division: 1 province, 2 city, 3 county, 4 street, 5 grid. */
export type RegionLevel = 1 | 2 | 3 | 4 | 5;

/** Whether the prefix is one of the 34 provinces of GB/T 2260. */
export function isProvincePrefix(prefix: string): boolean {
  return provincePrefixes.has(prefix);
}

/** Describes a malformed region code, or returns null. Does not check that the region exists. */
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

/** Returns the prefix that all region codes inside the division share: 330100 → 3301. */
export function regionPrefix(code: string): string {
  return code.length > 6 ? code : code.slice(0, regionLevel(code) * 2);
}

/**
 * Returns the region codes of the divisions that contain this one, widest first. It skips codes that are headings and
 * not divisions.
 */
export function regionAncestors(code: string): string[] {
  const level = regionLevel(code);
  if (level > 3) {
    const upper = code.slice(0, level === 5 ? 9 : 6);
    return [...regionAncestors(upper), upper];
  }
  const province = `${code.slice(0, 2)}0000`;
  if (level === 1) return [];
  const city = code.slice(0, 4);
  // Codes xx90 group counties that the province administers, and 5002 groups the counties of Chongqing. They are not
  // cities.
  if (level === 2 || city.endsWith('90') || city === '5002') return [province];
  return [province, `${city}00`];
}
