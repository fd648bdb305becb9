// The work of a regulator's day and of an enterprise's administrator's.
import { go } from './browser.ts';
import {
  answer,
  dialog,
  enter,
  field,
  front,
  lock,
  outage,
  own,
  press,
  said,
  search,
  settings,
  tabs,
  visit,
} from './day-shell.ts';
import type { Watched } from './day-watch.ts';

const total = '.work .list-foot [role=status]';
const textOf = async ({ page }: Watched, at: string) =>
  (await page.locator(at).filter({ visible: true }).first().textContent())?.trim() ?? '';
const plain = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Anything but what stands there now. */
const another = async (who: Watched, at: string) => ({ at, text: `^(?!${plain(await textOf(who, at))}$).` });
const rows = ({ isSmall }: Watched) => (isSmall ? '.work .list-cards > li' : '.work .list-body tr');
/** What was changed last may well stand first in either order. */
const lastName = (who: Watched) => `${rows(who)}:last-child .list-name`;
const links = (who: Watched) => front(who).locator('a.list-name');
const sheet = '.work .dossier-main dl';

/** A form filled in wrongly, then rightly, and one that is left and found again. */
async function forms(who: Watched) {
  const { page } = who;
  const open = () => press(who, front(who).getByRole('button', { name: '编辑', exact: true }));
  const typed = `滨江路 ${Date.now() % 10_000} 号`;
  await who.step('form opens', open, { at: '[role=dialog] .enterprise-form input' });
  await field(who, '安全员电话').fill('1390000123');
  await who.step('a wrong field is told', () => answer(who, '保存'), { at: '.ant-form-item-explain-error', text: '.' });
  await field(who, '安全员电话').fill('13900001234');
  await field(who, '注册地址').fill(typed);
  await who.step('the right one is saved', () => answer(who, '保存'), said('已保存'));
  await who.step('form opens again', open, { at: '[role=dialog] .enterprise-form input' });
  await field(who, '注册地址').fill(`${typed} 草稿`);
  // A drawer covers the strip; the way back of the browser and addresses still lead away.
  await who.step('away from a form', () => go(page, '/wel/index'), { at: '.work .tile, .work .own-name' });
  await who.step('and back to it', () => press(who, page.locator('.tab-list [role=tab]').last()), {
    at: '[role=dialog] form input',
    text: '草稿',
  });
  await answer(who, '取消');
  await who.step('and it is given up', () => answer(who, '放弃修改'), { at: '[role=dialog]', gone: true });
}

const filter = async (who: Watched, placeholder: string, typed: string) => {
  await press(who, front(who).getByRole('searchbox', { name: placeholder }));
  await who.page.keyboard.type(typed);
};
const filtered = async (who: Watched, placeholder: string, typed: string) =>
  who.step('the list is filtered', () => filter(who, placeholder, typed), await another(who, total));

async function todos(who: Watched) {
  await who.step('to-dos', () => visit(who, '工作台', '我的待办'), { at: '.work .todo-row, .work .todo-box .state' });
  const later = front(who).locator('.todo-later').first();
  if ((await later.count()) === 0) return;
  await who.step('when to be reminded', () => press(who, later), { at: '[role=menuitem]', text: '三天后' });
  const item = who.page
    .getByRole('menuitem', { name: /^三天后/ })
    .filter({ visible: true })
    .first();
  await who.step('put off', () => press(who, item), said('再提醒'));
}

/** Reads the newest announcement and confirms it. */
export async function read(who: Watched, title: string) {
  await who.step('messages', () => press(who, who.page.getByRole('link', { name: /^消息/ })), {
    at: '.work .notice-row',
  });
  const row = front(who).locator('.notice-row', { hasText: title }).first();
  await who.step('an announcement is read', () => press(who, row), { at: '.notice-article h2', text: title });
  const confirm = who.page.getByRole('button', { name: '我已知悉，提交回执' });
  if ((await confirm.count()) > 0) await who.step('and confirmed', () => press(who, confirm), { at: '.notice-done' });
  if (who.isSmall) await press(who, dialog(who).locator('.ant-drawer-close'));
}

/** Writes an announcement; somebody who had no network meanwhile learns of it, reads it and confirms. */
async function announce(who: Watched, reader: Watched) {
  const { page } = who;
  const title = `节前检查安排 ${new Date().toISOString().slice(5, 19)}`;
  await who.step('announcements', () => visit(who, '工作台', '通知公告'), { at: total, text: '共' });
  await who.step('editor opens', () => press(who, front(who).getByRole('button', { name: '新增公告' }).first()), {
    at: '[role=dialog] [contenteditable=true]',
  });
  await who.step('published without a title', () => answer(who, '发布'), {
    at: '.ant-form-item-explain-error',
    text: '标题不能为空',
  });
  await field(who, '标题').fill(title);
  await press(who, field(who, '类别'));
  await press(who, page.locator('.ant-select-item-option').filter({ hasText: '工作部署', visible: true }));
  await press(who, dialog(who).getByRole('textbox', { name: '正文' }));
  await page.keyboard.type('请于本周五前完成节前自查，并在系统中报送检查情况。');
  await press(who, dialog(who).getByLabel('需要回执'));
  await who.picture();
  const dots = () => textOf(reader, '.message-icon').catch(() => '');
  reader.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const before = await dots();
  await reader.between(() => reader.page.context().setOffline(true));
  await who.step('published', () => answer(who, '发布'), said('已发布'));
  await reader.step('the socket catches up after an outage', () => reader.page.context().setOffline(false), {
    at: '.message-icon',
    text: `^(?!${before}$)\\d`,
  });
  await read(reader, title);
  await who.step('receipts', () => press(who, front(who).getByRole('button', { name: `阅读情况 ${title}` })), {
    at: '.notice-numbers',
    text: '已回执1',
  });
  await press(who, dialog(who).locator('.ant-drawer-close'));
}

/** A regulator's day. */
export async function regulatorDay(who: Watched, reader: Watched) {
  const { page, isSmall } = who;
  await enter(who, { username: 'regulator1', kind: '监管人员', home: '.tiles a.tile b' });
  await who.step('a number opens its list', () => press(who, page.locator('.tiles a.tile').nth(2)), {
    at: total,
    text: '共',
  });
  await search(who, 'qygl', '企业管理', await another(who, total));
  await filtered(who, '企业名称、信用代码', '化工');
  const sorted = await another(who, lastName(who));
  if (isSmall) {
    await press(who, front(who).locator('.list-sort'));
    const way = page.locator('.ant-select-item-option').filter({ hasText: '企业 ↓', visible: true });
    await who.step('the list is sorted', () => press(who, way), sorted);
  } else {
    const head = front(who).getByRole('columnheader', { name: '企业' }).first();
    await who.step('the list is sorted', () => head.click(), sorted);
  }
  await who.step('a dossier opens', () => press(who, links(who).first()), { at: sheet });
  await who.between(() => forms(who));
  const strip = (name: string) => page.locator('.tab-list').getByRole('tab', { name, exact: true });
  const dossiers = Array.from({ length: 8 }, (_, at) => async () => {
    await press(who, strip('企业管理').last());
    await press(who, links(who).nth(at + 1));
  });
  await tabs(who, dossiers, '.dossier-main dl');
  await who.between(() => announce(who, reader));
  await who.between(() => todos(who));
  await who.between(() => lock(who));
  await who.between(() => settings(who));
  await who.step('home in the dark', () => press(who, strip('首页')), { at: '.tiles a.tile b' });
  await who.step('the list in the dark', () => visit(who, '企业', '企业管理'), { at: rows(who) });
  await who.between(() => own(who));
  await who.step('the list again', () => visit(who, '企业', '企业管理'), { at: rows(who) });
  const edit = () =>
    press(
      who,
      front(who)
        .getByRole('button', { name: /^编辑 / })
        .first(),
    );
  await outage(who, { label: '简称', open: edit, list: () => filter(who, '企业名称、信用代码', '安全') });
}

/** The day of an enterprise's administrator. */
export async function enterpriseDay(who: Watched) {
  const { page } = who;
  await enter(who, { username: 'entadmin1', kind: '企业人员', home: '.own-name strong' });
  await search(who, 'qyyg', '企业员工', { at: rows(who) });
  await filtered(who, '姓名、用户名、手机号', '周');
  await who.step('own file', () => visit(who, '企业', '本企业信息'), { at: sheet });
  await who.between(() => forms(who));
  const places = Array.from({ length: 8 }, (_, at) => () => go(page, `/upms/user/entuser?n=${at}`));
  await tabs(who, places, '.list-foot [role=status]');
  await who.between(() => read(who, '节前检查安排'));
  await who.between(() => todos(who));
  await who.between(() => lock(who));
  await who.between(() => settings(who));
  await who.step('home in the dark', () => press(who, page.locator('.tab-list [role=tab]').first()), {
    at: '.own-name strong',
  });
  await who.step('own file in the dark', () => visit(who, '企业', '本企业信息'), { at: sheet });
  await who.between(() => own(who));
  await who.step('own file again', () => visit(who, '企业', '本企业信息'), { at: sheet });
  const edit = () => press(who, front(who).getByRole('button', { name: '编辑', exact: true }));
  await outage(who, { label: '注册地址', open: edit, list: () => visit(who, '系统', '企业员工') });
}
