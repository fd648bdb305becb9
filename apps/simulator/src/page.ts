/** The phone: one page without anything from elsewhere, which asks for what arrived every second. */
export const page = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>安澜 · 外部服务模拟器</title>
<style>
:root { color-scheme: light dark; --ground: light-dark(#eef1f6, #0d1117); --card: light-dark(#fff, #161c26);
  --ink: light-dark(#1c2533, #e6ebf3); --ink-2: light-dark(#5c687c, #93a0b5); --line: light-dark(#dfe4ec, #2a3342);
  --accent: light-dark(#1f5fd0, #6ea3ff); --soft: light-dark(#e9f0fd, #1b2a45); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink);
  font: 15px/1.6 system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; }
.phone { width: 100%; max-width: 390px; height: min(780px, calc(100vh - 48px)); display: flex; flex-direction: column;
  overflow: hidden; border: 1px solid var(--line); border-radius: 28px; background: var(--card);
  box-shadow: 0 12px 40px rgb(0 0 0 / 12%); }
header { padding: 20px 20px 12px; border-bottom: 1px solid var(--line); }
h1 { font-size: 20px; }
header p { font-size: 12px; color: var(--ink-2); }
main { flex: 1; overflow: auto; padding: 12px 16px; }
.chips { display: flex; gap: 8px; padding-bottom: 12px; overflow-x: auto; }
.chips button { flex: none; min-height: 32px; padding: 0 14px; border: 1px solid var(--line); border-radius: 16px;
  background: none; color: inherit; font: inherit; font-size: 13px; cursor: pointer; }
.chips button[aria-pressed=true] { border-color: var(--accent); background: var(--soft); color: var(--accent); }
article { margin-bottom: 12px; padding: 12px 14px; border-radius: 14px; background: var(--ground); }
article .top { display: flex; justify-content: space-between; font-size: 12px; color: var(--ink-2); }
article p { overflow-wrap: anywhere; }
.code { margin-top: 8px; width: 100%; min-height: 40px; border: 0; border-radius: 10px; background: var(--soft);
  color: var(--accent); font: 600 20px/1 ui-monospace, monospace; letter-spacing: 4px; cursor: pointer; }
.empty { padding: 80px 24px; text-align: center; color: var(--ink-2); }
nav { display: flex; border-top: 1px solid var(--line); }
nav button { flex: 1; min-height: 52px; border: 0; background: none; color: var(--accent); font: inherit; font-weight: 600; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
</style>
</head>
<body>
<div class="phone">
<header><h1>短信</h1><p>这里收到安澜发出的短信，只在本机，不会发到真实手机</p></header>
<main><div class="chips" role="group" aria-label="手机号"></div><div id="list" aria-live="polite"></div></main>
<nav aria-label="功能"><button type="button" aria-current="page">短信</button></nav>
</div>
<script>
const list = document.getElementById('list');
const chips = document.querySelector('.chips');
let chosen = '';
let shown = '';
const made = (tag, text, cls) => {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  if (cls) node.className = cls;
  return node;
};
const time = (at) => new Date(at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
function draw(messages) {
  const phones = [...new Set(messages.map((one) => one.phone))];
  chips.replaceChildren(...(phones.length ? ['', ...phones] : []).map((phone) => {
    const chip = made('button', phone || '全部');
    chip.type = 'button';
    chip.setAttribute('aria-pressed', String(phone === chosen));
    chip.onclick = () => { chosen = phone; draw(messages); };
    return chip;
  }));
  const seen = messages.filter((one) => !chosen || one.phone === chosen);
  list.replaceChildren(...seen.map((one) => {
    const card = made('article');
    const top = made('div', '', 'top');
    top.append(made('span', one.phone), made('time', time(one.at)));
    card.append(top, made('p', one.text));
    if (one.params.code) {
      const code = made('button', one.params.code, 'code');
      code.type = 'button';
      code.title = '点击复制';
      code.onclick = () => navigator.clipboard.writeText(one.params.code).then(() => {
        code.textContent = '已复制';
        setTimeout(() => { code.textContent = one.params.code; }, 900);
      });
      card.append(code);
    }
    return card;
  }));
  if (!seen.length) list.append(made('p', '还没有短信。在安澜的页面上点“获取验证码”，它会出现在这里。', 'empty'));
}
async function ask() {
  try {
    const text = await (await fetch('/_ctl/sms')).text();
    if (text !== shown) { shown = text; draw(JSON.parse(text)); }
  } catch {}
  setTimeout(ask, 1000);
}
ask();
</script>
</body>
</html>
`;
