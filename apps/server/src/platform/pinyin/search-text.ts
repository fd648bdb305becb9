// The text beside a name that a search by letters reads (decision 0067): the name, its initials, its whole pinyin.

/** Characters of names that are commonly read in two ways, surnames among them: both are kept. */
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
/** More ways to read a name than these are not kept. */
const mostWays = 4;
/** Letters that the readings of a name take at most: what an index can hold, beside the name itself. */
const mostLetters = 600;

/** Latin letters small, all others as they are: what the column begins with, and what is looked for in it. */
export const smallLetters = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Every way to read the syllables of a name, the likeliest first. */
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
 * What a search by letters reads of a name, a line each: the name itself, then its readings, initials before whole
 * pinyin: 鹿溪融合 → lxrh, luxironghe. No word of a search holds a line break, so none is found across two lines.
 */
export async function searchText(name: string): Promise<string> {
  // A megabyte of readings that only a new name needs.
  const { pinyin } = await import('pinyin-pro');
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'spaced', v: true }).map((syllable) =>
    syllable.toLowerCase().replace(/[^a-z0-9]/g, ''),
  );
  const chars = [...name];
  // Where one character gave no single syllable, nobody knows which of them has another reading.
  const ways = chars.length === syllables.length ? waysOf(chars, syllables) : [[...syllables]];
  const readings = new Set(ways.map((way) => way.map((syllable) => syllable.slice(0, 1)).join('')));
  for (const way of ways) readings.add(way.join(''));
  return `${smallLetters(name)}\n${[...readings].join('\n').slice(0, mostLetters)}`;
}
