import { it } from 'vitest';
import { atEachWidth, walker } from './looks.ts';
import { follow, front } from './people.ts';
import { openStage } from './stage.ts';

const { browser } = await openStage();

atEachWidth((width) => {
  it('who runs an enterprise looks at its people, and the tenant’s administrator at the calendar', async () => {
    const { page, dialog, close, look } = await walker(browser, 'safety1', width);
    await look({
      people: async () => {
        await follow(page, '/bus/emp/index');
        await front(page)
          .getByText(/本企业从业人员 \d+ 人/)
          .waitFor();
      },
      'people-form': async () => {
        await page.getByRole('button', { name: '新增从业人员' }).first().click();
        await dialog.getByLabel(/^姓名\*?$/).waitFor();
      },
      'people-wrong': async () => {
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('姓名不能为空').waitFor();
      },
      'people-details': async () => {
        await close();
        await front(page).getByText('许静远').first().click();
        await dialog.getByText('责任书签订日期').waitFor();
      },
    });
    const admin = await walker(browser, 'admin1', width);
    await admin.look({
      calendar: async () => {
        await follow(admin.page, '/upms/calendar/index');
        await front(admin.page).getByText('国庆节补班').first().waitFor();
      },
      'calendar-form': async () => {
        await admin.page.getByRole('button', { name: '新增工作日历' }).first().click();
        await admin.dialog.getByLabel(/^日期\*?$/).waitFor();
      },
      'people-overseen': async () => {
        await admin.close();
        await follow(admin.page, '/bus/emp/index');
        await front(admin.page)
          .getByText(/共 \d+ 人/)
          .waitFor();
      },
    });
  });
});
