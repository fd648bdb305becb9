// People sign in to a class by QR code on a phone; shifts of a fleet are released or held for a day.
import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { periodBefore } from '@anlan/contract/modules/report/period';
import { expect, it } from 'vitest';
import { looks, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;
/** The tenant whose demonstration has coaches. */
const fleetTenant = '2';

async function caller(username: string) {
  const headers = await browser.headersOf(username);
  return async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${app.url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const responseBody: { data: T } = await answer.json();
    expect(answer.status, JSON.stringify(responseBody)).toBe(200);
    return responseBody.data;
  };
}
interface Row {
  id: string;
  version: number;
}

it('RT-26 records people who scan the changing QR code and sign on their phones', async () => {
  const send = await caller('safety1');
  const topic = '防滑防冻与冬季发车';
  const made = await send<Row>('POST', '/bus/classsession', {
    kind: 'class',
    topic,
    place: '培训室',
    heldAt: formatInstant(new Date()),
    minutes: 45,
    trainer: '许静远',
  });
  const begun = await send<Row>('POST', '/bus/classsession/begin', { id: made.id, version: made.version });
  const httpScope = await walker(browser, 'safety1', desktop);
  // The page may ask for the next code at the moment of the end.
  httpScope.person.expectStatus(400);
  await follow(httpScope.page, `/bus/classsession/show?id=${made.id}`);
  const code = front(httpScope.page).getByLabel('签到二维码');
  await code.waitFor();
  const strokes = () => code.locator('path').last().getAttribute('d');
  const drawn = await strokes();
  expect(drawn).not.toBeNull();
  await expect.poll(strokes, { timeout: 45_000 }).not.toBe(drawn);
  const { code: currentCode } = await send<{ code: string }>('GET', `/bus/classsession/code?id=${made.id}`);
  const learner = await walker(browser, 'entstaff1', phone);
  await follow(learner.page, `/bus/classsession/attend?code=${currentCode}`);
  const pad = front(learner.page).locator('canvas.sign-pad');
  await pad.scrollIntoViewIfNeeded();
  await pad.click({ position: { x: 60, y: 60 } });
  await front(learner.page).getByRole('button', { name: '确认签名' }).click();
  await learner.look({ 'session-attend': () => front(learner.page).getByText('已签到并签名').waitFor() });
  await httpScope.look({
    'session-show': () => front(httpScope.page).getByRole('img', { name: '沈安然的签名' }).waitFor({ timeout: 15_000 }),
  });
  await send<Row>('POST', '/bus/classsession/end', { id: begun.id, version: begun.version });
  const [sheet] = await Promise.all([
    httpScope.page.waitForEvent('download', { timeout: 30_000 }),
    front(httpScope.page).getByRole('button', { name: '培训记录表' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toBe(`培训记录表-${topic}-${dayOf(new Date())}.pdf`);
});

it('S101 counts a distant scan of the QR code only after the worker has come near', async () => {
  const send = await caller('safety1');
  const made = await send<Row>('POST', '/bus/classsession', {
    kind: 'talk',
    topic: '到场才算签到',
    place: '车场',
    heldAt: formatInstant(new Date()),
    minutes: 15,
    trainer: '许静远',
  });
  const begun = await send<Row>('POST', '/bus/classsession/begin', { id: made.id, version: made.version });
  const leader = await walker(browser, 'safety1', desktop);
  await leader.page.context().grantPermissions(['geolocation']);
  await leader.page.context().setGeolocation({ longitude: 121.55, latitude: 29.87, accuracy: 20 });
  await follow(leader.page, `/bus/classsession/show?id=${made.id}`);
  await front(leader.page).getByText('已记录签到位置').waitFor();
  const worker = await walker(browser, 'entstaff1', phone);
  const { page } = worker;
  await follow(page, `/bus/classsession/show?id=${made.id}`);
  await worker.look({ 'session-worker': () => front(page).getByText('请扫描现场屏幕上的二维码').waitFor() });
  expect(await front(page).getByLabel('签到二维码').count()).toBe(0);
  expect(await front(page).getByRole('button', { name: '补登' }).count()).toBe(0);
  await front(page).getByText('您还没有签到').waitFor();
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ longitude: 121.56, latitude: 29.87, accuracy: 20 });
  const scan = async () => {
    const { code } = await send<{ code: string }>('GET', `/bus/classsession/code?id=${made.id}`);
    await follow(page, `/bus/classsession/attend?code=${code}`);
  };
  await scan();
  await worker.look({
    'session-far': () =>
      front(page)
        .getByText(/^未到点：您的位置离签到地点约 \d+ 米/)
        .waitFor(),
  });
  await front(leader.page).getByText('不计入', { exact: true }).waitFor({ timeout: 15_000 });
  // Waits until the picture shows the next attendance code.
  const shown = front(leader.page).getByLabel('签到二维码').locator('path').last();
  const drawn = await shown.getAttribute('d');
  await expect.poll(() => shown.getAttribute('d'), { timeout: 45_000 }).not.toBe(drawn);
  await page.context().setGeolocation({ longitude: 121.5505, latitude: 29.87, accuracy: 20 });
  await scan();
  await front(page)
    .getByText(/^已签到。请在下面签名/)
    .waitFor();
  await send<Row>('POST', '/bus/classsession/end', { id: begun.id, version: begun.version });
  // The learner sees the own attendance, not the roster with the signatures of others.
  await follow(page, `/bus/classsession/show?id=${made.id}`);
  const own = front(page).getByRole('list', { name: '我的签到' });
  await own.getByText('沈安然').waitFor();
  expect(await own.getByRole('listitem').count()).toBe(1);
  expect(await front(page).getByRole('button', { name: '培训记录表' }).count()).toBe(0);
});

it('RT-26 opens the list behind a number of the monthly education report @deep', async () => {
  const head = await walker(browser, 'safety1', desktop);
  // Uses a past month, because the demonstration has training plans for that month.
  const month = periodBefore('month', dayOf(new Date()).slice(0, 7));
  await follow(head.page, `/bus/dailyEducationReport?month=${month}`);
  await head.look({ 'education-report': () => front(head.page).getByText('近十二个月').waitFor() });
  await front(head.page)
    .getByRole('link', { name: /^应训 \d+ 人次/ })
    .click();
  await head.page.waitForURL(/\/bus\/dailyEducation\/index\?/);
  const regulator = await walker(browser, 'regulator1', desktop);
  await follow(regulator.page, '/bus/dailyEducationReport');
  await regulator.look({
    'education-firms': () => front(regulator.page).getByRole('region', { name: '企业教育月报' }).waitFor(),
  });
});

it('ST-10 releases a complete shift, but not a shift without a driver', async () => {
  await app.sql(
    `update employee e set post_kind = 'scheduler' from app_user u
     where u.tenant_id = e.tenant_id and u.id = e.user_id and u.username = 'leader2'`,
    [],
    fleetTenant,
  );
  const [own] = await app.sql<{ id: string }>(
    `select e.enterprise_id as id from employee e join app_user u on u.tenant_id = e.tenant_id and u.id = e.user_id
     where u.username = 'leader2'`,
    [],
    fleetTenant,
  );
  // Creates two later shifts: one that may leave, and one without a driver.
  const ahead = await app.sql<{ id: string; fit: boolean }>(
    `with two as (select id, row_number() over (order by depart_at, id) = 1 as fit from shift
       where enterprise_id = $1 and driver_id is not null and talk_topic is not null
         and jsonb_array_length(checks) = 6 order by depart_at, id limit 2)
     update shift s set status = 'checked', distance_km = 60, relay_driver_id = null, departed_at = null, arrived_at = null,
       depart_at = now() + interval '5 minutes', arrive_at = now() + interval '65 minutes',
       driver_id = case when two.fit then s.driver_id end
     from two where two.id = s.id returning s.id, two.fit`,
    [own?.id],
    fleetTenant,
  );
  const [fit, held] = [true, false].map((wanted) => ahead.find((one) => one.fit === wanted)?.id ?? '');
  const scheduler = await walker(browser, 'leader2', desktop);
  const { page } = scheduler;
  const day = dayOf(new Date(Date.now() + 300_000));
  await follow(page, `/bus/shift/index?day=${day}&id=${held}`);
  const panel = front(page).getByRole('region', { name: '班次详情' });
  await scheduler.look({ 'shift-held': () => panel.getByText('请改派驾驶员').waitFor() });
  expect(await panel.getByRole('button', { name: '发班' }).isDisabled()).toBe(true);
  // The regulator sees the board but no action buttons.
  const above = await walker(browser, 'regulator2', desktop);
  await follow(above.page, `/bus/shift/index?day=${day}&enterpriseId=${own?.id}&id=${fit}`);
  const seen = front(above.page).getByRole('region', { name: '班次详情' });
  await seen.getByText('已安检').waitFor();
  await follow(page, `/bus/shift/index?day=${day}&id=${fit}`);
  await panel.getByRole('button', { name: '发班' }).click();
  await panel.getByText(/放行$/).waitFor();
  await seen.getByText(/放行$/).waitFor();
  const [row] = await app.sql<{ status: string }>('select status from shift where id = $1', [fit], fleetTenant);
  expect(row?.status).toBe('departed');
  // Most demonstration shifts may leave; in the evening few remain.
  const send = await caller('leader2');
  const board = await send<{ shifts: { blocked: number; shift: { status: string } }[] }>(
    'GET',
    `/bus/shift/board?day=${dayOf(new Date())}`,
  );
  const waiting = board.shifts.filter(({ shift }) => ['planned', 'checked'].includes(shift.status));
  const stopped = waiting.filter(({ blocked }) => blocked > 0).length;
  expect(stopped).toBeLessThanOrEqual(Math.max(6, waiting.length * 0.4));
});

it('shows the selected shift over the rows on a phone @deep', async () => {
  const { page } = await walker(browser, 'safety2', phone);
  await follow(page, '/bus/shift/index');
  await front(page).locator('.shift-list li > button:not(.shift-earlier)').first().click();
  const over = page.getByRole('dialog', { name: '班次' });
  await over.getByRole('region', { name: '班次详情' }).waitFor();
  await over
    .getByRole('button', { name: '关闭' })
    .or(over.getByRole('button', { name: 'Close' }))
    .click();
  await over.waitFor({ state: 'detached' });
});
