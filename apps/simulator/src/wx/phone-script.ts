export const wxScript = String.raw`
let wxApp = '';
let wxWho = '';
let wxTwist = 'well';
let wxSaid = '';
let wxTyped = '';
const wxPath = () => '/_ctl/wx?appId=' + encodeURIComponent(wxApp) + '&openid=' + encodeURIComponent(wxWho);
const wxWords = { image: '图片', voice: '语音', video: '视频', shortvideo: '小视频', location: '位置', link: '链接', news: '图文',
  mpnews: '图文', music: '音乐' };
// What a follower did, shown in the middle as WeChat shows events.
const wxEvents = { subscribe: '关注了公众号', unsubscribe: '取消了关注', scan: '扫码进入公众号', scancode: '用菜单扫了码',
  click: '点击了菜单', view: '打开了菜单的网页' };
const wxMenuName = (account, key) => {
  const all = account.menu.flatMap((one) => [one, ...(one.sub_button || [])]);
  const entry = all.find((one) => key && [one.key, one.url, one.media_id].includes(key));
  return entry ? '“' + entry.name + '”' : key;
};
function wxBubble(line) {
  const bubble = made('div', '', 'wx-bubble');
  const file = line.mediaId && '/_ctl/wx/file/' + line.mediaId;
  if (line.text && line.kind === 'text') bubble.append(made('span', line.text));
  else bubble.append(made('small', wxWords[line.kind] || line.kind));
  if (file && line.kind === 'image') {
    const picture = made('img');
    picture.src = file;
    picture.alt = '图片';
    bubble.append(picture);
  }
  if (file && ['voice', 'video', 'shortvideo'].includes(line.kind)) {
    const player = made(line.kind === 'voice' ? 'audio' : 'video');
    player.controls = true;
    player.preload = 'none';
    player.src = file;
    player.setAttribute('aria-label', wxWords[line.kind]);
    // AMR is the format of phones; browsers do not play it.
    player.onerror = () => player.replaceWith(made('span', '浏览器不能播放这个格式'));
    bubble.append(player);
  }
  if (line.card) {
    const body = made(line.card.url ? 'a' : 'div', '', 'wx-card');
    if (line.card.url) { body.href = line.card.url; body.target = '_blank'; body.rel = 'noreferrer'; }
    if (line.card.picture) {
      const picture = made('img');
      picture.src = line.card.picture;
      picture.alt = '';
      picture.onerror = () => picture.remove();
      body.append(picture);
    }
    body.append(made('b', line.card.title), made('span', line.card.note));
    bubble.append(body);
  }
  return bubble;
}
const wxAct = (what, more) => fetch('/_ctl/wx/act', { method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ appId: wxApp, openid: wxWho, what, twist: wxTwist, ...more }) }).then((one) => one.json()).then((answer) => {
    wxSaid = answer.problem || (answer.status === 200 ? '安澜收下了' : '安澜没有收：' + answer.status + ' ' + answer.answer);
    shown = '';
    ask();
  });
const wxSwitch = (what) => fetch('/_ctl/wx/switch', { method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ appId: wxApp, openid: wxWho, what }) }).then(() => { wxSaid = '已设置'; shown = ''; ask(); });

function drawWx(state) {
  wxApp = state.appId;
  wxWho = state.openid;
  chips.replaceChildren();
  const chat = state.chat || { lines: [], subscribed: false, left: 0 };
  const account = state.accounts.find((one) => one.appId === wxApp) || { menu: [] };
  put(chat.lines.map((line) => {
    const mine = line.from === 'follower';
    if (mine && wxEvents[line.kind])
      return made('p', wxEvents[line.kind] + ' ' + wxMenuName(account, line.text) + ' · ' + time(line.at), 'wx-event');
    const node = made('div', '', 'wx-line' + (mine ? ' wx-mine' : ''));
    node.append(wxBubble(line), made('small', (mine ? '我' : account.name) + ' ' + time(line.at)));
    return node;
  }), '还没有消息。下面写一条发给公众号。');
  const people = state.people.map(({ openid, nickname }) => [openid, nickname]);
  const pick = made('div', '', 'pair');
  pick.append(menu('公众号', state.accounts.map((one) => [one.appId, one.name]), wxApp, (id) => { wxApp = id; shown = ''; ask(); }),
    menu('用谁的微信', people, wxWho, (id) => { wxWho = id; shown = ''; ask(); }));
  const about = made('p', (chat.subscribed ? '已关注' : '未关注') + ' · 公众号还能回复 ' + chat.left + ' 条', 'meta');
  const form = made('form');
  const input = made('input');
  input.value = wxTyped;
  input.placeholder = '发消息';
  input.setAttribute('aria-label', '发消息');
  input.oninput = () => { wxTyped = input.value; };
  form.append(input, made('button', '发送'));
  form.onsubmit = (event) => { event.preventDefault(); if (input.value.trim()) { wxTyped = ''; wxAct('text', { text: input.value }); } };
  const acts = made('div', '', 'acts');
  const photo = made('input');
  photo.type = 'file';
  photo.accept = 'image/*,audio/*,video/*';
  photo.hidden = true;
  photo.onchange = () => {
    const reader = new FileReader();
    const { type } = photo.files[0];
    const kind = type.startsWith('audio/') ? 'voice' : type.startsWith('video/') ? 'video' : 'image';
    reader.onload = () => wxAct(kind, { data: reader.result.split(',')[1], contentType: type });
    reader.readAsDataURL(photo.files[0]);
  };
  const own = pressed('选文件', '', () => photo.click());
  acts.append(photo, own, ...[['image', '图片'], ['voice', '语音'], ['video', '视频'], ['shortvideo', '小视频'], ['location', '位置'], ['link', '链接'],
    [chat.subscribed ? 'unsubscribe' : 'subscribe', chat.subscribed ? '取消关注' : '关注'], ['scancode', '扫码']]
    .map(([what, name]) => pressed(name, '', () => wxAct(what, {}))));
  // The menu as the phone shows it: a button does something, or opens what stands above it.
  const taps = made('div', '', 'wx-menu');
  const tap = (one) => wxAct(one.type === 'view' || one.type === 'miniprogram' ? 'view'
    : one.type && one.type.startsWith('scancode') ? 'scancode' : 'click', { text: one.key || one.url || one.media_id || '' });
  for (const one of account.menu) {
    if (!one.sub_button || one.sub_button.length === 0) { taps.append(pressed(one.name, '', () => tap(one))); continue; }
    const opens = made('details');
    const up = made('div', '', 'wx-up');
    up.append(...one.sub_button.map((below) => pressed(below.name, '', () => { opens.open = false; tap(below); })));
    opens.append(made('summary', '☰ ' + one.name), up);
    taps.append(opens);
  }
  const more = made('details');
  const odd = made('div', '', 'acts');
  odd.append(menu('怎样发', Object.entries(facts.wxTwists), wxTwist, (key) => { wxTwist = key; }),
    pressed('令牌过期', '', () => wxSwitch('expireToken')), pressed('条数用完', '', () => wxSwitch('useUpQuota')),
    pressed('过了 48 小时', '', () => wxSwitch('closeWindow')), pressed('下次发布失败', '', () => wxSwitch('publishRefused')),
    pressed('下次发布成功', '', () => wxSwitch('publishWell')));
  more.append(made('summary', '故障'), odd);
  const said = made('p', wxSaid, 'said');
  said.setAttribute('role', 'status');
  list.prepend(pick, about);
  list.append(...[wxSaid ? said : '', form, acts, taps, more].filter(Boolean));
  const box = list.parentElement;
  box.scrollTop = box.scrollHeight;
}
`;

export const wxStyle = `
.wx-line{display:grid;justify-items:start;margin:8px 0}
.wx-line small{color:var(--ink-2);font-size:11px;margin-top:2px}
.wx-mine{justify-items:end}
.wx-bubble{max-width:78%;padding:8px 12px;border-radius:10px;background:var(--soft);overflow-wrap:anywhere;white-space:pre-wrap}
.wx-mine .wx-bubble{background:#95ec69;color:#111}
.wx-bubble>small{display:block}
.wx-bubble img,.wx-bubble video{display:block;max-width:160px;margin-top:6px;border-radius:8px}
.wx-bubble audio{display:block;width:220px;max-width:100%;margin-top:6px}
.wx-card{display:grid;gap:2px;width:200px;max-width:100%;margin-top:4px;padding:8px;border:1px solid var(--line);border-radius:8px;
  background:var(--card);color:var(--ink);text-decoration:none}
.wx-card span{font-size:12px;color:var(--ink-2)}
.wx-event{margin:10px 0;text-align:center;font-size:12px;color:var(--ink-2)}
.wx-menu{display:grid;grid-auto-columns:minmax(0,1fr);grid-auto-flow:column;gap:6px;margin:10px 0;align-items:end}
.wx-menu button,.wx-menu summary{width:100%;box-sizing:border-box;min-height:40px;cursor:pointer;text-align:center;line-height:40px;list-style:none}
.wx-menu details{position:relative}
.wx-up{position:absolute;bottom:44px;left:0;right:0;display:grid;gap:2px;background:var(--soft);border-radius:8px;padding:4px}
`;
