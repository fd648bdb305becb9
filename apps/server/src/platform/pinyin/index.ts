// Places whose characters are read otherwise than in a dictionary.
// A map and no object: names are typed by people, and "constructor" is one.
const readings: ReadonlyMap<string, string> = new Map([
  ['单县', 'sx'],
  ['蔚县', 'yx'],
  ['尉犁县', 'ylx'],
  ['乐清市', 'yqs'],
  ['民乐县', 'mlx'],
  ['浚县', 'xx'],
  ['繁峙县', 'fsx'],
  ['洪洞县', 'htx'],
  ['泌阳县', 'byx'],
  ['歙县', 'sx'],
  ['大埔县', 'dbx'],
  ['大埔区', 'dbq'],
  ['曾都区', 'zdq'],
  ['筠连县', 'jlx'],
  ['召陵区', 'slq'],
  ['涡阳县', 'gyx'],
  ['宕昌县', 'tcx'],
  ['黄陂区', 'hpq'],
]);

/** Pinyin initials of a name, as people type them: 望潮街道 → wcjd. */
export async function initials(name: string): Promise<string> {
  // A megabyte of readings that only a new name needs.
  const { pinyin } = await import('pinyin-pro');
  return (
    readings.get(name) ??
    pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
      .join('')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  );
}

/** Both readings of a name, apart by a space: initials, then the whole pinyin: 企业管理 → qygl qiyeguanli. */
export async function readingsOf(name: string): Promise<string> {
  const { pinyin } = await import('pinyin-pro');
  const whole = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return `${await initials(name)} ${whole}`.trim();
}
