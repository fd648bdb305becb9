import { picture } from '../qr-page.ts';
import { payers, type Trade } from './ledger.ts';

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const shell = (body: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>收银台（模拟）</title>
<style>
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; align-content: start; justify-items: center; gap: 6px; padding: 6px;
  background: #fff; color: #1c2533; text-align: center;
  font: 13px/1.5 system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; }
.code { border: 1px solid #dfe4ec; border-radius: 8px; padding: 4px; line-height: 0; }
.code svg { width: min(104px, 100vw - 30px); height: auto; }
p { color: #5c687c; }
b { color: #1677ff; font-size: 16px; }
.phone { display: flex; flex-wrap: wrap; justify-content: center; gap: 6px; padding-top: 6px; border-top: 1px dashed #dfe4ec; }
button, select { min-height: 32px; padding: 0 10px; border: 1px solid #c9d2df; border-radius: 8px; background: #fff; color: inherit; font: inherit; }
button { cursor: pointer; }
button.main { border-color: #1677ff; background: #1677ff; color: #fff; }
button:focus-visible, select:focus-visible { outline: 2px solid #1c2533; outline-offset: 1px; }
[hidden] { display: none !important; }
@media (height < 260px) { .subject { display: none; } }
</style>
</head>
<body>${body}</body>
</html>`;

export const cashier = ({ code, subject, amountFen }: Trade) =>
  shell(`<div class="code">${picture(code, '支付宝付款码')}</div>
<p id="said" role="status">支付宝扫码付 <b>¥${(amountFen / 100).toFixed(2)}</b></p>
<p class="subject">${escaped(subject)}</p>
<div class="phone" role="group" aria-label="模拟的手机">
<select id="who" aria-label="用谁的手机">${payers.map(({ name, fen }) => `<option value="${name}">${name}${fen < 100_000 ? `（余额 ${(fen / 100).toFixed(0)}）` : ''}</option>`).join('')}</select>
<button type="button" id="scan" class="main">扫码</button>
<button type="button" id="pay" class="main" hidden>确认付款</button>
<button type="button" id="cancel" hidden>取消</button>
</div>
<script>
const code = ${JSON.stringify(code)};
const at = (id) => document.getElementById(id);
const act = (what) => fetch('/_ctl/pay/act', { method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, what, payer: at('who').value }) }).then((one) => one.json()).then(({ problem }) => {
    if (problem) { at('said').textContent = problem; clearTimeout(timer); timer = setTimeout(ask, 2500); } else ask();
  });
for (const id of ['scan', 'pay', 'cancel']) at(id).onclick = () => act(id);
let timer;
async function ask() {
  clearTimeout(timer);
  try {
    const trade = await (await fetch('/_ctl/pay/look?code=' + code)).json();
    const open = trade.state === 'shown' || trade.state === 'open';
    at('who').hidden = !open || trade.scanned;
    at('scan').hidden = !open || trade.scanned;
    at('pay').hidden = at('cancel').hidden = !open || !trade.scanned;
    if (trade.state === 'paid') { at('said').textContent = '付款成功'; return; }
    if (trade.state === 'closed') { at('said').textContent = '订单已关闭'; return; }
    if (trade.scanned) at('said').textContent = '已扫码，请 ' + trade.payer + ' 在手机上确认';
    else at('said').innerHTML = '支付宝扫码付 <b>¥' + (trade.amountFen / 100).toFixed(2) + '</b>';
  } catch {}
  timer = setTimeout(ask, 700);
}
ask();
</script>`);

/** The vendor's page on a phone: one button pays, the other leaves; both return to the merchant. */
export const phoneCashier = (vendor: string, { code, subject, amountFen, state }: Trade, back: string) =>
  shell(`<h1>${vendor}</h1><p class="subject">${escaped(subject)}</p><p><b>¥${(amountFen / 100).toFixed(2)}</b></p>
<p id="result" role="status">${state === 'closed' ? '订单已关闭' : ''}</p>
<div class="phone"><button type="button" id="pay" class="main">立即支付</button><button type="button" id="cancel">返回商家</button></div>
<script>
const back = ${JSON.stringify(back).replaceAll('<', '\\u003c')};
const leave = () => { if (back) location.href = back; else history.back(); };
document.getElementById('cancel').onclick = leave;
document.getElementById('pay').onclick = async () => {
  const answer = await fetch('/_ctl/pay/act', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: ${JSON.stringify(code)}, what: 'pay' }) });
  const { problem } = await answer.json();
  if (problem) document.getElementById('result').textContent = problem; else leave();
};
</script>`);
export const phoneFault = (vendor: string, why: string) =>
  shell(`<h1>${vendor}</h1><p role="alert">${escaped(why)}</p>`);

export const cashierFault = (why: string) => shell(`<p role="alert">${escaped(why)}</p>`);
