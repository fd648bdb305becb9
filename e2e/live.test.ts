import { it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

it('ST-10 shows 提示 at once when an administrator ends the session', async () => {
  const { page } = await browser.enter('regulator1');
  // Waits for the socket too. A request in progress would otherwise report the end of the session first.
  await page.goto('about:blank');
  const stands = new Promise<void>((done) => {
    page.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ready"')) done();
      }),
    );
  });
  await page.goto('/wel/index');
  await stands;
  await front(page).getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle');
  await app.sql(
    `update session set revoked_at = now(), revoked_reason = 'ended by administrator'
       where user_id = (select id from app_user where username = 'regulator1')`,
  );
  const alert = page.getByRole('dialog').filter({ hasText: '提示' });
  await alert.getByText('管理员已结束您的登录，请重新登录').waitFor();
  await alert.getByRole('button', { name: '重新登录' }).click();
  await page.waitForURL('**/login');
  await page.getByText('管理员已结束您的登录，请重新登录').waitFor();
});
