import { faceResults } from './faces.ts';
import { facesScript } from './faces-script.ts';
import { modes, services } from './faults.ts';
import { followers } from './wechat-open-platform.ts';
import { refusals } from './companies.ts';
import { companiesScript } from './companies-script.ts';
import { script } from './page-script.ts';
import { payFacts } from './pay/index.ts';
import { payScript } from './pay/phone-script.ts';
import { wxFacts } from './wx/index.ts';
import { wxScript, wxStyle } from './wx/phone-script.ts';

const style = `
:root { color-scheme: light dark; --ground: light-dark(#eef1f6, #0d1117); --card: light-dark(#fff, #161c26);
  --ink: light-dark(#1c2533, #e6ebf3); --ink-2: light-dark(#5c687c, #93a0b5); --line: light-dark(#dfe4ec, #2a3342);
  --accent: light-dark(#1f5fd0, #6ea3ff); --soft: light-dark(#e9f0fd, #1b2a45);
  --good: light-dark(#067a3b, #4cc38a); --bad: light-dark(#b42318, #ff8a80); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink);
  font: 15px/1.6 system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; }
.phone { width: 100%; max-width: 390px; height: min(780px, calc(100vh - 48px)); display: flex; flex-direction: column;
  overflow: hidden; border: 1px solid var(--line); border-radius: 28px; background: var(--card);
  box-shadow: 0 12px 40px rgb(0 0 0 / 12%); }
header { padding: 20px 20px 12px; border-bottom: 1px solid var(--line); }
h1 { font-size: 20px; }
header p, .meta { font-size: 12px; color: var(--ink-2); }
main { flex: 1; overflow: auto; padding: 12px 16px; }
.chips { display: flex; gap: 8px; padding-bottom: 12px; overflow-x: auto; }
.chips button { flex: none; min-height: 32px; padding: 0 14px; border: 1px solid var(--line); border-radius: 16px;
  background: none; color: inherit; font: inherit; font-size: 13px; cursor: pointer; }
.chips button[aria-pressed=true] { border-color: var(--accent); background: var(--soft); color: var(--accent); }
article { margin-bottom: 12px; padding: 12px 14px; border-radius: 14px; background: var(--ground); }
article .top { display: flex; justify-content: space-between; gap: 8px; font-size: 12px; color: var(--ink-2); }
article p { overflow-wrap: anywhere; }
.code { margin-top: 8px; width: 100%; min-height: 40px; border: 0; border-radius: 10px; background: var(--soft);
  color: var(--accent); font: 600 20px/1 ui-monospace, monospace; letter-spacing: 4px; cursor: pointer; }
.acts { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px; }
.acts button, select { min-height: 38px; padding: 0 14px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); color: inherit; font: inherit; font-size: 14px; cursor: pointer; }
.acts button.main { flex: 1; border-color: var(--accent); background: var(--soft); color: var(--accent); font-weight: 600; }
label { display: grid; gap: 4px; font-size: 12px; color: var(--ink-2); }
label select { color: var(--ink); }
#list > label { margin-bottom: 12px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-top: 8px; }
details { font-size: 12px; }
summary { cursor: pointer; color: var(--accent); }
pre { margin-top: 6px; padding: 8px; border-radius: 8px; background: var(--card); font: 11px/1.5 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
form { display: flex; gap: 8px; margin-bottom: 12px; }
input { flex: 1; min-width: 0; min-height: 38px; padding: 0 10px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); color: inherit; font: inherit; font-size: 14px; }
form button { min-height: 38px; padding: 0 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--card);
  color: inherit; font: inherit; font-size: 14px; cursor: pointer; }
.money { display: flex; align-items: baseline; gap: 8px; }
.money b { flex: none; font-size: 20px; font-variant-numeric: tabular-nums; }
.said { margin-bottom: 12px; padding: 8px 12px; border-radius: 10px; background: var(--soft); color: var(--accent); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.empty { padding: 80px 24px; text-align: center; color: var(--ink-2); }
nav { display: flex; border-top: 1px solid var(--line); }
nav button { flex: auto; min-height: 52px; padding: 0 4px; border: 0; white-space: nowrap; background: none; color: var(--ink-2); font: inherit; cursor: pointer; }
nav button[aria-current=page] { color: var(--accent); font-weight: 600; }
button:focus-visible, select:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
`;

const facts = JSON.stringify({ modes, services, followers, refusals, faceResults, ...payFacts, ...wxFacts });

/** The phone: one page without external resources, which polls every second. */
export const page = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>安澜 · 外部服务模拟器</title>
<style>${style}${wxStyle}</style>
</head>
<body>
<div class="phone">
<header><h1 id="title">短信</h1><p id="about"></p></header>
<main><div class="chips" role="group" aria-label="手机号"></div><div id="list" aria-live="polite"></div></main>
<nav aria-label="功能"></nav>
</div>
<script>const facts = ${facts};
${payScript}${wxScript}
${script}${companiesScript}${facesScript}</script>
</body>
</html>
`;
