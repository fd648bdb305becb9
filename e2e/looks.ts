import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seedOf } from '../apps/server/testing/seeds.ts';
import { dialog } from './forms.ts';
import type { Look, Person, TestBrowser } from './people.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Where pictures of every screen go, for people to look at; no test needs them.
const pictures = process.env['E2E_PICTURES'];

/** Every screen at each width in every theme; else each at one width in one theme, another with another seed. */
export const deep = process.env['DEEP'] === '1';
const seed = seedOf('LOOKS_SEED');

/** One of many, by the seed and a name: the same in a run, whatever else is looked at in it. */
export function drawn<T>(name: string, many: readonly [T, ...T[]]): T {
  const bytes = createHash('sha256').update(`${seed} ${name}`).digest();
  return many[bytes.readUInt32BE() % many.length] ?? many[0];
}

/** A width that screens are walked at. */
export type Width = Required<Pick<Look, 'size'>> & { name: string };

/** The widths every screen is walked at; at each it is looked at in all four themes. */
export const looks: readonly [Width, Width] = [
  { name: '1440', size: { width: 1440, height: 900 } },
  { name: '390', size: { width: 390, height: 844 } },
];

/** The widths that a file's screens are looked at in: each, or one. */
export const widths = (): readonly Width[] =>
  deep ? looks : [drawn(relative(import.meta.dirname, expect.getState().testPath ?? ''), looks)];

/** The same walks at each of those widths. */
export const atEachWidth = (walks: (width: Width) => void) =>
  describe.each(widths())(`$name has nothing against it by axe, and fits its width (LOOKS_SEED=${seed})`, walks);

/** Somebody who has signed in and goes through screens one after the other. */
export async function walker(browser: TestBrowser, username: string, { name, ...how }: Width) {
  const person = await browser.enter(username, '/wel/index', how);
  const { page } = person;
  await settled(page);
  return {
    person,
    page,
    /** The dialog or drawer in front. */
    dialog: dialog(page),
    /** Leaves it; `changed` where it asks what becomes of what was typed. */
    close: async (typed?: 'changed') => {
      await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
      if (typed === 'changed') await dialog(page).getByRole('button', { name: '放弃修改' }).click();
      await dialog(page).waitFor({ state: 'detached' });
    },
    /** Leaves it by the keyboard. */
    escape: async () => {
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    },
    look: (screens: Screens) => look(person, name, screens),
  };
}

/** The page in front has come to rest: nothing is awaited, nothing moves any more. */
export const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      // Pages of tabs behind fetch nothing: what they lack since the window changed waits until they are in front.
      [
        ...document.querySelectorAll('.bones, .list-bone, .list-room, .list-view-room, [aria-label=正在打开页面]'),
      ].every((bone) => !bone.checkVisibility()) &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );

type Theme = 'theme-white' | 'theme-black' | 'theme-star' | 'theme-gradual';
const edges = ['theme-star', 'theme-gradual'] as const;

/** Puts the page that stands into a theme, as another browser tab would by choosing it. */
export const wear = (page: Page, theme: Theme) =>
  page.waitForFunction((name) => {
    const root = document.documentElement;
    localStorage.setItem('anlan-themeName', JSON.stringify({ dataType: 'string', content: name, type: 'local' }));
    dispatchEvent(new StorageEvent('storage', { key: 'anlan-themeName' }));
    // Pages before sign-in take the theme from the style sheet alone.
    if (document.querySelector('.shell') === null) root.dataset['theme'] = name;
    return root.dataset['theme'] === name;
  }, theme);

// What pages of tabs behind hold is asked for its style, element by element, by every rule: ten of them took five
// times as long as the page in front. Each was in front when it was looked at; a walk's last look has them beside it.
type Behind = 'put aside' | 'left there';

/** What axe says of the page, or of the readability of its colours alone, in the whole of it or the parts named. */
async function violations(
  page: Page,
  colours: 'all rules' | 'colours',
  { parts = [], behind = 'put aside' }: { parts?: string[]; behind?: Behind } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const options: RunOptions = {
    preload: false,
    resultTypes: ['violations'],
    ...(colours === 'colours' ? { runOnly: { type: 'rule', values: ['color-contrast'] } } : {}),
  };
  return page.evaluate(
    async ({ how, within, aside }): Promise<string[]> => {
      const { run }: { run: (where: unknown, options: unknown) => Promise<AxeResults> } = Reflect.get(window, 'axe');
      const there = within.flatMap((part) => [...document.querySelectorAll(part)]);
      if (within.length > 0 && there.length === 0) return [];
      // A frame would be loaded anew.
      const hidden = [...document.querySelectorAll('.view')].filter(
        (view) => aside && !view.checkVisibility() && view.querySelector('iframe') === null,
      );
      const marks = hidden.map((view) => {
        const mark = document.createComment('');
        view.replaceWith(mark);
        return { view, mark };
      });
      const found = await run(within.length > 0 ? { include: there } : document, how).finally(() => {
        for (const { view, mark } of marks) mark.replaceWith(view);
      });
      return found.violations.flatMap(({ id: rule, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${rule} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      );
    },
    { how: options, within: parts, aside: behind === 'put aside' },
  );
}

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

/** What of the page does not fit its width. */
export const unfit = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('.page-head .end, .list-actions')].filter((box) =>
      box.checkVisibility(),
    );
    return [
      ...[document.documentElement, ...document.querySelectorAll('.view')]
        // Pages of tabs behind keep the layout that they had there until they are in front.
        .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
        .map((box) => `sideways ${box.className} ${box.scrollWidth} > ${box.clientWidth}`),
      // Buttons of a page stand in one row; those of a list's row stand inside it.
      ...seen
        .filter(
          (box) => new Set([...box.children].map((one) => Math.round(one.getBoundingClientRect().top / 8))).size > 1,
        )
        .map((box) => `two rows: ${box.textContent}`),
      ...seen
        .filter(({ parentElement: cell }) => cell?.matches('td') && cell.scrollWidth > cell.clientWidth + 1)
        .map((box) => `cut: ${box.textContent}`),
    ];
  });

/** What stands against the page in a theme: all rules and its width, or its colours alone. */
async function inTheme(
  page: Page,
  name: string,
  theme: Theme,
  rules: 'all rules' | 'colours',
  behind?: Behind,
): Promise<string[]> {
  await wear(page, theme);
  await settled(page);
  await picture(page, `${name}-${theme}`);
  const found = [...(await violations(page, rules, { behind })), ...(rules === 'colours' ? [] : await unfit(page))];
  // A page that has just been loaded may still have been told what its person wears.
  if ((await page.evaluate(() => document.documentElement.dataset['theme'])) !== theme)
    return inTheme(page, name, theme, rules, behind);
  return found.map((problem) => `${theme}: ${problem}`);
}

// These two change the top bar and the side menu alone (the test of accents holds them to it), which stand the same
// around all screens of a walk.
async function aroundIt(page: Page, name: string, themes: readonly Theme[]): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset['theme'] = wanted;
    }, theme);
    await picture(page, `${name}-${theme}`);
    found.push(...(await violations(page, 'colours', { parts: ['.top', '.side'] })).map((one) => `${theme}: ${one}`));
  }
  return found;
}

const all = deep || pictures !== undefined;

/** What stands against the screen in front in one of the plain themes, or, when all is looked at, in both. */
export async function against(page: Page, name: string, turn: number, behind?: Behind): Promise<string[]> {
  const white = (turn + seed) % 2 === 0;
  const found = await inTheme(page, name, white ? 'theme-white' : 'theme-black', 'all rules', behind);
  return all ? [...found, ...(await inTheme(page, name, white ? 'theme-black' : 'theme-white', 'colours'))] : found;
}

/** Whether the pages of tabs behind stand beside one of a walk: beside its last. */
export const last = (at: number, walk: readonly unknown[]): Behind =>
  at === walk.length - 1 ? 'left there' : 'put aside';

/** How each screen is come to from the one before it. */
type Screens = Record<string, () => Promise<unknown>>;

/** Goes through screens one after the other; each says what it found. */
export async function look({ page }: Person, look: string, screens: Screens) {
  const problems: string[] = [];
  // Dark after light, then light after dark: each screen changes its dress once.
  const walk = Object.entries(screens);
  for (const [at, [screen, open]] of walk.entries()) {
    const name = `${screen}-${look}`;
    await open();
    await settled(page);
    const around = pictures || (deep && at === 0) ? edges : at === 0 ? [drawn(name, edges)] : [];
    const found = [...(await aroundIt(page, name, around)), ...(await against(page, name, at, last(at, walk)))];
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  await wear(page, 'theme-white');
  expect(problems).toEqual([]);
}
