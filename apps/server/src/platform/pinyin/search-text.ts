// Search text of a name (decision 0067): the name, its initials and its full pinyin.

/** Characters with two common pinyin readings, also in surnames. Both readings are stored. */
const twofold: ReadonlyMap<string, readonly string[]> = new Map(
  (
    '长 chang zhang,重 chong zhong,行 hang xing,乐 le yue,曾 zeng ceng,单 shan dan,解 xie jie,仇 qiu chou,朴 piao pu,' +
    '区 qu ou,查 zha cha,盖 gai ge,尉 wei yu,厦 xia sha,调 diao tiao,盛 sheng cheng,都 du dou,传 chuan zhuan,' +
    '藏 zang cang,朝 chao zhao,陆 lu liu,六 liu lu,贾 jia gu,翟 zhai di,覃 qin tan,缪 miao mou,种 zhong chong,' +
    '折 zhe she,召 zhao shao,晟 sheng cheng,茜 qian xi,柏 bai bo,薄 bo bao,宿 su xiu,牟 mou mu,祭 ji zhai,蔚 wei yu,' +
    '堡 bao pu,埔 pu bu,浚 jun xun,率 lv shuai,卜 bu bo,校 xiao jiao,弹 dan tan,便 bian pian,降 jiang xiang,' +
    '省 sheng xing,会 hui kuai,参 can shen,轧 zha ya,繁 fan po,员 yuan yun,洞 dong tong,莘 xin shen,圩 wei xu'
  )
    .split(',')
    .map((line) => line.split(' '))
    .map(([char = '', ...readings]) => [char, readings] as const),
);
const mostWays = 4;
/** Maximum number of letters in all readings of a name. An index entry has a size limit. */
const mostLetters = 600;

/** Converts only A to Z to lower case. Applied to the column and to the keyword in the same way. */
export const smallLetters = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function waysOf(chars: readonly string[], syllables: readonly string[]): string[][] {
  let ways: string[][] = [[...syllables]];
  chars.forEach((char, at) => {
    const others = (twofold.get(char) ?? []).filter((reading) => reading !== syllables[at]);
    const more = others.flatMap((reading) => ways.map((way) => way.with(at, reading)));
    ways = [...ways, ...more].slice(0, mostWays);
  });
  return ways;
}

/**
 * Returns the search text of a name, one text a line: the name, then the initials and full pinyin of each reading
 * (鹿溪融合 → lxrh, luxironghe). A search word has no line break, so a match never spans two lines.
 */
export async function searchText(name: string): Promise<string> {
  // Loaded at first use: the library needs a megabyte, and only new names need it.
  const { pinyin } = await import('pinyin-pro');
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'spaced', v: true }).map((syllable) =>
    syllable.toLowerCase().replace(/[^a-z0-9]/g, ''),
  );
  const chars = [...name];
  // If characters and syllables differ in number, other readings cannot be assigned to a character, so only one reading
  // is used.
  const ways = chars.length === syllables.length ? waysOf(chars, syllables) : [[...syllables]];
  const readings = new Set(ways.map((way) => way.map((syllable) => syllable.slice(0, 1)).join('')));
  for (const way of ways) readings.add(way.join(''));
  return `${smallLetters(name)}\n${[...readings].join('\n').slice(0, mostLetters)}`;
}
