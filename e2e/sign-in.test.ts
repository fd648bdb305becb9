import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillSignIn, front, goTo, sessionNames, signIn, signOut } from './people.ts';
import { openStage } from './app-and-browser.ts';
import { tokenOf } from './upload-file.ts';

// Names of tenants whose seed is not finished, as the server reports them.
let pending: readonly string[] = [];
const { app, browser } = await openStage({ pendingTenants: () => pending });
const { app: guarded, browser: gate } = await openStage({ captcha: true });

describe('signing in and out', () => {
  it('serves the files of the sign-in page in the compression of the build @deep', async () => {
    const { page } = await browser.stranger();
    await page.goto('/login');
    await page.getByLabel('用户名').waitFor();
    const came = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize] as const)
        .filter(([path]) => /\.(js|css)$/.test(path)),
    );
    expect(came.length).toBeGreaterThan(5);
    const built = join(import.meta.dirname, '../apps/web/dist');
    expect(came).toEqual(came.map(([path]) => [path, statSync(join(built, `${path}.br`)).size]));
  });

  it('lets a regulator sign in, change an enterprise and sign out (RT-01, RT-16, LY-04)', async () => {
    const { page } = await browser.stranger();
    await signIn(page, 'regulator1');
    expect(new URL(page.url()).pathname).toBe('/wel/index');
    await goTo(page, '企业', '企业管理');
    const [wanted] = await app.sql<{ name: string }>(
      "select name from enterprise where tenant_id = '1' and status = 'active' order by id limit 1",
    );
    const name = wanted?.name ?? '';
    await page.getByRole('searchbox', { name: '企业名称、信用代码' }).fill(name);
    await expect.poll(() => front(page).getByRole('status').last().textContent()).toContain('共 1 条');
    await page.getByRole('button', { name: `编辑 ${name}` }).click();
    await page.getByLabel('法定代表人').fill('顾清和');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    await front(page).getByRole('link', { name, exact: true }).click();
    await front(page).getByRole('heading', { name: '时间线' }).waitFor();
    const change = front(page).locator('.kit-history').first();
    await expect.poll(() => change.textContent()).toMatch(/林知远 修改.*把 法定代表人 由 .+ 改为 顾清和/);
    await signOut(page);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  it('lists tenants with an unfinished seed on the sign-in page until they are ready', async () => {
    pending = ['云岭市交通运输局（演示）', '安澜控股集团（演示）'];
    const { page } = await browser.stranger();
    await page.goto('/login');
    const notice = page.getByRole('status').filter({ hasText: '正在生成' });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('云岭市交通运输局（演示）、安澜控股集团（演示）');
    pending = ['安澜控股集团（演示）'];
    await expect.poll(() => notice.textContent()).not.toContain('云岭市');
    await signIn(page, 'regulator1');
    pending = [];
    await signOut(page);
    await page.getByLabel('用户名').waitFor();
    await expect.poll(() => notice.count()).toBe(0);
  });

  it('preserves the input after a wrong password (RT-01, ER-01)', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(426);
    await page.goto('/login');
    await fillSignIn(page, 'regulator2', 'not my password');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('alert').getByText('用户名不存在或密码错误').waitFor();
    expect(await page.getByLabel('用户名').inputValue()).toBe('regulator2');
    expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe('not my password');
    expect(await page.getByRole('combobox', { name: '单位' }).inputValue()).toContain('云岭市');
    expect(await page.getByRole('radio', { name: '监管人员' }).isChecked()).toBe(true);
    await page.getByLabel('密码', { exact: true }).fill('Anlan@2026');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wel/index');
  });

  it('names the missing fields of an empty form without a request @deep', async () => {
    const { page } = await browser.stranger();
    let tokenCalls = 0;
    await page.route('**/auth/pwd/token*', (route) => ((tokenCalls += 1), route.abort()));
    await page.goto('/login');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByText('请输入用户名').waitFor();
    await page.getByText('请输入密码').waitFor();
    expect(await page.getByLabel('用户名').evaluate((input) => input === document.activeElement)).toBe(true);
    expect(tokenCalls).toBe(0);
  });
});

describe('the captcha', () => {
  // Finds the answer of a captcha: the table stores only its hash, and all four-digit answers are tried.
  async function answerOf(randomStr: string) {
    const [row] = await guarded.sql<{ answer_hash: string }>(
      'select answer_hash from captcha where random_str = $1',
      [randomStr],
      '0',
    );
    for (let digits = 0; digits < 10_000; digits += 1) {
      const answer = String(digits).padStart(4, '0');
      if (createHash('sha256').update(answer).digest('base64url') === row?.answer_hash) return answer;
    }
    throw new Error('no four digits fit');
  }

  it('accepts only the right digits (RT-01)', async () => {
    const { page, expectStatus } = await gate.stranger();
    expectStatus(428);
    await page.goto('/login');
    const picture = page.getByRole('img', { name: '验证码图片，点击换一张' });
    const shown = async () => {
      await picture.waitFor();
      return new URL((await picture.getAttribute('src')) ?? '', guarded.url).searchParams.get('randomStr') ?? '';
    };
    const first = await shown();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
    await fillSignIn(page, 'regulator1');
    const right = await answerOf(first);
    await page.getByLabel('验证码', { exact: true }).fill(right === '0000' ? '0001' : '0000');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('alert').getByText('验证码').waitFor();
    await expect.poll(shown).not.toBe(first);
    expect(await page.getByLabel('验证码', { exact: true }).inputValue()).toBe('');
    expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe('Anlan@2026');
    const second = await shown();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(50);
    await page.getByLabel('验证码', { exact: true }).fill(await answerOf(second));
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/wel/index');
    await gate.closeAll();
  });
});

describe('the session in browser storage', () => {
  it('is stored only in the specified sessionStorage entries (ST-01, CN-08)', async () => {
    const { page } = await browser.stranger();
    await signIn(page, 'admin1');
    const storedEntries = await page.evaluate(() => ({
      session: { ...sessionStorage } as Record<string, string>,
      local: { ...localStorage } as Record<string, string>,
      cookies: document.cookie,
    }));
    const token = JSON.parse(storedEntries.session['anlan-access_token'] ?? '{}');
    expect(token).toEqual({
      dataType: 'string',
      content: expect.stringMatching(/^\S{20,}$/),
      type: 'session',
      datetime: expect.any(Number),
    });
    for (const name of sessionNames) expect(Object.keys(storedEntries.session)).toContain(name);
    expect(Object.keys(storedEntries.session).every((name) => name.startsWith('anlan-'))).toBe(true);
    expect(JSON.parse(storedEntries.local['anlan-tenant_id'] ?? '{}').content).toBe('1');
    const refresh = JSON.parse(storedEntries.session['anlan-refresh_token'] ?? '{}').content;
    for (const secret of [token.content, refresh]) {
      expect(JSON.stringify(storedEntries.local)).not.toContain(secret);
      expect(storedEntries.cookies).not.toContain(secret);
    }
    expect((await page.context().cookies()).length).toBe(0);
  });

  it('is passed to a new browser tab', async () => {
    const { page } = await browser.stranger();
    await signIn(page, 'entstaff3');
    const other = await page.context().newPage();
    await other.goto('/wel/index');
    await other.getByRole('tab', { name: '首页' }).waitFor();
    await page.bringToFront();
    await signOut(page);
    await other.waitForURL('**/login');
    expect(await other.evaluate(() => sessionStorage.getItem('anlan-access_token'))).toBeNull();
  });

  it('is renewed once when 1000 s remain (ST-02)', async () => {
    const person = await browser.stranger();
    const { page } = person;
    await page.clock.install();
    await signIn(page, 'regulator3');
    const before = await page.evaluate(() => sessionStorage.getItem('anlan-access_token'));
    let renewals = 0;
    page.on('request', (request) => {
      if (request.url().includes('/auth/oauth/token')) renewals += 1;
    });
    // Waits until no call is running, because half a day passes at once.
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward((43_200 - 1_060) * 1000);
    expect(renewals).toBe(0);
    const renewed = page.waitForResponse((response) => response.url().includes('/auth/oauth/token'));
    await page.clock.fastForward(70_000);
    expect((await renewed).status()).toBe(200);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('anlan-access_token'))).not.toBe(before);
    await page.clock.fastForward(30_000);
    expect(renewals).toBe(1);
    await goTo(page, '企业', '企业管理');
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
  });

  it('shows one message when the session was ended elsewhere (ST-15, ER-02)', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(401);
    await signIn(page, 'entadmin3');
    await page.waitForLoadState('networkidle');
    const token = await tokenOf(page);
    const ended = await fetch(`${app.url}/auth/token/logout`, { headers: { authorization: `Bearer ${token}` } });
    expect(ended.status).toBe(200);
    const entry = page.getByRole('navigation', { name: '顶部菜单' }).getByRole('button', { name: '企业', exact: true });
    const { x = 0, y = 0, width = 0, height = 0 } = (await entry.boundingBox()) ?? {};
    // Clicks by coordinates: moving the mouse over an entry may already open the page and remove the entry.
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForURL('**/login');
    await page.getByRole('alert').waitFor();
    const text = (await page.getByRole('alert').textContent()) ?? '';
    expect(text).not.toBe('');
    expect(await page.getByText(text, { exact: true }).count()).toBe(1);
    expect(await page.evaluate(() => sessionStorage.getItem('anlan-access_token'))).toBeNull();
  });
});

describe('the route guard', () => {
  it('redirects / over /wel to /wel/index (RT-15)', async () => {
    const { page } = await browser.enter('admin1', '/');
    await page.waitForURL('**/wel/index');
    await page.goto('/wel');
    await page.waitForURL('**/wel/index');
    await expect.poll(() => page.getByRole('tab').count()).toBe(1);
  });

  it('shows /404 with status 404 for an unknown path (RT-02)', async () => {
    const { page, expectStatus } = await browser.enter('admin1');
    expectStatus(404);
    const answer = await page.goto('/no/such/screen');
    expect(answer?.status()).toBe(404);
    await page.waitForURL('**/404');
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.waitForURL('**/wel/index');
  });

  it('shows /404 for an unknown path also without sign-in (RT-02, RG-05)', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(404);
    expect((await page.goto('/no/such/screen?a=1'))?.status()).toBe(404);
    await page.waitForURL('**/404');
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    await page.getByRole('button', { name: '去登录' }).click();
    await page.waitForURL('**/login');
  });

  it('offers the sign-in on /lock without a session (RT-03)', async () => {
    const { page } = await browser.stranger();
    await page.goto('/lock');
    await page.getByRole('heading', { name: '没有锁定的屏幕' }).waitFor();
    await page.getByRole('button', { name: '重新登录' }).click();
    await page.waitForURL('**/login');
  });

  it.each(['/401', '/403', '/404', '/500'])(
    'shows %s to anybody, also without sign-in (RT-02, RG-05)',
    async (path) => {
      const { page } = await browser.stranger();
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await page.getByText(path.slice(1), { exact: true }).waitFor();
      await page.getByRole('button', { name: '去登录' }).click();
      await page.waitForURL('**/login');
    },
  );

  it('redirects a person without a token to /login (RG-05)', async () => {
    const { page } = await browser.stranger();
    await page.goto('/bus/enterprise/index');
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: '登录' }).waitFor();
  });

  it('opens the requested page after the sign-in', async () => {
    const { page } = await browser.stranger();
    await page.goto('/bus/enterprise/index?keyword=a');
    await page.waitForURL('**/login');
    await fillSignIn(page, 'admin1');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/bus/enterprise/index?keyword=a');
  });

  it('gives a second tab the session while the first tab is busy', async () => {
    const { page } = await browser.enter('admin1');
    const second = await page.context().newPage();
    const busy = page.evaluate(() => {
      const until = performance.now() + 1_200;
      while (performance.now() < until);
    });
    await second.goto('/bus/enterprise/index');
    await second.getByRole('tab', { name: '企业管理' }).waitFor();
    await busy;
  });

  it('redirects a person with a token from /login to / (RG-02)', async () => {
    const { page } = await browser.enter('admin1', '/login');
    await page.waitForURL('**/wel/index');
  });

  it('signs out when the current person cannot be determined (RG-03)', async () => {
    const { page, expectStatus } = await browser.enter('admin1');
    expectStatus(500);
    await page.route('**/upms/user/info*', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":1,"msg":"坏了","data":null}' }),
    );
    await page.reload();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => sessionStorage.getItem('anlan-access_token'))).toBeNull();
  });

  it('shows the lock screen instead of every page (RG-01)', async () => {
    const { page } = await browser.enter('admin1');
    await page.evaluate(() =>
      sessionStorage.setItem('anlan-isLock', JSON.stringify({ dataType: 'boolean', content: true, type: 'session' })),
    );
    await page.goto('/wel/index');
    await page.waitForURL('**/lock');
  });

  it('sets the page title to that of the front tab (RG-06)', async () => {
    const { page } = await browser.enter('admin1');
    await expect.poll(() => page.title()).toMatch(/^首页 - /);
    await goTo(page, '企业', '企业管理');
    await expect.poll(() => page.title()).toMatch(/^企业管理 - /);
    await page.getByRole('tab', { name: '首页' }).click();
    await expect.poll(() => page.title()).toMatch(/^首页 - /);
  });
});
