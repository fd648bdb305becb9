import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** The password of the published accounts. */
const demoPassword = 'Anlan@2026';

const kinds: readonly (readonly [RegExp, string, string | null])[] = [
  [/^platform$/, '平台管理', null],
  [/^(ent|demoent)/, '', '企业人员'],
  [/^shop/, '', '店铺用户'],
  [/./, '', '监管人员'],
];
const tenants = ['安澜平台', '临澜区应急管理局（演示）', '云岭市交通运输局（演示）', '安澜控股集团（演示）'];

/** A person at a browser: their page, and what the browser complained of. */
export interface Person {
  page: Page;
  /** Answers of these statuses belong to the test; any other failure is a finding. */
  expectStatus(...statuses: number[]): void;
  /** What must stay empty: errors in the console, uncaught ones, violated policies, failed calls. */
  faults: string[];
  leave(): Promise<void>;
}

/** How the browser looks. */
export interface Look {
  size?: { width: number; height: number };
  theme?: 'theme-white' | 'theme-black';
}

/** Chromium, and the people who sit at it. */
export async function openBrowser(url: string) {
  const browser: Browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
    ],
  });
  const kept = new Map<string, Record<string, string>>();
  const all: Person[] = [];

  async function stranger({ size = { width: 1440, height: 900 }, theme = 'theme-white' }: Look = {}): Promise<Person> {
    const options: BrowserContextOptions = {
      viewport: size,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      baseURL: url,
      reducedMotion: 'reduce',
    };
    const context = await browser.newContext(options);
    context.setDefaultTimeout(15_000);
    const faults: string[] = [];
    const allowed = new Set<number>();
    await context.exposeBinding('tellViolation', (_source, told: string) => void faults.push(`policy: ${told}`));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const told = `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`;
        Reflect.get(window, 'tellViolation')(told);
      });
    });
    if (theme !== 'theme-white')
      await context.addInitScript((content) => {
        if (location.protocol === 'http:')
          localStorage.setItem('anlan-themeName', JSON.stringify({ dataType: 'string', content, type: 'local' }));
      }, theme);
    context.on('console', (message) => {
      // Chromium tells every failed call here too; those are watched by their status. A socket tries again by itself.
      if (message.type() === 'error' && !/^(Failed to load resource|WebSocket connection to)/.test(message.text()))
        faults.push(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => void faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('response', (response) => {
      if (response.status() >= 400 && !allowed.has(response.status()))
        faults.push(`answer: ${response.status()} ${response.request().method()} ${response.url()}`);
    });
    const person: Person = {
      page: await context.newPage(),
      faults,
      expectStatus: (...statuses) => statuses.forEach((status) => allowed.add(status)),
      leave: () => context.close(),
    };
    all.push(person);
    return person;
  }

  return {
    stranger,
    /** Somebody who has signed in through the form, or who did so before in this file. */
    async enter(username: string, path = '/wel/index', look: Look = {}): Promise<Person> {
      const person = await stranger(look);
      const { page } = person;
      const before = kept.get(username);
      if (before) {
        await page.addInitScript((entries) => {
          if (sessionStorage.length > 0 || sessionStorage.getItem('entered')) return;
          for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value);
        }, before);
        await page.goto(path);
      } else {
        await signIn(page, username);
        kept.set(username, await page.evaluate(sessionEntries, sessionNames));
        if (path !== '/wel/index') await page.goto(path);
      }
      await page.locator('[role=tab], main.plain, main.gate').first().waitFor();
      return person;
    },
    /** Nobody's browser complained since the last look, and everybody goes home. */
    async closeAll() {
      const people = all.splice(0);
      for (const person of people) await person.leave();
      expect(people.flatMap(({ faults }) => faults)).toEqual([]);
    },
    close: () => browser.close(),
  };
}

/** Chromium of a test file. */
export type TestBrowser = Awaited<ReturnType<typeof openBrowser>>;

/** Names under which a session is kept. */
export const sessionNames = ['anlan-access_token', 'anlan-refresh_token', 'anlan-session'];
const sessionEntries = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, sessionStorage.getItem(name) ?? '']));

/** Fills in the form of /login and sends it. */
export async function fillSignIn(page: Page, username: string, password = demoPassword) {
  const [, place, kind] = kinds.find(([pattern]) => pattern.test(username)) ?? [null, '', null];
  const tenant = place || tenants[Number(/\d$/.exec(username)?.[0] ?? 1)];
  await page.getByRole('combobox', { name: '单位' }).click();
  await page.getByRole('option', { name: tenant ?? '' }).click();
  if (kind) await page.getByText(kind, { exact: true }).click();
  await page.getByLabel('用户名').fill(username);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password);
}

/** Signs in through the form and waits for the home page. */
export async function signIn(page: Page, username: string, password = demoPassword) {
  await page.goto('/login');
  await fillSignIn(page, username, password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/wel/index');
  await page.getByRole('tab', { name: '首页' }).waitFor();
}

/** Signs out from the user menu, saying yes. */
export async function signOut(page: Page) {
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, '退出登录');
  await page.getByText('是否退出系统, 是否继续?').waitFor();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/login');
}

/** Opens a screen from the side menu, behind its top menu entry. */
export async function goTo(page: Page, top: string, label: string) {
  await page.getByRole('navigation', { name: '顶部菜单' }).getByRole('button', { name: top, exact: true }).click();
  await page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link', { name: label, exact: true }).click();
}

/** The page of the tab in front. */
export const front = (page: Page) => page.locator('[role=tabpanel]:visible');

/** Goes to an address of our own without loading the page anew, as a link does; waits until its tab is in front. */
export async function follow(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
  await page.waitForFunction((to) => {
    const { tabs, active } = JSON.parse(sessionStorage.getItem('anlan-tabs') ?? '{}').content ?? { tabs: [] };
    const tab = tabs.find((one: { id: string }) => one.id === active);
    return (
      tab?.path === to.split('?')[0] &&
      (!to.includes('?') || tab.search === `?${new URLSearchParams(to.split('?')[1])}`)
    );
  }, address);
  await page.locator('[role=progressbar][aria-label=正在打开页面]').waitFor({ state: 'detached' });
}

/** Chooses from an open menu; a click by hand would race the menu's opening. */
export const choose = (page: Page, name: string | RegExp) =>
  page
    .getByRole('menuitem', { name, exact: true })
    .filter({ visible: true })
    .first()
    .evaluate((item: HTMLElement) => item.click());
