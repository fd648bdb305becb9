// Place names with irregular pinyin. It is a Map, because an object would also find keys such as "constructor".
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

/** Returns the pinyin initials of a name: 望潮街道 → wcjd. */
export async function initials(name: string): Promise<string> {
  // Loaded at first use: the library needs a megabyte, and only new names need it.
  const { pinyin } = await import('pinyin-pro');
  return (
    readings.get(name) ??
    pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
      .join('')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  );
}

/** Returns initials and full pinyin of a name, separated by a space: 企业管理 → qygl qiyeguanli. */
export async function readingsOf(name: string): Promise<string> {
  const { pinyin } = await import('pinyin-pro');
  const whole = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return `${await initials(name)} ${whole}`.trim();
}
