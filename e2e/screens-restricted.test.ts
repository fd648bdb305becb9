import { it } from 'vitest';
import { atEachWidth, look } from './screen-checks.ts';
import { choose } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

atEachWidth(({ name, ...how }) => {
  it('pages of restricted sessions pass the axe and width checks: new password, second factor, lock @deep', async () => {
    const person = await browser.enter('regulator2', '/wel/index', how);
    // Expected failures: 403 for requests after the lock, 400 while no lock password exists.
    person.expectStatus(400, 403);
    const { page } = person;
    const word = () => page.getByLabel('锁屏密码', { exact: true });
    await look(person, name, {
      password: async () => {
        await page.goto('/password');
        await page.getByRole('button', { name: '保存并继续' }).click();
        await page.getByText('请输入新密码', { exact: true }).waitFor();
      },
      enrol: async () => {
        await page.goto('/enrol');
        await page.getByRole('button', { name: '开始设置' }).waitFor();
      },
      lock: async () => {
        await page.goto('/wel/index');
        await page.getByRole('button', { name: /用户菜单$/ }).click();
        await choose(page, '锁屏');
        const lockDialog = page.getByRole('dialog', { name: '设置锁屏密码' });
        await lockDialog
          .or(page.getByRole('button', { name: '解锁' }))
          .first()
          .waitFor();
        if (await lockDialog.isVisible()) {
          await lockDialog.getByLabel('锁屏密码').fill('lock-me');
          await lockDialog.getByLabel('再次输入').fill('lock-me');
          await lockDialog.getByRole('button', { name: '设置并锁屏' }).click();
        }
        await page.getByText(/起已锁定$/).waitFor();
      },
      'lock-wrong': async () => {
        await word().fill('wrong');
        await page.getByRole('button', { name: '解锁' }).click();
        await page.getByText('解锁密码错误,请重新输入').waitFor();
      },
    });
    await word().fill('lock-me');
    await page.getByRole('button', { name: '解锁' }).click();
    await page.waitForURL('**/wel/index');
  });
});
