import { expect, it } from 'vitest';
import { looks, walker } from './looks.ts';
import { follow, front } from './people.ts';
import { openStage } from './stage.ts';

const { house, browser } = await openStage();
const [desktop, phone] = looks;
const title = '冬季驾驶员安全教育';

const credited = async () => {
  const [row] = await house.sql<{ ms: number; furthest: number }>(
    `select coalesce(sum(credited_ms), 0)::int as ms, coalesce(max(furthest_ms), 0)::int as furthest
     from learning_progress where tenant_id = '1'`,
  );
  return row ?? { ms: 0, furthest: 0 };
};

it('RT-27 a learner watches on a phone; whoever seeks, hurries or hides gains nothing', async () => {
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

it('RT-26 whoever runs the enterprise sees courses, plans, the bank and who is late', async () => {
  const head = await walker(browser, 'safety1', desktop);
  const { page } = head;
  for (const [path, name, words] of [
    ['/bus/course/index', 'learning-courses', '驾驶员安全继续教育'],
    ['/bus/alearning/plan', 'learning-plans', title],
    ['/bus/question/index', 'learning-questions', '发车前制动气压应不低于多少'],
    ['/bus/dailyEducation/index', 'learning-tasks', '日常安全教育'],
  ] as const) {
    await follow(page, path);
    await head.look({ [name]: () => front(page).getByText(words).first().waitFor() });
  }
});
