// A font that is equal on every machine: each letter is an empty box, Latin ones half as wide as Chinese ones.
// Screenshots then depend on our layout only.
const em = 1000;
const [ascent, descent] = [880, -120];

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff));
const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));

const box = (width: number) => [
  ...u16(1, 60, 0, width - 60, 760, 3, 0),
  1,
  1,
  1,
  1,
  ...u16(60, 0, width - 120, 0),
  ...u16(0, 760, 0, -760),
];
// Glyph 0 is for missing letters and draws nothing.
const glyphs = [box(em), [], []];
const widths = [em, em, em / 2];

// Each entry: first code point, last code point, and the glyph for all of them (cmap format 13).
const letters = [
  [0x20, 0x2017, 2],
  [0x2018, 0xfffd, 1],
] as const;

function tables(): Record<string, number[]> {
  const padded = glyphs.map((glyph) => [...glyph, ...Array.from({ length: (4 - (glyph.length % 4)) % 4 }, () => 0)]);
  const offsets = padded.reduce<number[]>((from, glyph) => [...from, (from.at(-1) ?? 0) + glyph.length], [0]);
  const map = [
    ...u16(13, 0),
    ...u32(16 + 12 * letters.length, 0, letters.length),
    ...letters.flatMap((one) => u32(...one)),
  ];
  const name = 'Boxes';
  return {
    'OS/2': [
      ...u16(4, em / 2, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
      ...Array.from({ length: 10 }, () => 0),
      ...u32(1, 0, 0, 0),
      ...text('    '),
      ...u16(64, 0x20, 0xfffd, ascent, descent, 0, ascent, -descent),
      ...u32(1, 0),
      ...u16(500, 760, 0, 0x20, 1),
    ],
    cmap: [...u16(0, 1, 3, 10), ...u32(12), ...map],
    glyf: padded.flat(),
    head: [
      ...u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
      ...u16(3, em),
      ...u32(0, 0, 0, 0),
      ...u16(0, 0, em, 760, 0, 8, 2, 1, 0),
    ],
    hhea: [...u32(0x00010000), ...u16(ascent, descent, 0, em, 0, 0, em, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length)],
    hmtx: widths.flatMap((width) => u16(width, 60)),
    loca: u32(...offsets),
    maxp: [...u32(0x00010000), ...u16(glyphs.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    name: [...u16(0, 1, 18, 3, 1, 0x409, 1, name.length * 2, 0), ...text(name).flatMap((letter) => u16(letter))],
    post: [...u32(0x00030000, 0), ...u16(-75, 50), ...u32(0, 0, 0, 0, 0)],
  };
}

export function boxesFont(): number[] {
  const parts = Object.entries(tables());
  let at = 12 + 16 * parts.length;
  const directory: number[] = [];
  const body: number[] = [];
  for (const [tag, bytes] of parts) {
    directory.push(...text(tag), ...u32(0, at, bytes.length));
    const whole = [...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0)];
    body.push(...whole);
    at += whole.length;
  }
  return [...u32(0x00010000), ...u16(parts.length, 128, 3, parts.length * 16 - 128), ...directory, ...body];
}
