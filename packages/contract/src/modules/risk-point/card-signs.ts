// Signs of a notice card in the shapes of GB 2894: a triangle for a warning, a disc for a mandatory sign.

/** A sign in a 64 × 64 box, with its label and the drawing inside its shape. */
export interface Sign {
  readonly label: string;
  readonly kind: 'warning' | 'order';
  readonly drawn: string;
}
const bolt = 'M34 26 24 42h8l-4 14 14-20h-8l5-10Z';
const gear =
  'M32 34a6 6 0 1 0 .1 0Zm-2-8h4l1 4 4 2 3-2 3 4-3 3v4l3 3-3 4-4-2-3 2-1 4h-4l-1-4-4-2-3 2-3-4 3-3v-4l-3-3 3-4 4 2 3-2Z';
const flame = 'M32 26c3 6 9 9 9 17a9 9 0 0 1-18 0c0-5 3-7 4-11 2 2 3 4 3 6 2-3 3-7 2-12Z';
const skull =
  'M32 27c-8 0-11 5-11 10 0 4 2 6 4 7v5h14v-5c2-1 4-3 4-7 0-5-3-10-11-10Zm-4 9a3 3 0 1 1-.1 0Zm8 0a3 3 0 1 1-.1 0Z';
const burst = 'm32 26 3 8 8-3-4 7 8 4-9 2 2 9-8-5-8 5 2-9-9-2 8-4-4-7 8 3Z';
const drop = 'M22 48h20v3H22Zm10-22 9 10h-5v9h-8v-9h-5Z';
const fall = 'M30 27a4 4 0 1 1-.1 0ZM24 36l9 2 5-3 2 3-6 5 4 8-3 1-7-8-6 3-1-3 6-4Z';
const car = 'M20 44v-6l4-8h16l4 8v6Zm4 0a3 3 0 1 0 .1 0Zm16 0a3 3 0 1 0 .1 0Z';
const exclamationMark = 'M30 28h4l-1 15h-2Zm2 18a3 3 0 1 1-.1 0Z';

/** Warning signs by accident type (GB 6441-1986 and the next edition). */
const warnings: Readonly<Record<string, Sign>> = Object.fromEntries(
  (
    [
      [['machineInjury', 'machine'], '当心机械伤人', gear],
      [['electricShock'], '当心触电', bolt],
      [['fire'], '当心火灾', flame],
      [
        ['otherExplosion', 'boilerExplosion', 'vesselExplosion', 'gasExplosion', 'powderExplosion', 'dustExplosion'],
        '当心爆炸',
        burst,
      ],
      [['poisoningOrSuffocation', 'poisoning', 'suffocation'], '当心中毒', skull],
      [['fallFromHeight', 'fallSameLevel'], '当心坠落', fall],
      [['liftingInjury', 'lifting', 'objectStrike'], '当心落物', drop],
      [['vehicleInjury', 'inPlantVehicle', 'roadVehicle'], '当心车辆', car],
      [['burn'], '当心烫伤', flame],
    ] as const
  ).flatMap(([codes, label, drawn]) => codes.map((code) => [code, { label, drawn, kind: 'warning' as const }])),
);
const generalWarning: Sign = { label: '注意安全', drawn: exclamationMark, kind: 'warning' };
const helmet = 'M20 42a12 12 0 0 1 24 0h3v4H17v-4Zm10-12h4v8h-4Z';
const ears = 'M32 22a12 12 0 0 0-12 12v10h5V34a7 7 0 0 1 14 0v10h5V34a12 12 0 0 0-12-12Z';
const glasses = 'M18 30h28v4h-3a6 6 0 0 1-10 2h-2a6 6 0 0 1-10-2h-3Zm14 8c5 0 9 3 9 8H23c0-5 4-8 9-8Z';
const mask = 'M20 30h24l-3 14-9 6-9-6Zm4 4v2h16v-2Z';
const glove = 'M24 50V36l-3-8 3-1 4 8V24h4v11h2V23h4v12h2v-9h4v14l-4 10Z';
const shoes = 'M24 24h10v16l12 4v6H24Z';
const belt = 'M22 22h6l4 8 4-8h6l-6 14v14H28V36Z';
/** Mandatory signs, found by keywords in the texts of personal protection controls (个体防护). */
const mandatorySigns: readonly (readonly [RegExp, Sign])[] = [
  [/护耳|耳塞|耳罩/, { label: '必须戴护耳器', drawn: ears, kind: 'order' }],
  [/眼镜|护目|面罩/, { label: '必须戴防护眼镜', drawn: glasses, kind: 'order' }],
  [/安全帽/, { label: '必须戴安全帽', drawn: helmet, kind: 'order' }],
  [/口罩|呼吸|毒/, { label: '必须戴防尘口罩', drawn: mask, kind: 'order' }],
  [/手套/, { label: '必须戴防护手套', drawn: glove, kind: 'order' }],
  [/鞋|靴/, { label: '必须穿防护鞋', drawn: shoes, kind: 'order' }],
  [/安全带|安全绳/, { label: '必须系安全带', drawn: belt, kind: 'order' }],
];

/**
 * Selects the signs for possible accidents and protective equipment. Their number is limited, so that they can be read.
 */
export function signsFor(accidents: readonly string[], protectionTexts: readonly string[]): Sign[] {
  const all = [
    ...accidents.map((code) => warnings[code] ?? generalWarning),
    ...mandatorySigns.filter(([word]) => protectionTexts.some((text) => word.test(text))).map(([, sign]) => sign),
  ];
  const seen = new Set<string>();
  return all.filter(({ label }) => !seen.has(label) && Boolean(seen.add(label))).slice(0, 5);
}
