// `node tools/draw-clips.ts` draws the demonstration's clips (apps/server/data/clip-*.webm) and its card in Chromium.
// The clips are small, our own work and of known length.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { treeRoot } from './source.ts';

interface Clip {
  name: string;
  title: string;
  steps: readonly (readonly [heading: string, ...lines: string[]])[];
}
const clips: readonly Clip[] = [
  {
    name: 'brake',
    title: '发车前制动检查',
    steps: [
      ['发车前制动检查', '第 1 步：看', '第 2 步：听', '第 3 步：试'],
      ['看：气压', '气压不低于 0.6 MPa', '熄火 5 分钟不下降'],
      ['听：管路', '没有漏气声', '储气筒放水阀关闭'],
      ['试：驻车制动', '5% 坡道不溜车', '解除后指示灯熄灭'],
      ['发现问题', '不发车、不带病上路', '立即报修并记入行车日志'],
    ],
  },
  {
    name: 'rest',
    title: '疲劳驾驶的识别与停车休息',
    steps: [
      ['疲劳驾驶', '连续驾驶不超过 4 小时', '夜间不超过 2 小时'],
      ['身体会说话', '频繁眨眼、打哈欠', '跟车距离忽远忽近'],
      ['怎么停', '提前打灯，驶入服务区', '不在应急车道休息'],
      ['休息多久', '每次不少于 20 分钟', '下车活动、喝水'],
    ],
  },
  {
    name: 'fire',
    title: '车载灭火器的使用',
    steps: [
      ['提：握住提把', '检查压力表在绿区', '上下摇动几次'],
      ['拔：拔下保险销', '站在上风方向', '距火源 2 到 3 米'],
      ['压：压下压把', '对准火焰根部', '左右扫射'],
      ['先撤人，再灭火', '打开车门，疏散乘客', '拨打 119'],
    ],
  },
];
const [width, height, perSecond, stepSeconds] = [640, 360, 4, 12];

interface Frame {
  bytes: string;
  key: boolean;
}

async function draw({ clip, size }: { clip: Clip; size: readonly number[] }): Promise<Frame[]> {
  const [w = 0, h = 0, fps = 1, seconds = 1] = size;
  const canvas = new OffscreenCanvas(w, h);
  const paint = canvas.getContext('2d');
  const frames: Frame[] = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push({ bytes: btoa(String.fromCharCode(...bytes)), key: chunk.type === 'key' });
    },
    error(problem) {
      throw problem;
    },
  });
  encoder.configure({ codec: 'vp8', width: w, height: h, bitrate: 40_000, framerate: fps });
  const total = clip.steps.length * seconds * fps;
  for (let at = 0; at < total; at += 1) {
    const step = Math.floor(at / (seconds * fps));
    const within = (at % (seconds * fps)) / (seconds * fps);
    const [heading = '', ...lines] = clip.steps[step] ?? [];
    if (!paint) break;
    paint.fillStyle = '#10233d';
    paint.fillRect(0, 0, w, h);
    paint.fillStyle = '#1b3556';
    paint.fillRect(0, h - 60, w, 60);
    paint.fillStyle = '#9fc4ee';
    paint.font = '18px sans-serif';
    paint.fillText(`${clip.title}  ${step + 1} / ${clip.steps.length}`, 40, 56);
    paint.fillStyle = '#fff';
    paint.font = '600 36px sans-serif';
    paint.fillText(heading, 40, 112);
    paint.font = '24px sans-serif';
    for (const [place, line] of lines.entries())
      if (within > (place + 0.5) / (lines.length + 1)) paint.fillText(`·  ${line}`, 48, 172 + place * 44);
    // Draws a moving bus, which shows that the clip plays.
    const x = 20 + (w - 160) * (at / total);
    paint.fillStyle = '#e8f1fb';
    paint.fillRect(x, h - 96, 120, 40);
    paint.fillStyle = '#2f7fd6';
    paint.fillRect(x, h - 72, 120, 20);
    paint.fillStyle = '#0a1220';
    for (const wheel of [26, 94]) {
      paint.beginPath();
      paint.arc(x + wheel, h - 52, 11, 0, 7);
      paint.fill();
    }
    const frame = new VideoFrame(canvas, { timestamp: (at * 1e6) / fps });
    encoder.encode(frame, { keyFrame: at % (seconds * fps) === 0 });
    frame.close();
  }
  await encoder.flush();
  return frames;
}

/** Encodes an EBML element: id, size, content. */
function element(id: number, body: Uint8Array | readonly Uint8Array[]): Uint8Array {
  const held = body instanceof Uint8Array ? body : Buffer.concat(body);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(0x01_00_00_00 + Math.floor(held.length / 2 ** 32), 0);
  head.writeUInt32BE(held.length % 2 ** 32, 4);
  const name = Buffer.from(
    id.toString(16).padStart(id > 0xff_ff_ff ? 8 : id > 0xff_ff ? 6 : id > 0xff ? 4 : 2, '0'),
    'hex',
  );
  return Buffer.concat([name, head, held]);
}
const whole = (id: number, value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
};
const real = (id: number, value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
};
const text = (id: number, value: string) => element(id, Buffer.from(value, 'latin1'));

/** Creates a WebM file with duration and cues, so that a player can seek. */
function webm(frames: readonly Frame[]): Uint8Array {
  const frameMs = 1000 / perSecond;
  const header = element(0x1a45dfa3, [
    whole(0x4286, 1),
    whole(0x42f7, 1),
    whole(0x42f2, 4),
    whole(0x42f3, 8),
    text(0x4282, 'webm'),
    whole(0x4287, 2),
    whole(0x4285, 2),
  ]);
  const info = element(0x1549a966, [
    whole(0x2ad7b1, 1_000_000),
    text(0x4d80, 'anlan'),
    text(0x5741, 'anlan'),
    real(0x4489, frames.length * frameMs),
  ]);
  const tracks = element(
    0x1654ae6b,
    element(0xae, [
      whole(0xd7, 1),
      whole(0x73c5, 1),
      whole(0x83, 1),
      text(0x86, 'V_VP8'),
      element(0xe0, [whole(0xb0, width), whole(0xba, height)]),
    ]),
  );
  const clusters: { at: number; bytes: Uint8Array }[] = [];
  const begins = frames.flatMap(({ key }, at) => (key ? [at] : []));
  for (const [place, begin] of begins.entries()) {
    const some = frames.slice(begin, begins[place + 1] ?? frames.length);
    const blocks = some.map(({ bytes, key }, at) => {
      const block = Buffer.alloc(4);
      block.writeUInt8(0x81, 0);
      block.writeInt16BE(at * frameMs, 1);
      block.writeUInt8(key ? 0x80 : 0, 3);
      return element(0xa3, [block, Buffer.from(bytes, 'base64')]);
    });
    clusters.push({ at: begin * frameMs, bytes: element(0x1f43b675, [whole(0xe7, begin * frameMs), ...blocks]) });
  }
  const cuesFor = (from: number) => {
    let offset = from;
    return element(
      0x1c53bb6b,
      clusters.map(({ at, bytes }) => {
        const cue = element(0xbb, [whole(0xb3, at), element(0xb7, [whole(0xf7, 1), whole(0xf1, offset)])]);
        offset += bytes.length;
        return cue;
      }),
    );
  };
  // Every number has four bytes, so the length of the cues does not depend on their values.
  const before = info.length + tracks.length + cuesFor(0).length;
  const segment = element(0x18538067, [info, tracks, cuesFor(before), ...clusters.map(({ bytes }) => bytes)]);
  return Buffer.concat([header, segment]);
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 1200 } });
  // The page has an https address, because the encoder is available only in a secure context.
  await page.route('https://clips.example/', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<!doctype html><title>clips</title>' }),
  );
  await page.goto('https://clips.example/');
  for (const clip of clips) {
    const bytes = webm(await page.evaluate(draw, { clip, size: [width, height, perSecond, stepSeconds] }));
    const path = join(treeRoot('.'), 'apps/server/data', `clip-${clip.name}.webm`);
    writeFileSync(path, bytes);
    console.log(`${path} ${bytes.length} bytes, ${clip.steps.length * stepSeconds} s`);
  }
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    body{font:22px/1.9 sans-serif;margin:48px;color:#16202e}h1{font-size:34px}li{margin:6px 0}</style>
    <h1>班前安全须知</h1><ol><li>班前会上确认当日任务、路线和天气。</li><li>出车前“三检”：证件、车辆、安全设施。</li>
    <li>系好安全带，提醒乘客系好安全带。</li><li>行车中不接打电话，不超速，不疲劳驾驶。</li>
    <li>遇雨雪雾按规定减速，能见度不足时就近停靠。</li><li>发生险情先撤人、再报告、后处置。</li>
    <li>收车后检查车厢，关闭电源，填写行车日志。</li></ol>`);
  await page.screenshot({ path: join(treeRoot('.'), 'apps/server/data/clip-card.png') });
} finally {
  await browser.close();
}
