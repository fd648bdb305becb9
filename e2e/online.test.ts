import { describe, expect, it } from 'vitest';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

describe('online people', () => {
  it('lose their sessions at once when an administrator ends them (S12, ST-15)', async () => {
    const victim = await browser.enter('entstaff1', '/wel/index', { ownSession: true });
    victim.expectStatus(401);
    const beside = await victim.page.context().newPage();
    await beside.goto('/wel/index');
    await beside.getByRole('tab', { name: '首页' }).waitFor();

    const { page } = await browser.enter('admin1');
    await follow(page, '/upms/token/index');
    const list = front(page);
    await list.getByText(/共 [\d,]+ 条/).waitFor();
    await list.getByPlaceholder('姓名、用户名').fill('entstaff');
    await list.getByText('共 1 条').waitFor();
    const row = list.getByRole('row', { name: /entstaff1/ });
    await row.getByText('企业人员').waitFor();
    await row.getByText(/Chrome 浏览器 \d+ · Linux 电脑/).waitFor();
    await row.getByRole('button', { name: /^强制下线/ }).click();
    await page.getByRole('dialog', { name: '将“沈安然”强制下线？' }).getByRole('button', { name: '强制下线' }).click();
    await list.getByText('没有符合筛选条件的记录').waitFor();
    // The list shows the person's own session, but this session cannot be ended here.
    await list.getByPlaceholder('姓名、用户名').fill('admin1');
    await list.getByText('当前会话').waitFor();
    expect(await list.getByRole('button', { name: /^强制下线/ }).count()).toBe(0);

    // Many calls fail at the same time, but the person sees one message.
    const visitedPaths: string[] = [];
    victim.page.on('framenavigated', (frame) => void visitedPaths.push(new URL(frame.url()).pathname));
    await victim.page.evaluate(() =>
      Promise.all(
        ['/bus/station/index', '/bus/enterprise/mine'].map((to) => {
          history.pushState({}, '', to);
          dispatchEvent(new PopStateEvent('popstate', { state: {} }));
          return to;
        }),
      ),
    );
    await victim.page.waitForURL('**/login');
    await beside.waitForURL('**/login');
    await victim.page.getByText('管理员已结束您的登录，请重新登录').waitFor();
    expect(visitedPaths.filter((path) => path === '/login')).toHaveLength(1);
    expect(await victim.page.evaluate(() => sessionStorage.getItem('anlan-access_token'))).toBeNull();
    expect(await beside.evaluate(() => sessionStorage.getItem('anlan-access_token'))).toBeNull();
  });
});
