export const payScript = String.raw`
let payer = facts.payers[0].name;
let payPart = 'trades';
let paySaid = '';
// The page is drawn anew whenever something happens; what is being typed stays.
let typedCode = '';
const yuan = (fen) => '¥' + (fen / 100).toFixed(2);
const vendorNames = { wechat: '微信支付', alipay: '支付宝' };
const payStates = { shown: '等人扫码', open: '未付款', paid: '已支付', closed: '已关闭' };
const refundStates = { processing: '处理中', succeeded: '已退款', failed: '失败', closed: '已关闭' };
const payPost = (path, body) => fetch('/_ctl/pay/' + path, { method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body) }).then((one) => one.json()).then((answer) => {
    paySaid = answer.problem || (answer.taken === false ? '通知没有被收下' : answer.taken ? '通知已收下' : answer.serial ? '已换密钥，新序列号 ' + answer.serial.slice(0, 12) + '…' : '');
    shown = '';
    ask();
  });

function drawPay({ trades, switches }) {
  chips.replaceChildren(...[['trades', '付款'], ['switches', '开关']].map(([key, name]) => {
    const chip = pressed(name, '', () => { payPart = key; paySaid = ''; drawPay({ trades, switches }); });
    chip.setAttribute('aria-pressed', String(key === payPart));
    return chip;
  }));
  const said = made('p', paySaid, 'said');
  said.setAttribute('role', 'status');
  if (payPart === 'switches') {
    put(Object.keys(switches).map((vendor) => paySwitches(vendor, switches[vendor])), '');
    if (paySaid) list.prepend(said);
    return;
  }
  put(trades.map(payCard), '没有订单。在安澜里购买套餐，微信二维码和支付宝收银台的订单会出现在这里。');
  const people = facts.payers.map(({ name, fen }) => [name, name + (fen < 100000 ? '（余额 ' + yuan(fen) + '）' : '')]);
  const paste = made('form');
  const input = made('input');
  input.name = 'code';
  input.placeholder = '粘贴二维码内容 weixin://wxpay/…';
  input.setAttribute('aria-label', '二维码内容');
  input.value = typedCode;
  input.oninput = () => { typedCode = input.value; };
  paste.append(input, made('button', '扫码'));
  paste.onsubmit = (event) => { event.preventDefault(); typedCode = ''; payPost('act', { code: input.value.trim(), what: 'scan', payer }); };
  list.prepend(...[paySaid ? said : '', menu('用谁的钱', people, payer, (name) => { payer = name; }), paste].filter(Boolean));
}

function payCard(one) {
  const about = { vendor: one.vendor, outTradeNo: one.outTradeNo };
  const node = card(vendorNames[one.vendor] + ' · ' + payStates[one.state], time(one.paidAt || one.createdAt));
  const line = made('p', '', 'money');
  line.append(made('b', yuan(one.amountFen)), made('span', one.subject));
  node.append(line, made('p', '单号 ' + one.outTradeNo, 'meta'));
  const acts = made('div', '', 'acts');
  const act = (what) => () => payPost('act', { ...about, what, payer });
  if (one.state === 'shown' || one.state === 'open') {
    if (one.scanned) {
      node.append(made('p', one.payer + ' 已扫码，要付款吗？'));
      acts.append(pressed('支付', 'main', act('pay')), pressed('取消', '', act('cancel')));
    } else acts.append(pressed('扫码', 'main', act('scan')));
  }
  for (const refund of one.refunds) {
    node.append(made('p', '退款 ' + yuan(refund.amountFen) + ' · ' + refundStates[refund.state] + (refund.reason ? ' · ' + refund.reason : ''), 'meta'));
    const settle = (state) => () => payPost('settle', { ...about, outRefundNo: refund.outRefundNo, state });
    if (refund.state === 'processing') acts.append(pressed('退款成功', '', settle('succeeded')), pressed('退款失败', '', settle('failed')));
  }
  if (acts.childElementCount) node.append(acts);
  if (one.state === 'paid') {
    const more = made('details');
    const again = made('div', '', 'acts');
    const twists = ['well', 'forged', 'wrongAmount', 'foreign', 'stale', 'unknownSerial', 'probe'];
    let twist = 'well';
    again.append(menu('怎样的通知', twists.map((key) => [key, facts.noticeModes[key]]), twist, (key) => { twist = key; }),
      pressed('再发一次通知', '', () => payPost('notice', { ...about, twist })));
    more.append(made('summary', '通知'), again);
    node.append(more);
  }
  return node;
}

function paySwitches(vendor, state) {
  const usual = state.notices === 'well' && state.refunds === 'well' && state.answers === 'well';
  const node = card(vendorNames[vendor], usual ? '正常' : '有故障');
  const set = (change) => payPost('switch', { vendor, ...change });
  const pair = made('div', '', 'pair');
  const yes = [['off', '次日 10:00'], ['on', '立即']];
  pair.append(menu('支付通知', Object.entries(facts.noticeModes), state.notices, (notices) => set({ notices })),
    menu('退款', Object.entries(facts.refundModes), state.refunds, (refunds) => set({ refunds })),
    menu('应答签名', Object.entries(facts.answerModes), state.answers, (answers) => set({ answers })),
    menu('账单可取', yes, state.billsAtOnce ? 'on' : 'off', (when) => set({ billsAtOnce: when === 'on' })),
    menu('补发与迟到', [['1', '按真实间隔'], ['60', '快 60 倍'], ['1000', '快 1000 倍']], String(state.hurry), (hurry) => set({ hurry: Number(hurry) })));
  const acts = made('div', '', 'acts');
  if (vendor === 'wechat') acts.append(pressed('换平台证书', '', () => payPost('rotate', { vendor })));
  node.append(pair, acts);
  return node;
}
`;
