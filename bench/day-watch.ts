// Watches a page through a day: how long each step takes until it is painted, and what is wrong on the way.
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { focusOf, smallTargets, tooWide } from './day-looks.ts';
import { median, say } from './measure.ts';

const pictures = process.env['DAY_PICTURES'];
const patience = 20_000;
const longMs = 200;

/** What stands there when a step is done: something visible by its selector, with a text or value like this one. */
export interface Shown {
  at: string;
  text?: string;
  /** It is gone instead. */
  gone?: boolean;
  /** It stood before, too: it is looked for after the act. */
  late?: boolean;
}

/** What a step took and what was wrong. */
export interface Step {
  /** Milliseconds from the last press of a key or button until it is painted. */
  ms: number | null;
  /** The longest task of the page in it. */
  task: number;
}

type Told = { kind: 'press' | 'task' | 'script'; at: number; ms: number; what: string };

const shownIn = ({ at, text = '', gone = false }: Shown) => {
  const like = new RegExp(text);
  const isLike = (one: Element) =>
    like.test(
      one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : (one.textContent ?? ''),
    );
  const stands = [...document.querySelectorAll(at)].some(
    (one) => one.checkVisibility({ visibilityProperty: true }) && isLike(one),
  );
  if (stands === gone) return false;
  // Looked at before each picture: what follows it has been painted.
  return new Promise<number>((done) => {
    const after = new MessageChannel();
    after.port1.onmessage = () => done(performance.timeOrigin + performance.now());
    after.port2.postMessage(null);
  });
};

// In every page before its own code.
const tell = () => {
  if (window !== top) return;
  const told: (kind: string, at: number, ms: number, what: string) => void = Reflect.get(window, 'dayTold');
  const since = performance.timeOrigin;
  for (const kind of ['pointerup', 'click', 'contextmenu', 'keydown'])
    addEventListener(kind, (event) => told('press', since + event.timeStamp, 0, kind), {
      capture: true,
      passive: true,
    });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) told('task', since + one.startTime, one.duration, '');
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const scripts: { duration: number; startTime: number; invoker: string; sourceURL: string }[] = Reflect.get(
        one,
        'scripts',
      );
      for (const { duration, startTime, invoker, sourceURL } of scripts)
        told('script', since + startTime, duration, `${invoker} ${sourceURL.split('/').at(-1)}`);
    }
  }).observe({ type: 'long-animation-frame', buffered: true });
};

/** Opens the page of somebody whose day is watched. */
export async function watch(context: BrowserContext, name: string, isSmall: boolean) {
  const steps = new Map<string, Step>();
  const samples = new Map<string, number[]>();
  const problems: string[] = [];
  const targets = new Set<string>();
  let heard: Told[] = [];
  let current = 'begin';
  let awaited = /^$/;
  let taken = 0;
  await context.exposeBinding('dayTold', (_source, kind: Told['kind'], at: number, ms: number, what: string) => {
    heard.push({ kind, at, ms, what });
  });
  await context.addInitScript(tell);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const note = (text: string) => {
    problems.push(`${current}: ${text}`);
    say(`    ! ${current}: ${text}`);
  };
  const done = (called: string, step: Step) => {
    steps.set(called, step);
    say(`  ${name}: ${called} ${step.ms?.toFixed(0) ?? 'failed'}${step.task > 0 ? ` (${step.task.toFixed(0)})` : ''}`);
  };
  page.on('pageerror', (error) => awaited.test(error.message) || note(`uncaught ${error.message}`));
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !awaited.test(text)) note(`console ${text}`);
  });

  const picture = async (of: Page = page, called = current) => {
    taken += 1;
    const path = join(
      pictures ?? '',
      `${name}-${String(taken).padStart(2, '0')}-${called.replaceAll(/\W+/g, '-')}.png`,
    );
    if (pictures) await of.screenshot({ path, timeout: 60_000 });
  };
  const looked = async () => {
    for (const one of await page.evaluate(tooWide)) note(`sideways: ${one}`);
    if (isSmall) for (const one of await page.evaluate(smallTargets, 40)) targets.add(one);
    await picture();
  };

  /** Acts, and waits until what it shows is painted. */
  async function measure(act: () => Promise<unknown>, shown: Shown): Promise<Step> {
    heard = [];
    const wait = async () => (await page.waitForFunction<number | false, Shown>(shownIn, shown)).jsonValue();
    const early = shown.late ? null : wait();
    early?.catch(() => undefined);
    const began = Date.now();
    await act();
    const seen = Number(await (early ?? wait()));
    const pressed = heard.findLast(({ kind, at }) => kind === 'press' && at <= seen && at >= began - 1_000);
    if (seen < began) note(`stood there already: ${shown.at} ${shown.text ?? ''}`);
    const tasks = heard.filter(({ kind, ms }) => kind === 'task' && ms >= longMs);
    for (const { at, ms } of tasks) {
      const inside = heard.filter((one) => one.kind === 'script' && one.at >= at - 5 && one.at <= at + ms);
      const names = inside.toSorted((one, other) => other.ms - one.ms).map((one) => `${one.what} ${one.ms.toFixed(0)}`);
      note(`task of ${ms.toFixed(0)} ms: ${names.slice(0, 3).join('; ') || 'no script'}`);
    }
    return { ms: Math.max(0, seen - (pressed?.at ?? began)), task: Math.max(0, ...tasks.map(({ ms }) => ms)) };
  }

  return {
    page,
    isSmall,
    steps,
    problems,
    targets,
    note,
    picture,
    /** From here on errors like this one belong to the day. */
    expect: (like: RegExp) => void (awaited = like),
    /** One step of the day; one that fails is told, and the day goes on. */
    async step(called: string, act: () => Promise<unknown>, shown: Shown) {
      current = called;
      try {
        done(called, await measure(act, shown));
      } catch (error) {
        done(called, { ms: null, task: 0 });
        note(`failed: ${String(error).split('\n').slice(0, 6).join(' ')}`);
      }
      await looked().catch((error: unknown) => note(`not looked at: ${String(error).slice(0, 200)}`));
    },
    /** A step that is done several times; its median counts. */
    async sample(called: string, act: () => Promise<unknown>, shown: Shown) {
      current = called;
      try {
        const { ms, task } = await measure(act, shown);
        const all = [...(samples.get(called) ?? []), ms ?? 0];
        samples.set(called, all);
        done(called, { ms: median(all), task: Math.max(task, steps.get(called)?.task ?? 0) });
      } catch (error) {
        note(`failed: ${String(error).split('\n')[0]}`);
      }
    },
    /** Something between the steps, which may fail. */
    async between(act: () => Promise<unknown>) {
      await act().catch((error: unknown) => note(`between failed: ${String(error).split('\n')[0]}`));
    },
    /** Where the keyboard is. */
    focus: () => page.evaluate(focusOf),
    begin: (called: string) => void (current = called),
  };
}

/** A watched person. */
export type Watched = Awaited<ReturnType<typeof watch>>;
