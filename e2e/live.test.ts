import { it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './stage.ts';

const { app, browser } = await openStage();

it('ST-10 a session that an administrator ends says 提示 in its browser without a click there, and goes to /login', async () => {
  const { page } = await browser.enter('regulator1');
  // A call on its way would be told of the end before the line is: the line stands, and what is read with it has come.
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
