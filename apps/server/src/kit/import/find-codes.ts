export interface Flaw {
  cause: string;
  remedy: string;
}
export type Reading<T> = { value: T } | Flaw;

export type Finder = (text: string) => Reading<string>;

/** Normalises a name: removes spaces and separators, ignores case. */
export const normalizeName = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s/>,、·-]+/g, '')
    .toUpperCase();

const pairs = (text: string) => Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + 2));
/** Creates a finder for the names that are most similar to a text, best first. The names are prepared once. */
function createNearestFinder<T>(all: readonly T[], nameOf: (one: T) => string, count = 3) {
  const candidates = all.map((one) => {
    const name = normalizeName(nameOf(one));
    return { one, first: name[0], parts: pairs(name) };
  });
  return (text: string): T[] => {
    const mine = new Set(pairs(text));
    return candidates
      .map(({ one, first, parts }) => {
        const shared = parts.filter((pair) => mine.has(pair)).length;
        return { one, score: shared / (mine.size + parts.length) + (first === text[0] ? 0.01 : 0) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ one }) => one);
  };
}

/**
 * Abolished divisions that older documents still name, by region code: the name, and the region code of the
 * replacement.
 */
export type EndedRegions = ReadonlyMap<string, { name: string; replacement: string }>;

const separator = ' / ';
const short = (name: string) => name.replace(/(?:特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|省|市)$/, '');

const parentCodesOf = (code: string) => [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`];

/**
 * Finds regions by code, full name, or an unambiguous part of the name. Only regions without districts match. `own`
 * regions, where rows exist, are suggested first.
 */
export function regionFinder(
  paths: ReadonlyMap<string, string>,
  ended: EndedRegions,
  own: ReadonlySet<string> = new Set(),
): Finder {
  const byName = new Map<string, Set<string>>();
  const add = (name: string, code: string) => {
    const codesOfName = byName.get(name);
    if (codesOfName) codesOfName.add(code);
    else byName.set(name, new Set([code]));
  };
  for (const [code, path] of paths) {
    const parts = path.split(separator);
    const name = parts.at(-1) ?? '';
    // Builds all spellings of a division's name: higher parts may be omitted, or written without their kind (省, 市).
    let heads = [''];
    for (const part of parts.slice(0, -1)) heads = heads.flatMap((head) => [head, head + part, head + short(part)]);
    for (const head of heads) add(normalizeName(head + name), code);
  }
  const shown = (code: string) => `${paths.get(code)?.replaceAll(separator, '') ?? ''}（${code}）`;
  const names = [...paths].map(([code, path]) => ({ code, name: path.split(separator).at(-1) ?? '' }));
  const nearest = createNearestFinder(names, ({ name }) => name, 12);
  const districts = new Map<string, string[]>();
  for (const code of paths.keys())
    if (!code.endsWith('00'))
      for (const head of parentCodesOf(code)) districts.set(head, [...(districts.get(head) ?? []), code]);
  const named = (codes: readonly string[], most = 3) =>
    codes
      .filter((code) => !districts.has(code))
      .toSorted((one, other) => Number(own.has(other)) - Number(own.has(one)))
      .slice(0, most)
      .map(shown)
      .join('、');
  const settled = (code: string, text: string): Reading<string> => {
    const within = districts.get(code);
    if (!within) return { value: code };
    return {
      cause: `“${text}”下有 ${within.length} 个区县，不知道是哪一个`,
      remedy: `请填写到区县，如 ${named(within)}`,
    };
  };

  return (text) => {
    const plain = normalizeName(text).replace(/^(.+)\((\d{6})\)$/, '$2');
    const gone = [...ended].find(([code, { name }]) => plain === code || plain.endsWith(name));
    if (paths.has(plain)) return settled(plain, text);
    const matchingCodes = [...(byName.get(plain) ?? [])];
    const [only] = matchingCodes;
    if (only !== undefined && matchingCodes.length === 1) return settled(only, text);
    if (matchingCodes.length > 1)
      return {
        cause: `“${text}”有 ${matchingCodes.length} 处，不知道是哪一处`,
        remedy: `请填写全称或代码：${named(matchingCodes, 6)}`,
      };
    if (gone) return { cause: `“${text}”已经撤销`, remedy: `现为 ${shown(gone[1].replacement)}，请核对后填写` };
    if (/^\d+$/.test(plain)) {
      const near = plain.length >= 4 ? [...paths.keys()].filter((code) => code.startsWith(plain.slice(0, 4))) : [];
      return {
        cause: plain.length === 6 ? `没有代码为 ${plain} 的行政区划` : '行政区划代码应为6位数字',
        remedy: named(near) === '' ? '请填写6位代码或全称' : `是否为 ${named(near)}`,
      };
    }
    const near = nearest(plain).map(({ code }) => code);
    const offer = named(near) === '' ? '请填写全称或6位代码' : `是否为 ${named(near)}`;
    return { cause: `没有名为“${text}”的行政区划`, remedy: offer };
  };
}

/** Finds industries by code (G54, 54), name, or both as in the template's list. */
export function industryFinder(names: ReadonlyMap<string, string>): Finder {
  const byName = new Map([...names].map(([code, name]) => [normalizeName(name), code]));
  const byNumber = new Map([...names.keys()].map((code) => [code.slice(1), code]));
  const all = [...names].map(([code, name]) => ({ code, name }));
  const nearest = createNearestFinder(all, ({ name }) => name);
  return (text) => {
    const plain = normalizeName(text);
    const code = /^([A-T]?)(\d{1,2})(.*)$/.exec(plain);
    const named = byName.get(plain.replace(/^[A-T]?\d{2}/, '')) ?? byName.get(plain);
    const coded = code && byNumber.get((code[2] ?? '').padStart(2, '0'));
    if (coded && (code[1] === '' || coded.startsWith(code[1] ?? '')) && (code[3] === '' || named === coded))
      return { value: coded };
    if (!code && named !== undefined) return { value: named };
    const near = code ? all.filter((one) => one.code === coded || one.code === named) : nearest(plain);
    const offer = near.map((one) => `${one.code} ${one.name}`).join('、');
    return {
      cause: `没有“${text}”这个行业`,
      remedy: offer === '' ? '请从模板的下拉列表中选择（GB/T 4754 大类）' : `最接近的是 ${offer}`,
    };
  };
}

export function itemFinder(items: readonly { code: string; value: string; label: string }[]): Finder {
  const codesByName = new Map<string, string>();
  for (const { code, value, label } of items)
    for (const name of [code, value, label, `${code} ${label}`]) codesByName.set(normalizeName(name), code);
  const labels = items.map(({ label }) => label).join('、');
  return (text) => {
    const value = codesByName.get(normalizeName(text));
    return value === undefined ? { cause: `没有“${text}”这一项`, remedy: `请填写其中之一：${labels}` } : { value };
  };
}
