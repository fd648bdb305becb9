// S39: writes 120 hostile texts into more than forty fields and opens all pages that show them. No text may run.
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fields, fillHostile, fillHostileAdmin, pages, textsOf, type Field } from './hostile-fields.ts';
import { payloadOf, payloads } from './hostile-payloads.ts';
import { fillHostileRest } from './hostile-rest.ts';
import { follow, front, type Person } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

// Long timeout: a busy machine needs minutes for hundreds of rows.
const patience = 180_000;

const seen = new Map<Field, Set<number>>(fields.map((field) => [field, new Set()]));
const ran: unknown[] = [];

/** Opens a browser for a person, and records every script of a payload that runs in it. */
async function sitting(username: string): Promise<Person> {
  const person = await browser.enter(username);
  const { page } = person;
  // Expects failed requests, because the addresses of logos and licences do not exist.
  person.expectStatus(400, 404);
  await page.exposeFunction('ran', (what: unknown) => void ran.push(what));
  page.on('dialog', (dialog) => (ran.push(dialog.message()), void dialog.dismiss()));
  return person;
}

/** Records which payloads of the fields are visible, and asserts that no payload became markup. */
async function look(page: Page, shown: readonly Field[]): Promise<void> {
  const wanted = shown.map((field) => textsOf(field));
  const { found: visibleByField, alive } = await page.evaluate((texts) => {
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
    const all = plain(document.body.innerText);
    const led = ['href', 'src', 'action', 'formaction', 'data', 'srcdoc', 'xlink:href', 'style'];
    const marked = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.matches('#root script, object, embed, img[src="x"], base, body meta') ||
        [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith('on') || (led.includes(name) && /^\W*(javascript|vbscript|data:text)/i.test(value)),
        ),
    );
    return {
      found: texts.map((some) => some.flatMap((text, at) => (all.includes(plain(text)) ? [at] : []))),
      alive: marked.map(
        (element) =>
          `${element.localName} ${[...element.attributes].map(({ name, value }) => `${name}=${value}`).join(' ')}`,
      ),
    };
  }, wanted);
  // Counts the visible payloads. A payload that became markup fails the assertion above. The last test then reports
  // the payload as not visible too.
  expect(alive).toEqual([]);
  for (const [at, field] of shown.entries()) for (const one of visibleByField[at] ?? []) seen.get(field)?.add(one);
}

/** Repeats `look` until enough payloads were visible. The last test reports missing ones. */
async function lookFor(page: Page, shown: readonly Field[], wanted = payloads.length): Promise<void> {
  const least = async () => {
    await look(page, shown);
    return Math.min(...shown.map((field) => seen.get(field)?.size ?? 0));
  };
  await expect
    .poll(least, { timeout: 40_000 })
    .toBeGreaterThanOrEqual(wanted)
    .catch(() => undefined);
}

async function readList(page: Page, path: string, shown: readonly Field[], more = ''): Promise<void> {
  for (const current of [1, 2]) {
    await follow(page, `${path}?${[`current=${current}`, 'size=100', more].filter(Boolean).toSorted().join('&')}`);
    await front(page).locator('.list[aria-busy=false] tbody tr:not([aria-hidden])').first().waitFor();
    await lookFor(page, shown, (payloads.length * current) / 2);
  }
}

const allColumns = (page: Page, lists: readonly string[]) =>
  page.evaluate((names) => {
    const userId = JSON.parse(sessionStorage.getItem('anlan-session') ?? '{}').content?.userId ?? '';
    for (const name of names)
      localStorage.setItem(
        `anlan-columns-${name}-${userId}`,
        JSON.stringify({
          content: { order: ['labels', 'supervision', 'safety', 'legal', 'userAgent', 'requestId'], hidden: [] },
        }),
      );
  }, lists);

const report = () =>
  fields.flatMap((field) => {
    const count = seen.get(field)?.size ?? 0;
    return count < payloads.length ? [`${field} ${count}`] : [];
  });

async function regulator(firms: readonly string[], notice: string) {
  const { page } = await sitting('regulator1');
  await allColumns(page, ['enterprise', 'station']);
  await readList(page, '/bus/enterprise/index', ['enterprise.name']);
  await readList(page, '/bus/station/index', [
    'station.name',
    'station.code',
    'station.grade',
    'station.address',
    'station.managerName',
  ]);
  const dossier: Field[] = ['enterprise.businessScope', 'history.before', 'history.after', 'step.by', 'step.note'];
  for (const [at, id] of firms.slice(0, pages).entries()) {
    await follow(page, `/bus/enterprise/dossier?id=${id}`);
    const before = () => seen.get('history.before')?.size ?? 0;
    await expect.poll(async () => (await look(page, dossier), before())).toBe(((at + 1) * payloads.length) / pages);
  }
  await readList(page, '/bus/notice/index', ['notice.title', 'notice.publisher']);
  await follow(page, '/notice?tab=announcement');
  const more = front(page).getByRole('button', { name: '加载更多' });
  const rows = front(page).locator('.notice-row');
  await rows.first().waitFor();
  while ((await more.count()) > 0) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  await lookFor(page, ['notice.summary', 'notice.from']);
  await follow(page, `/notice?id=${notice}&tab=announcement`);
  await lookFor(page, ['file.name']);
  await follow(page, '/info/index');
  await lookFor(page, ['party.label']);
  await follow(page, '/bus/riskrule/index');
  await lookFor(page, ['warning.title', 'warning.text']);
  await front(page).getByRole('button', { name: '预览' }).click();
  await page.getByRole('button', { name: '关闭预览' }).waitFor();
  await look(page, []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('banner').getByRole('button', { name: '任务', exact: true }).click();
  await lookFor(page, ['job.title', 'job.message']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const [state, shown] of [
    ['', 'todo.title'],
    ['state=done', 'todo.doneBy'],
  ] as const)
    for (const current of [1, 2]) {
      await follow(page, `/bus/todo/index?${[`current=${current}`, 'size=100', state].filter(Boolean).join('&')}`);
      await front(page).locator('.todo-box[aria-busy=false] li').first().waitFor();
      await lookFor(page, [shown], (payloads.length * current) / 2);
    }
}

async function administrator() {
  const { page } = await sitting('admin1');
  await allColumns(page, ['user', 'log-acts', 'log-errors', 'online']);
  await readList(page, '/upms/user/index', ['user.nickName', 'user.username', 'organ.name', 'role.name']);
  await readList(page, '/upms/role/index', ['role.name', 'role.code', 'role.description']);
  await follow(page, '/upms/organ/index');
  await lookFor(page, ['organ.name']);
  await readList(page, '/upms/log/index', [
    'audit.userName',
    'audit.address',
    'audit.userAgent',
    'audit.requestId',
    'audit.note',
  ]);
  await follow(page, '/upms/log/index');
  await lookFor(page, ['visit.by', 'visit.reason']);
  await front(page)
    .getByRole('row', { name: /改动很多的人/ })
    .getByRole('button', { name: /详情/ })
    .click();
  await lookFor(page, ['change.before', 'change.after']);
  await page.keyboard.press('Escape');
  await readList(page, '/upms/log/index', ['error.kind', 'error.message', 'error.url', 'error.address'], 'type=9');
  for (const from of [0, 40, 80]) {
    await follow(page, '/upms/log/index?type=9');
    await front(page)
      .getByRole('row', { name: new RegExp(`堆栈很长${from}\\b`) })
      .getByRole('button', { name: /详情/ })
      .click();
    await expect
      .poll(async () => (await look(page, ['error.stack']), seen.get('error.stack')?.size ?? 0))
      .toBeGreaterThanOrEqual(from + 40);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await readList(page, '/upms/token/index', ['session.address']);
  await follow(page, '/upms/frame/index');
  await lookFor(page, ['frame.name', 'frame.host']);
}

async function platform() {
  const { page } = await sitting('platform');
  await allColumns(page, ['tenant']);
  await readList(page, '/upms/tenant/index', ['tenant.name', 'tenant.icp', 'tenant.tec', 'tenant.host']);
  await follow(page, '/upms/menu/index');
  await lookFor(page, ['menu.name', 'menu.path', 'menu.permission']);
  await follow(page, '/upms/dict/index');
  await lookFor(page, ['dictionary.label', 'dictionary.type']);
  await front(page)
    .getByRole('button', { name: /^企业标签/ })
    .click();
  await lookFor(page, ['item.label', 'item.value', 'item.description']);
}

/** Texts that appear once or in pictures: tags, regions, server name, person and enterprise names. */
async function fillSingles() {
  const one = (at: number) => payloadOf(999, at);
  await app.sql(
    `update dictionary_item t set label = p.text
       from (select id, row_number() over (order by id) as no from dictionary_item
         where type in ('supervisionKind', 'enterpriseColor', 'noticeKind', 'enterpriseSize')) n
       join unnest($1::text[]) with ordinality as p(text, no) on p.no = n.no where t.id = n.id`,
    [payloads.map((_, at) => one(at))],
    '0',
  );
  for (const id of ['1', '2'])
    await app.sql(
      `update brand set name = $2, copy = $3, icp = $3, tec = $3, logo = 'javascript:ran(2)' where id = $1`,
      [id, one(Number(id)), one(32)],
      id,
    );
  await app.sql(
    `update region r set name = p.text from (select code, row_number() over (order by code) as no from region where code like '3301%') n
       join unnest($1::text[]) with ordinality as p(text, no) on p.no = n.no where r.code = n.code`,
    [payloads.map((_, at) => one(at))],
    '0',
  );
  await app.sql(`update app_user set nick_name = $1 where username in ('regulator1', 'entadmin1')`, [one(7)]);
  await app.sql(
    `update enterprise e set name = $1, color = 'red', lng = 120.2, lat = 30.2 from user_enterprise b join app_user u on u.id = b.user_id
       where u.username = 'entadmin1' and b.enterprise_id = e.id`,
    [one(16)],
  );
}

async function hover(page: Page) {
  for (const picture of await front(page).locator('canvas, svg, [role=img]').all()) {
    const box = await picture.boundingBox();
    if (!box || box.width < 120 || box.height < 60) continue;
    for (const share of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    await look(page, []);
  }
}

const quiet = (page: Page) => front(page).locator('[aria-busy=true], .bones').first().waitFor({ state: 'detached' });

describe('120 hostile texts in each of more than forty fields @deep', () => {
  let firms: readonly string[];
  let notice: string;
  beforeAll(async () => {
    const filled = await fillHostile(app);
    notice = (await fillHostileAdmin(app, filled.people)).article;
    await fillHostileRest(app, filled.firms);
    firms = filled.firms;
  });
  afterEach(() => expect(ran).toEqual([]));

  it('appear as plain text on the pages of a regulator (S39)', () => regulator(firms, notice), patience);
  it('appear as plain text on the pages of an administrator (S39)', administrator, patience);
  it('appear as plain text on the pages of the platform (S39)', platform, patience);
  it('were all displayed at least once (S39)', () => {
    expect(fields.length * payloads.length).toBeGreaterThanOrEqual(40 * 120);
    expect(payloads.length).toBe(120);
    expect(report()).toEqual([]);
  });
});

it(
  'shows hostile texts as plain text in charts, map, dialogs and public pages (S39) @deep',
  async () => {
    // Opens the sessions first, because the sign-in form finds the server by its name, which the test changes.
    const head = await sitting('entadmin1');
    const { page, expectStatus: allowed } = await sitting('regulator1');
    allowed(403);
    await fillSingles();
    await page.reload();
    await page.getByRole('tab', { name: '首页' }).waitFor();
    for (const path of ['/wel/index', '/bus/enterprise/map', '/bus/enterprise/duplicates', '/info/index']) {
      await follow(page, path);
      await quiet(page);
      await look(page, []);
      await hover(page);
    }
    const dialog = page.getByRole('dialog').filter({ visible: true });
    for (const [path, name] of [
      ['/bus/station/index', /^编辑/],
      ['/bus/enterprise/index', '新增企业'],
      ['/bus/notice/index', '新增公告'],
    ] as const) {
      await follow(page, path);
      await front(page).getByRole('button', { name }).first().click();
      await dialog.getByRole('button', { name: '取消', exact: true }).waitFor();
      await look(page, []);
      await dialog.getByRole('button', { name: '取消', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    // Payloads in the address appear in the tab title and as search word of an empty list.
    for (const text of payloads.slice(-pages)) {
      const query = (of: Record<string, string>) => new URLSearchParams(of).toString();
      await follow(page, `/myiframe/urlPath?${query({ name: text, src: 'https://evil.example/' })}`);
      await front(page).getByText('不在菜单和本单位允许的外部网站中').waitFor();
      await follow(page, `/bus/enterprise/index?${query({ keyword: text })}`);
      await quiet(page);
      await look(page, []);
    }
    await head.page.reload();
    await head.page.getByRole('tab', { name: '首页' }).waitFor();
    for (const path of ['/wel/index', '/bus/enterprise/mine', '/notice', '/info/index']) {
      await follow(head.page, path);
      await quiet(head.page);
      await look(head.page, []);
      await hover(head.page);
    }
    await head.page.getByRole('button', { name: /用户菜单$/ }).click();
    await look(head.page, []);

    const { page: outside, expectStatus } = await browser.stranger();
    expectStatus(400, 404);
    await outside.exposeFunction('ran', (what: unknown) => void ran.push(what));
    for (const path of ['/login', '/upms/tenant/index-outside', '/register', '/bus/enterprise/apply']) {
      await outside.goto(path);
      await outside.locator('main, form').first().waitFor();
      if (path === '/login') await outside.getByRole('combobox', { name: '单位' }).click();
      await look(outside, []);
    }
    expect(ran).toEqual([]);
  },
  patience,
);
