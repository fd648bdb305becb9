import { createHash } from 'node:crypto';
import { followers, type QrCode } from './wechat-open-platform.ts';

const side = 25;
const inFinder = (x: number, y: number) => (x < 8 && y < 8) || (x > side - 9 && y < 8) || (x < 8 && y > side - 9);
const finder = (x: number, y: number) =>
  `<path d="M${x} ${y}h7v7h-7z"/><path d="M${x + 1} ${y + 1}h5v5h-5z" fill="#fff"/><path d="M${x + 2} ${y + 2}h3v3h-3z"/>`;

/** An image like a QR code; only the simulator's phone can read it. */
export function picture(uuid: string, label = '登录二维码'): string {
  const bits = createHash('sha512').update(uuid).digest();
  const more = createHash('sha512').update(bits).digest();
  const dots: string[] = [];
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const byte = (at >> 3) % 128;
    const source = byte < 64 ? bits[byte] : more[byte - 64];
    if (!inFinder(x, y) && ((source ?? 0) >> (at & 7)) & 1) dots.push(`M${x} ${y}h1v1h-1z`);
  }
  const finders = finder(0, 0) + finder(side - 7, 0) + finder(0, side - 7);
  return `<svg viewBox="-1 -1 ${side + 2} ${side + 2}" width="200" height="200" role="img" aria-label="${label}"><path d="M-1-1h27v27h-27z" fill="#fff"/><path d="${dots.join('')}"/>${finders}</svg>`;
}

const shell = (body: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>微信登录（模拟）</title>
<style>
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 10px; padding: 12px;
  background: #fff; color: #1c2533; text-align: center;
  font: 14px/1.6 system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; }
h1 { font-size: 18px; font-weight: 600; }
.code { border: 1px solid #dfe4ec; border-radius: 8px; padding: 6px; line-height: 0; }
p { color: #5c687c; }
.phone { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px; padding-top: 10px; border-top: 1px dashed #dfe4ec; }
.phone > span { flex-basis: 100%; font-size: 12px; color: #5c687c; }
button, select { min-height: 36px; padding: 0 14px; border: 1px solid #c9d2df; border-radius: 8px; background: #fff; color: inherit; font: inherit; }
button { cursor: pointer; }
button.main { border-color: #067a3b; background: #067a3b; color: #fff; }
button:focus-visible, select:focus-visible { outline: 2px solid #1f5fd0; outline-offset: 1px; }
[hidden] { display: none !important; }
</style>
</head>
<body>${body}</body>
</html>`;

export const qrPage = ({ uuid, short }: QrCode, insideFrame: boolean) =>
  shell(`<h1>微信登录</h1>
<div class="code">${picture(uuid)}</div>
<p id="said" role="status">请用微信扫描二维码登录（编号 ${short}）</p>
<div class="phone" role="group" aria-label="模拟的手机">
<span>模拟器代替手机</span>
<select id="who" aria-label="用谁的手机">${followers.map(({ openid, nickname }) => `<option value="${openid}">${nickname}</option>`).join('')}</select>
<button type="button" id="scan" class="main">扫码</button>
<button type="button" id="confirm" class="main" hidden>确认登录</button>
<button type="button" id="refuse" hidden>拒绝</button>
<button type="button" id="again" hidden>刷新二维码</button>
</div>
<script>
const uuid = ${JSON.stringify(uuid)};
const own = ${JSON.stringify(insideFrame)};
const at = (id) => document.getElementById(id);
const act = (what, body = {}) => fetch('/_ctl/open/' + what, { method: 'POST',
  headers: { 'content-type': 'application/json' }, body: JSON.stringify({ uuid, ...body }) }).then(ask);
at('scan').onclick = () => act('scan', { openid: at('who').value });
at('confirm').onclick = () => act('confirm');
at('refuse').onclick = () => act('refuse');
at('again').onclick = () => location.reload();
const show = (id, on) => { at(id).hidden = !on; };
let timer;
async function ask() {
  clearTimeout(timer);
  try {
    const code = await (await fetch('/open/connect/look?uuid=' + uuid)).json();
    const state = code ? code.state : 'over';
    show('who', state === 'waiting');
    show('scan', state === 'waiting');
    show('confirm', state === 'scanned');
    show('refuse', state === 'scanned');
    show('again', state === 'over');
    if (state === 'scanned') at('said').textContent = '已扫描，请 ' + code.nickname + ' 在手机上确认';
    if (state === 'over') { at('said').textContent = '二维码已过期'; return; }
    if (code.goesTo) { (own ? window : top).location.replace(code.goesTo); return; }
  } catch {}
  timer = setTimeout(ask, 700);
}
ask();
</script>`);

export const qrFault = (why: string) => shell(`<h1>微信登录</h1><p role="alert">${why}</p>`);
