// A lesson on a phone: what a learner watches is credited, what they skip is not.
import { readFile } from 'node:fs/promises';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { expect, it } from 'vitest';
import { looks, walker } from './looks.ts';
import { follow, front } from './people.ts';
import { openStage } from './stage.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;
const title = '冬季行车制动检查';
const clip = new URL('../apps/server/data/clip-brake.webm', import.meta.url);

/** A published plan for everybody of the enterprise, with one lesson of 60 seconds. */
async function publish() {
  const headers = await browser.headersOf('safety1');
  const send = async (path: string, body: FormData | object) => {
    const answer = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: body instanceof FormData ? headers : { ...headers, 'content-type': 'application/json' },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    const said: { data: { id: string; url: string; version: number } } = await answer.json();
    expect(answer.status, JSON.stringify(said)).toBe(200);
    return said.data;
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

it('RT-27 a learner watches on a phone; seeking and hurrying gain nothing', async () => {
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
  // To its end and sixteen times as fast: the player takes it back, and so would the server.
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
  // Paused, what was played is sent and credited: never more than has passed.
  await front(page).getByRole('button', { name: '暂停' }).click();
  await front(page).getByText('本课已计入').waitFor();
  await expect.poll(async () => (await credited()).ms, { timeout: 20_000 }).toBeGreaterThan(0);
  const { ms, furthest } = await credited();
  expect(ms).toBeLessThanOrEqual(Date.now() - before);
  expect(furthest).toBeLessThan(20_000);
});

it('ER-05 a video that does not play says so, after it was asked for anew', async () => {
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
});

it('RT-26 who runs the enterprise sees courses, plans and who is late @deep', async () => {
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
  // On a phone each value that a task has stands with its name.
  const small = await walker(browser, 'safety1', phone);
  await follow(small.page, '/bus/dailyEducation/index');
  const cards = front(small.page).locator('.list-card');
  for (const name of ['应完成日期', '学时']) await cards.getByText(name, { exact: true }).first().waitFor();
});

it('S97 a learner signs, and whoever scans the certificate sees whether it holds', async () => {
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
});
