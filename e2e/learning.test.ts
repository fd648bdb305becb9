// A learner watches a lesson on a phone. Only time that was really watched is credited, not skipped time.
import { readFile } from 'node:fs/promises';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { expect, it } from 'vitest';
import { looks, walker } from './screen-checks.ts';
import { fillSignIn, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;
const title = '冬季行车制动检查';
const clip = new URL('../apps/server/data/clip-brake.webm', import.meta.url);

async function publish() {
  const headers = await browser.headersOf('safety1');
  const send = async (path: string, body: FormData | object) => {
    const answer = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: body instanceof FormData ? headers : { ...headers, 'content-type': 'application/json' },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    const responseBody: { data: { id: string; url: string; version: number } } = await answer.json();
    expect(answer.status, JSON.stringify(responseBody)).toBe(200);
    return responseBody.data;
  };
  const form = new FormData();
  form.set('dir', 'video');
  form.set('file', new Blob([new Uint8Array(await readFile(clip))], { type: 'video/webm' }), '制动检查.webm');
  const { url } = await send('/upms/file/upload', form);
  const file = { id: url.slice(url.lastIndexOf('/') + 1), name: '制动检查.webm' };
  const lessons = [{ key: 'l1', title: '制动检查', media: 'video', seconds: 60, file }];
  const course = await send('/bus/course', { title: '制动检查课程', kind: 'routine', lessons });
  const today = dayOf(new Date());
  const made = await send('/bus/alearning/plan', {
    title,
    kind: 'routine',
    startOn: today,
    endOn: addDays(today, 30),
    audience: { everyone: true, postKinds: [], departments: [] },
    courses: [{ id: course.id, title: '制动检查课程' }],
    hoursRequired: 0.01,
  });
  await send('/bus/alearning/plan/publish', { id: made.id, version: made.version });
}

const credited = async () => {
  const [row] = await app.sql<{ ms: number; furthest: number }>(
    `select coalesce(sum(p.credited_ms), 0)::int as ms, coalesce(max(p.furthest_ms), 0)::int as furthest
     from learning_progress p join learning_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
     join training_plan n on n.tenant_id = t.tenant_id and n.id = t.plan_id where n.title = $1`,
    [title],
  );
  return row ?? { ms: 0, furthest: 0 };
};

it('RT-27 gives a learner on a phone no credit for seeking or a higher speed', async () => {
  await publish();
  const learner = await walker(browser, 'entstaff1', phone);
  const { page } = learner;
  await follow(page, '/bus/alearning/mine');
  await learner.look({
    'learning-mine': () => front(page).getByText(title).waitFor(),
    'learning-player': async () => {
      await front(page).getByText(title).click();
      await front(page).getByRole('button', { name: '开始学习' }).waitFor();
    },
  });
  const before = Date.now();
  await front(page).getByRole('button', { name: '开始学习' }).click();
  const video = front(page).locator('video');
  await video.waitFor();
  // The script jumps to the end at sixteen times the speed. The player resets position and speed, and the server would
  // not credit the skipped time.
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
  const after = await video.evaluate(async (element) => {
    if (!(element instanceof HTMLVideoElement)) return null;
    element.playbackRate = 16;
    element.currentTime = 55;
    await new Promise((done) => element.addEventListener('seeked', done, { once: true }));
    await new Promise((done) => element.addEventListener('timeupdate', done, { once: true }));
    return { rate: element.playbackRate, at: element.currentTime };
  });
  expect(after?.rate).toBe(1);
  expect(after?.at).toBeLessThan(20);
  // A pause sends the watched time to the server. The credit never exceeds the time that has really passed.
  await front(page).getByRole('button', { name: '暂停' }).click();
  await front(page).getByText('本课已计入').waitFor();
  await expect.poll(async () => (await credited()).ms, { timeout: 20_000 }).toBeGreaterThan(0);
  const { ms, furthest } = await credited();
  expect(ms).toBeLessThanOrEqual(Date.now() - before);
  expect(furthest).toBeLessThan(20_000);
  // The player has keys: K plays and pauses.
  await front(page)
    .getByRole('group', { name: /^播放器/ })
    .press('k');
  await front(page).getByRole('button', { name: '暂停' }).waitFor();
});

it('ER-05 reports a video that cannot be played', async () => {
  const learner = await walker(browser, 'entstaff1', phone);
  const { page } = learner;
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'media'
      ? route.fulfill({ status: 200, contentType: 'video/webm', body: 'no video' })
      : route.fallback(),
  );
  await follow(page, '/bus/alearning/mine');
  await front(page).getByText(title).click();
  await front(page)
    .getByRole('button', { name: /^(开始|继续)学习$/ })
    .click();
  await front(page).getByText('此视频暂无法播放，请稍后再试').waitFor();
  expect(await front(page).getByText('正在计入学时').count()).toBe(0);
});

it('RT-26 shows courses, training plans and late learners to the safety manager @deep', async () => {
  const head = await walker(browser, 'safety1', desktop);
  const { page } = head;
  for (const [path, name, words] of [
    ['/bus/course/index', 'learning-courses', '制动检查课程'],
    ['/bus/alearning/plan', 'learning-plans', title],
    ['/bus/dailyEducation/index', 'learning-tasks', '日常安全教育'],
  ] as const) {
    await follow(page, path);
    await head.look({ [name]: () => front(page).getByText(words).first().waitFor() });
  }
  // On a phone each value of a task is shown with its label.
  const small = await walker(browser, 'safety1', phone);
  await follow(small.page, '/bus/dailyEducation/index');
  const cards = front(small.page).locator('.list-card');
  for (const name of ['应完成日期', '学时']) await cards.getByText(name, { exact: true }).first().waitFor();
});

it('S97 shows the validity of the certificate after the learner has signed', async () => {
  await app.sql(
    `update learning_task t set status = 'signPending', hours = 0.1 from training_plan p, employee e, app_user u
     where p.id = t.plan_id and p.title = $1 and e.id = t.employee_id and u.id = e.user_id and u.username = 'entstaff1'`,
    [title],
  );
  const learner = await walker(browser, 'entstaff1', phone);
  const { page } = learner;
  await follow(page, '/bus/alearning/mine');
  await front(page).getByText(title).click();
  const pad = front(page).locator('canvas.sign-pad');
  await pad.scrollIntoViewIfNeeded();
  await pad.click({ position: { x: 60, y: 60 } });
  await front(page).getByRole('button', { name: '确认签名' }).click();
  const address = await front(page).getByRole('link', { name: '查验页面' }).getAttribute('href');
  await learner.look({ 'learning-ended': () => front(page).getByText('长期有效').waitFor() });
  await page.goto(`${app.url}${address ?? ''}`);
  await page.getByText('证书真实，目前有效。').waitFor();
  learner.person.expectStatus(404);
  await page.goto(`${app.url}/bus/alearning/training#1001.${'A'.repeat(43)}`);
  await page.reload();
  await page.getByText('链接已失效，请向安全员索取新链接').waitFor();
  // Opened without a link, both pages show the user's own record, and the player leads to the user's courses.
  for (const path of ['/bus/alearning/training', '/bus/alearning/personage']) {
    await page.goto(`${app.url}${path}`);
    await page.getByText('这是您本人的档案。').waitFor();
  }
  await follow(page, '/bus/dailyEducation/viewVideo');
  await page.waitForURL('**/bus/alearning/mine');
});

it('RT-13 RT-14 offer a stranger without a complete link the sign-in and keep the page', async () => {
  const { page } = await browser.stranger();
  for (const [hash, text] of [
    ['', '请扫描班组的学习二维码，或登录后查看本人的学习档案'],
    ['#1001.cut', '链接不完整，请重新扫码或向安全员索取'],
  ] as const)
    for (const path of ['/bus/alearning/training', '/bus/alearning/personage']) {
      await page.goto('about:blank');
      await page.goto(`${app.url}${path}${hash}`);
      await page.getByText(text).waitFor();
      const query = new URL((await page.getByRole('link', { name: '登录' }).getAttribute('href')) ?? '', app.url);
      expect(query.searchParams.get('to')).toBe(path);
      expect(query.searchParams.get('tenantId')).toBe(hash === '' ? null : '1001');
    }
  await page.goto(`${app.url}/login?tenantId=1&userType=1&to=/bus/alearning/personage`);
  await fillSignIn(page, 'entstaff1');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/bus/alearning/personage');
  await page.getByText('这是您本人的档案。').waitFor();
});
