import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PublicConfig, TokenAnswer } from '../packages/contract/src/modules/session/session.ts';
import { encryptPassword } from '../apps/web/src/lib/cipher.ts';

/** The password of the published accounts. */
const demoPassword = 'Anlan@2026';

const kinds: readonly (readonly [RegExp, string, string | null])[] = [
  [/^platform$/, '平台管理', null],
  [/^(ent|demoent|safety|leader)/, '', '企业人员'],
  [/^shop/, '', '店铺用户'],
  [/./, '', '监管人员'],
];
// The number at the end of a name is its tenant's; the platform's own people have none.
const numberIn = (username: string) => (username === 'platform' ? '0' : (/\d$/.exec(username)?.[0] ?? '1'));
const tenants = ['平台管理', '临澜区应急管理局（演示）', '云岭市交通运输局（演示）', '安澜控股集团（演示）'];

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

/** How somebody comes in who need not show that the form works. */
export interface Coming extends Look {
  /** A session of their own, which the test may end, lock or change; else all of a file share one. */
  ownSession?: boolean;
}

// One of each program serves all files of a worker, and ends with it: whoever sits at it shares nothing with others.
const launched = new Map<string, Promise<Browser>>();
async function launchedOf(executablePath: string): Promise<Browser> {
  const known = await launched.get(executablePath);
  if (known?.isConnected()) return known;
  const fresh = chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      // A camera that shows a test picture, and nobody is asked.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  launched.set(executablePath, fresh);
  return fresh;
}

/** Chromium, and the people who sit at it. */
export async function openBrowser(url: string, executablePath = '/usr/bin/chromium-headless-shell') {
  const browser = await launchedOf(executablePath);
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
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
    context.setDefaultTimeout(30_000);
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
    // What is still being read when somebody signs out is refused.
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

  /** The session of somebody that all of a file share. */
  async function shared(username: string) {
    const entries = kept.get(username) ?? (await sessionOf(url, username, agent));
    kept.set(username, entries);
    return entries;
  }

  return {
    stranger,
    /** What somebody's access token lets a program ask that is no page. */
    async headersOf(username: string): Promise<Record<string, string>> {
      const { content }: { content: string } = JSON.parse((await shared(username))['anlan-access_token'] ?? '');
      return { authorization: `Bearer ${content}`, 'user-agent': agent };
    },
    /** Somebody with a session; the form itself is the matter of sign-in.test.ts. */
    async enter(username: string, path = '/wel/index', { ownSession = false, ...look }: Coming = {}): Promise<Person> {
      const entries = await (ownSession ? sessionOf(url, username, agent) : shared(username));
      const person = await stranger(look);
      await person.page.addInitScript((given) => {
        // A frame of somebody else, and the browser's own reader of PDF, have no storage.
        const storage = (() => {
          try {
            return sessionStorage;
          } catch {
            return null;
          }
        })();
        // Once: who signs out stays out.
        if (storage === null || storage.length > 0) return;
        for (const [name, value] of Object.entries({ ...given, entered: '' })) storage.setItem(name, value);
      }, entries);
      await person.page.goto(path);
      await person.page.locator('[role=tab], main.plain, main.gate').first().waitFor();
      return person;
    },
    /** Nobody's browser complained since the last look, and everybody goes home. */
    async closeAll() {
      const people = all.splice(0);
      for (const person of people) await person.leave();
      expect(people.flatMap(({ faults }) => faults)).toEqual([]);
    },
    /** The file is done with it. */
    async close() {
      for (const person of all.splice(0)) await person.leave();
    },
  };
}

/** Chromium of a test file. */
export type TestBrowser = Awaited<ReturnType<typeof openBrowser>>;

/** Names under which a session is kept. */
export const sessionNames = ['anlan-access_token', 'anlan-refresh_token', 'anlan-session'];

/** What a browser tab keeps of a session that has just begun, by the answer that the form would get. */
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
  const told: TokenAnswer = await answer.json();
  const session = {
    key: crypto.randomUUID(),
    expiresAt: Date.now() + told.expires_in * 1000,
    tenantId: told.tenant_id,
    userId: told.user_id,
  };
  return Object.fromEntries(
    [told.access_token, told.refresh_token, session].map((content, at) => [
      sessionNames[at] ?? '',
      JSON.stringify({ content }),
    ]),
  );
}

/** Fills in the form of /login and sends it. */
export async function fillSignIn(page: Page, username: string, password = demoPassword) {
  const [, place, kind] = kinds.find(([pattern]) => pattern.test(username)) ?? [null, '', null];
  const tenant = place || tenants[Number(numberIn(username))];
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

/** Opens a screen from the side menu, behind its top menu entry; waits until its tab is in front. */
export async function goTo(page: Page, top: string, label: string) {
  // What waits behind an entry stands in its name too.
  const named = (text: string) => new RegExp(`^${text}(，|$)`);
  const menu = page.getByRole('navigation', { name: '顶部菜单' });
  const entry = menu.getByRole('button', { name: named(top) });
  // What has no room in the bar stands in its drop-down, once the bar has been measured.
  await entry.click({ timeout: 5_000 }).catch(async () => {
    await menu.getByRole('button', { name: /^更多/ }).click();
    await choose(page, named(top));
  });
  const link = page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link', { name: named(label) });
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await inFront(page, address);
}

/** The page of the tab in front. */
export const front = (page: Page) => page.locator('[role=tabpanel]:visible');

/** What the list in front says of its rows. */
export const listStatus = (page: Page) => front(page).locator('.list-foot').getByRole('status').textContent();

/** Waits until the tab of an address is in front, and its page is there. */
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

/** Goes to an address of our own without loading the page anew, as a link does; waits until its tab is in front. */
export async function follow(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
  await inFront(page, address);
}

/** Takes an entry of the person's own menu. */
export async function chooseOwn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, name);
}
/** Chooses from an open menu, with the mouse. */
export const choose = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: true }).filter({ visible: true }).first().click();
