import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PublicConfig, TokenAnswer } from '../packages/contract/src/modules/session/session.ts';
import { encryptPassword } from '../apps/web/src/lib/cipher.ts';

const demoPassword = 'Anlan@2026';

const kinds: readonly (readonly [RegExp, string, string | null])[] = [
  [/^platform$/, '平台管理', null],
  [/^(ent|demoent|safety|leader)/, '', '企业人员'],
  [/^shop/, '', '店铺用户'],
  [/./, '', '监管人员'],
];
// The last digit of a username is the tenant. Staff of the platform belong to tenant 0.
const numberIn = (username: string) => (username === 'platform' ? '0' : (/\d$/.exec(username)?.[0] ?? '1'));
const tenants = ['平台管理', '临澜区应急管理局（演示）', '云岭市交通运输局（演示）', '安澜控股集团（演示）'];

export interface Person {
  page: Page;
  /** Declares expected statuses of failed responses. Other failures are recorded in `faults`. */
  expectStatus(...statuses: number[]): void;
  /** Console errors, uncaught errors, policy violations and failed calls. Must be empty at the end. */
  faults: string[];
  leave(): Promise<void>;
}

export interface Look {
  size?: { width: number; height: number };
  theme?: 'theme-white' | 'theme-black';
}

export interface SignInOptions extends Look {
  /**
   * True for a separate session that the test may end, lock or change. By default the tests of a file share one
   * session.
   */
  ownSession?: boolean;
}

// One browser process per executable serves all test files of a worker. Each person has a separate context.
const launched = new Map<string, Promise<Browser>>();
async function launchedOf(executablePath: string): Promise<Browser> {
  const existingBrowser = await launched.get(executablePath);
  if (existingBrowser?.isConnected()) return existingBrowser;
  const fresh = chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      // Chromium shows a fake camera picture without asking for permission.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  launched.set(executablePath, fresh);
  return fresh;
}

export async function openBrowser(url: string, executablePath = '/usr/bin/chromium-headless-shell') {
  const browser = await launchedOf(executablePath);
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
  const sessions = new Map<string, Record<string, string>>();
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
    context.setDefaultTimeout(30_000);
    const faults: string[] = [];
    const allowed = new Set<number>();
    await context.exposeBinding(
      'tellViolation',
      (_source, violationText: string) => void faults.push(`policy: ${violationText}`),
    );
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const violation = `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`;
        Reflect.get(window, 'tellViolation')(violation);
      });
    });
    if (theme !== 'theme-white')
      await context.addInitScript((content) => {
        if (location.protocol === 'http:')
          localStorage.setItem('anlan-themeName', JSON.stringify({ dataType: 'string', content, type: 'local' }));
      }, theme);
    context.on('console', (message) => {
      // Ignores failed calls in the console, because their status is checked elsewhere, and lost sockets, which
      // reconnect.
      if (message.type() === 'error' && !/^(Failed to load resource|WebSocket connection to)/.test(message.text()))
        faults.push(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => void faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    // Requests that are running at sign-out are refused, which is no fault.
    let isLeaving = false;
    context.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/auth/')) isLeaving = path === '/auth/token/logout';
    });
    context.on('response', (response) => {
      const status = response.status();
      if (status >= 400 && !allowed.has(status) && !(isLeaving && status === 401))
        faults.push(`answer: ${status} ${response.request().method()} ${response.url()}`);
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

  /** Returns the session of an account, which all tests of the file share. */
  async function shared(username: string) {
    const entries = sessions.get(username) ?? (await sessionOf(url, username, agent));
    sessions.set(username, entries);
    return entries;
  }

  return {
    stranger,
    async headersOf(username: string): Promise<Record<string, string>> {
      const { content }: { content: string } = JSON.parse((await shared(username))['anlan-access_token'] ?? '');
      return { authorization: `Bearer ${content}`, 'user-agent': agent };
    },
    /** Opens a browser for a person with a session. The sign-in form itself is tested in sign-in.test.ts. */
    async enter(
      username: string,
      path = '/wel/index',
      { ownSession = false, ...look }: SignInOptions = {},
    ): Promise<Person> {
      const entries = await (ownSession ? sessionOf(url, username, agent) : shared(username));
      const person = await stranger(look);
      await person.page.addInitScript((sessionEntries) => {
        // Foreign frames and the PDF viewer have no storage.
        const storage = (() => {
          try {
            return sessionStorage;
          } catch {
            return null;
          }
        })();
        // Fills the storage only once, so that the person stays signed out after a sign-out.
        if (storage === null || storage.length > 0) return;
        for (const [name, value] of Object.entries({ ...sessionEntries, entered: '' })) storage.setItem(name, value);
      }, entries);
      await person.page.goto(path);
      await person.page.locator('[role=tab], main.plain, main.gate').first().waitFor();
      return person;
    },
    /** Closes all browser contexts, then asserts that no page logged an error or received an unexpected status. */
    async closeAll() {
      const people = all.splice(0);
      for (const person of people) await person.leave();
      expect(people.flatMap(({ faults }) => faults)).toEqual([]);
    },
    async close() {
      for (const person of all.splice(0)) await person.leave();
    },
  };
}

export type TestBrowser = Awaited<ReturnType<typeof openBrowser>>;

export const sessionNames = ['anlan-access_token', 'anlan-refresh_token', 'anlan-session'];

async function sessionOf(url: string, username: string, agent: string): Promise<Record<string, string>> {
  const { clientId, clientSecret, passwordKey, passwordMode }: PublicConfig = await (
    await fetch(`${url}/config.json`)
  ).json();
  const query = new URLSearchParams({
    username,
    password: encryptPassword(demoPassword, passwordKey, passwordMode),
    grant_type: 'password',
    scope: 'server',
    tenantId: numberIn(username),
  });
  const answer = await fetch(`${url}/auth/pwd/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'user-agent': agent },
  });
  if (answer.status !== 200) throw new Error(`${username} does not get in: ${answer.status} ${await answer.text()}`);
  const tokenAnswer: TokenAnswer = await answer.json();
  const session = {
    key: crypto.randomUUID(),
    expiresAt: Date.now() + tokenAnswer.expires_in * 1000,
    tenantId: tokenAnswer.tenant_id,
    userId: tokenAnswer.user_id,
  };
  return Object.fromEntries(
    [tokenAnswer.access_token, tokenAnswer.refresh_token, session].map((content, at) => [
      sessionNames[at] ?? '',
      JSON.stringify({ content }),
    ]),
  );
}

export async function fillSignIn(page: Page, username: string, password = demoPassword) {
  const [, place, kind] = kinds.find(([pattern]) => pattern.test(username)) ?? [null, '', null];
  const tenant = place || tenants[Number(numberIn(username))];
  await page.getByRole('combobox', { name: '单位' }).click();
  await page.getByRole('option', { name: tenant ?? '' }).click();
  if (kind) await page.getByText(kind, { exact: true }).click();
  await page.getByLabel('用户名').fill(username);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password);
}

export async function signIn(page: Page, username: string, password = demoPassword) {
  await page.goto('/login');
  await fillSignIn(page, username, password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/wel/index');
  await page.getByRole('tab', { name: '首页' }).waitFor();
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, '退出登录');
  await page.getByText('是否退出系统, 是否继续?').waitFor();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/login');
}

export async function goTo(page: Page, top: string, label: string) {
  // The accessible name of a menu entry may end with a count.
  const named = (text: string) => new RegExp(`^${text}(，|$)`);
  const menu = page.getByRole('navigation', { name: '顶部菜单' });
  const entry = menu.getByRole('button', { name: named(top) });
  // When the menu bar is too narrow, the entry moves to the drop-down menu as soon as the bar is measured.
  await entry.click({ timeout: 5_000 }).catch(async () => {
    await menu.getByRole('button', { name: /^更多/ }).click();
    await choose(page, named(top));
  });
  const link = page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link', { name: named(label) });
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await inFront(page, address);
}

export const front = (page: Page) => page.locator('[role=tabpanel]:visible');

export const listStatus = (page: Page) => front(page).locator('.list-foot').getByRole('status').textContent();

async function inFront(page: Page, address: string) {
  await page.waitForFunction((to) => {
    const { tabs, active } = JSON.parse(sessionStorage.getItem('anlan-tabs') ?? '{}').content ?? { tabs: [] };
    const tab = tabs.find((one: { id: string }) => one.id === active);
    return (
      tab?.value === to.split('?')[0] &&
      (!to.includes('?') || tab.search === `?${new URLSearchParams(to.split('?')[1])}`)
    );
  }, address);
  await page.locator('[role=progressbar][aria-label=正在打开页面]').waitFor({ state: 'detached' });
}

/** Navigates without a page load, as a link does; waits until the tab is in front. */
export async function follow(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
  await inFront(page, address);
}

export async function chooseOwn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, name);
}
export const choose = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: true }).filter({ visible: true }).first().click();
