// `node tools/run.mjs bench/cards.ts`, by hand: 500 cards of three-level education with signatures as one PDF.
import { encodePng } from '../apps/server/src/platform/pictures/png.ts';
import { mergePdf, setPdf, type MergedPart } from '../apps/server/src/platform/pdf/index.ts';
import { cardPaper, type Card } from '../apps/server/src/modules/learning/card-file.ts';
import { say, timed } from './measure.ts';

const people = Number(process.env['BENCH_CARDS'] ?? 500);
const atOnce = 50;
const [width, height] = [700, 320];

/** A signature as a phone draws it: ink on white, other strokes for everybody. */
function signature(seed: number): string {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let step = 0; step < 4_000; step += 1) {
    const x = Math.floor(40 + ((step * 0.15 + seed * 7) % (width - 80)));
    const y = Math.floor(height / 2 + 90 * Math.sin(step / (40 + (seed % 17))));
    for (let dot = 0; dot < 12; dot += 1) {
      const at = ((y + Math.floor(dot / 4)) * width + x + (dot % 4)) * 4;
      pixels.set([22, 32, 46, 255], at);
    }
  }
  return `data:image/png;base64,${encodePng(width, height, pixels).toString('base64')}`;
}

const levels = ['company', 'workshop', 'team'] as const;
const cards = Array.from({ length: people }, (_, at): Card => ({
  person: {
    id: String(at),
    name: `驾驶员${at}`,
    gender: 'male',
    department: `第${at % 9}车队`,
    team: '一班',
    postName: '驾驶员',
    postKind: 'driver',
    hiredOn: '2026-01-05',
    enterpriseId: 'one',
    enterpriseName: '临澜区第一客运有限公司',
  },
  hoursAsked: 72,
  lessons: levels.map((level) => ({
    employeeId: String(at),
    level,
    title: '安全生产法律法规、本单位安全生产情况和规章制度、事故案例',
    status: 'passed',
    teacher: '许静远',
    hours: 24,
    score: 92,
    passedAt: new Date('2026-01-12T08:00:00Z'),
    signature: { id: `${at}${level}`, name: '签名.png' },
  })),
}));
const words = { gender: new Map([['male', '男']]), postKind: new Map<string, string>() };
const drawn = new Map(
  cards.flatMap(({ lessons }, at) =>
    lessons.map((one, place): [string, string] => [one.signature?.id ?? '', signature(at * 3 + place)]),
  ),
);
let bytes = 0;
let setMs = 0;
const ms = await timed(async () => {
  const parts = async () => {
    const all: MergedPart[] = [];
    const since = performance.now();
    for (let at = 0; at < cards.length; at += atOnce)
      all.push({
        name: '',
        bytes: await setPdf(
          cardPaper(cards.slice(at, at + atOnce), words, drawn, { madeOn: '2026-03-02', isPart: true }),
        ),
      });
    setMs = performance.now() - since;
    return all;
  };
  const index = () => setPdf({ title: '目录', author: '', foot: '', content: [{ text: '目录' }] });
  bytes = (await mergePdf('bench', parts, index)).length;
});
say(
  `${people} cards with ${drawn.size} signatures: ${(ms / 1000).toFixed(1)} s, of them ${(setMs / 1000).toFixed(1)} s to set, ${(bytes / 2 ** 20).toFixed(1)} MB`,
);
