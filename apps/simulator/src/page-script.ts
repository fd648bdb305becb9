export const script = String.raw`
const list = document.getElementById('list');
const chips = document.querySelector('.chips');
const tabs = [
  { key: 'sms', name: '短信', about: '这里收到安澜发出的短信，只在本机，不会发到真实手机', path: '/_ctl/sms', draw: drawSms },
  { key: 'scan', name: '扫一扫', about: '正在等人扫的登录二维码，不用摄像头', path: '/_ctl/open', draw: drawCodes },
  { key: 'pay', name: '付款', about: '用微信或支付宝付安澜的订单，钱是假的', path: '/_ctl/pay', draw: (data) => drawPay(data) },
  { key: 'wx', name: '公众号', about: '粉丝给公众号发消息、点菜单，安澜的回复也显示在这里', get path() { return wxPath(); }, draw: (data) => drawWx(data) },
  { key: 'companies', name: '天眼查', about: '工商信息服务认识的企业，点击代码复制', path: '/_ctl/companies', draw: drawCompanies },
  { key: 'face', name: '人脸', about: '学习时的人脸比对服务怎样回答', path: '/_ctl/face', draw: drawFaces },
  { key: 'traffic', name: '网络', about: '安澜和外部服务之间的每一次往来', path: '/_ctl/traffic', draw: drawTraffic },
  { key: 'fault', name: '故障', about: '让外部服务变慢、断开或答错', path: '/_ctl/fault', draw: drawFaults },
];
let tab = tabs.find(({ key }) => location.hash === '#' + key) || tabs[0];
let chosen = '';
let shown = '';
const made = (tag, text, cls) => {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  if (cls) node.className = cls;
  return node;
};
const pressed = (text, cls, act) => {
  const node = made('button', text, cls);
  node.type = 'button';
  node.onclick = act;
  return node;
};
const time = (at) => new Date(at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body) }).then(() => ask());
const card = (left, right) => {
  const node = made('article');
  const top = made('div', '', 'top');
  top.append(made('span', left), made('span', right));
  node.append(top);
  return node;
};
const put = (nodes, empty) => {
  list.replaceChildren(...nodes);
  if (!nodes.length) list.append(made('p', empty, 'empty'));
};
const menu = (label, options, value, change) => {
  const box = made('label', label);
  const select = made('select');
  for (const [key, name] of options) {
    const option = made('option', name);
    option.value = key;
    select.append(option);
  }
  select.value = value;
  select.onchange = () => change(select.value);
  box.append(select);
  return box;
};

function drawSms(messages) {
  const phones = [...new Set(messages.map((one) => one.phone))];
  chips.replaceChildren(...(phones.length ? ['', ...phones] : []).map((phone) => {
    const chip = pressed(phone || '全部', '', () => { chosen = phone; drawSms(messages); });
    chip.setAttribute('aria-pressed', String(phone === chosen));
    return chip;
  }));
  put(messages.filter((one) => !chosen || one.phone === chosen).map((one) => {
    const node = card(one.phone, time(one.at));
    node.append(made('p', one.text));
    if (one.params.site) {
      const link = made('a', '打开链接');
      link.href = one.params.site + '/setpassword#' + one.params.token;
      link.target = '_blank';
      link.rel = 'noreferrer';
      node.append(link);
    }
    if (one.params.code) {
      const code = pressed(one.params.code, 'code', () => navigator.clipboard.writeText(one.params.code).then(() => {
        code.textContent = '已复制';
        setTimeout(() => { code.textContent = one.params.code; }, 900);
      }));
      code.title = '点击复制';
      node.append(code);
    }
    return node;
  }), '还没有短信。在安澜的页面上点“获取验证码”，它会出现在这里。');
}

let who = facts.followers[0].openid;
function drawCodes(codes) {
  const people = facts.followers.map(({ openid, nickname }) => [openid, nickname]);
  const mine = menu('用谁的微信', people, who, (openid) => { who = openid; });
  put(codes.map((one) => {
    const node = card('微信登录 · 编号 ' + one.short, time(one.at));
    const scanned = one.state === 'scanned';
    node.append(made('p', scanned ? one.nickname + ' 已扫码，要登录安澜吗？' : '二维码在等人扫'));
    const acts = made('div', '', 'acts');
    const act = (what, body) => () => post('/_ctl/open/' + what, { uuid: one.uuid, ...body });
    if (scanned) acts.append(pressed('确认登录', 'main', act('confirm')), pressed('拒绝', '', act('refuse')));
    else acts.append(pressed('扫码', 'main', () => act('scan', { openid: who })()));
    node.append(acts);
    return node;
  }), '没有打开着的二维码。在安澜的登录页选“微信扫码”，它会出现在这里。');
  if (codes.length) list.prepend(mine);
}

function drawTraffic(exchanges) {
  const open = new Set([...list.querySelectorAll('details[open]')].map((one) => one.dataset.no));
  put(exchanges.map((one) => {
    const service = facts.services[one.service] ? facts.services[one.service].name : one.service;
    const node = card((one.direction === 'in' ? '收到 · ' : '发出 · ') + service, time(one.at));
    node.append(made('p', one.method + ' ' + one.address.split('?')[0]));
    const well = one.status >= 200 && one.status < 300 && !/^(拒绝|故障)/.test(one.verdict);
    const result = (one.status || '没有应答') + ' · ' + one.verdict + ' · ' + one.ms + ' 毫秒';
    node.append(made('p', result, 'meta ' + (well ? 'good' : 'bad')));
    const more = made('details');
    more.dataset.no = String(one.no);
    more.open = open.has(more.dataset.no);
    const headers = Object.entries(one.headers).map(([name, value]) => name + ': ' + value).join('\n');
    more.append(made('summary', '报文'), made('pre', one.address), made('pre', headers));
    if (one.body) more.append(made('pre', one.body));
    more.append(made('pre', one.answer || '（空）'));
    node.append(more);
    return node;
  }), '还没有往来。');
}

function drawFaults(faults) {
  put(faults.map((one) => {
    const node = card(one.name, one.mode === 'well' && !one.latencyMs ? '正常' : '有故障');
    const set = (change) => post('/_ctl/fault', { service: one.service, mode: one.mode, latencyMs: one.latencyMs, ...change });
    const pair = made('div', '', 'pair');
    const waits = [[0, '不延迟'], [1000, '1 秒'], [4000, '4 秒'], [10000, '10 秒']];
    pair.append(menu(one.name + '应答', Object.entries(facts.modes), one.mode, (mode) => set({ mode })),
      menu(one.name + '延迟', waits, String(one.latencyMs), (ms) => set({ latencyMs: Number(ms) })));
    node.append(pair);
    return node;
  }), '');
}

function choose(next) {
  tab = next;
  location.hash = next.key;
  shown = '';
  chips.replaceChildren();
  list.replaceChildren();
  drawTabs();
  ask();
}
function drawTabs() {
  document.getElementById('title').textContent = tab.name;
  document.getElementById('about').textContent = tab.about;
  document.querySelector('nav').replaceChildren(...tabs.map((one) => {
    const node = pressed(one.name, '', () => choose(one));
    if (one === tab) node.setAttribute('aria-current', 'page');
    return node;
  }));
}
let timer;
async function ask() {
  clearTimeout(timer);
  const asked = tab;
  try {
    const text = await (await fetch(asked.path)).text();
    if (asked === tab && text !== shown) { shown = text; asked.draw(JSON.parse(text)); }
  } catch {}
  clearTimeout(timer);
  timer = setTimeout(ask, 1000);
}
drawTabs();
ask();
`;
