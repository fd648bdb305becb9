// Every measured number that a person receives equals the rows of the lists that it opens, and SQL of its definition
// that does not use the product's code.
import { pagePath, declaredResources, measures } from '@anlan/contract/modules';
import { addressesOf, type Days, type Measure } from '@anlan/contract/kit/measure';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { shareOf } from '@anlan/contract/domain/number-text';
import { figureMeasures } from '@anlan/contract/modules/report/figure-measures';
import { lastEndedPeriod, spanOf } from '@anlan/contract/modules/report/period';
import type { ReportSheet } from '@anlan/contract/modules/report/views';
import type { Figure } from '@anlan/contract/kit/figure';
import type { ScoreCard } from '@anlan/contract/modules/score/score';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, send, sendCall } from '../../../testing/client.ts';
import { demoTenantId, openDemoTenant, signInDemo } from '../../../testing/demo-tenant.ts';
import { measureSql, withoutSql } from '../../../testing/measure-sql.ts';
import { numbersWithoutMeasure, unmeasured } from '../../../testing/unmeasured-numbers.ts';
import type { TestApp } from '../../../testing/app.ts';

type Shown = Pick<Figure, 'value' | 'numerator' | 'denominator' | 'from' | 'to' | 'href' | 'partHref'> & {
  measure: Measure;
  place: string;
};
const people = ['admin1', 'regulator1', 'entadmin1', 'safety1', 'leader1', 'entstaff1', 'shop1', 'platform'] as const;
type Person = (typeof people)[number];
function typeOf(person: Person) {
  if (person === 'platform') return person;
  if (person === 'shop1') return 'shop';
  return /^(admin|regulator)/.test(person) ? 'regulator' : 'enterprise';
}

/** Name and input of the call in a place, for example `danger.counts` in `danger.counts.overdue`. */
function callOf(place: string): string {
  const [path = '', query] = place.split('?');
  const call = path
    .replace(/[@=].*/, '')
    .split('.')
    .slice(0, 2)
    .join('.');
  return query === undefined ? call : `${call}?${query}`;
}
/** Calls that answer with numbers of the caller. */
const calls = [
  'home.regulator',
  'home.supervision',
  'home.enterprise',
  'enterprise.indexStatistics',
  'enterprise.statisticsCount',
  'enterprise.joinedByKind',
  'enterprise.perfectByKind',
  ...new Set(measures.flatMap(({ places = [] }) => places.map(callOf))),
];

const app: TestApp = await openDemoTenant();
const today = dayOf(app.clock.now());
/** Input of the calls that need some. */
const inputs: Readonly<Record<string, string>> = {
  'educationReport.totals': `month=${lastEndedPeriod('month', today)}`,
  'inspectionPlan.coverage': `year=${today.slice(0, 4)}`,
  'wxStat.days': `from=${addDays(today, -29)}&to=${today}`,
};
const shown = new Map<Person, Shown[]>();
const tokens = new Map<Person, string>();
const enterprises = new Map<Person, string | null>();

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const measureNamed = (key: unknown) => measures.find((one) => one.key === key);

/** Figures anywhere in an answer. */
function figuresIn(answer: unknown, place: string): Shown[] {
  if (Array.isArray(answer)) return answer.flatMap((one, at) => figuresIn(one, `${place}[${at}]`));
  if (!isRecord(answer)) return [];
  const inner = Object.entries(answer).flatMap(([key, value]) => figuresIn(value, `${place}.${key}`));
  if (typeof answer['measure'] !== 'string') return inner;
  const measure = measureNamed(answer['measure']);
  if (!measure) throw new Error(`${place}: no measure is called ${answer['measure']}`);
  // The cast is safe: the encoder writes only fields of the schema of a figure.
  return [{ ...(answer as unknown as Shown), measure, place }, ...inner];
}

/** The days that an answer covers, if it names them. */
function daysIn(answer: Record<string, unknown>): Days | undefined {
  const { from, to, month } = answer;
  if (typeof from === 'string' && typeof to === 'string') return { from, to };
  return typeof month === 'string' ? spanOf('month', month) : undefined;
}
/** Objects of an answer that hold the last field of a path, with the fields of the objects around them. */
function holdersOf(answer: unknown, [name = '', ...rest]: readonly string[]): Record<string, unknown>[] {
  if (!isRecord(answer)) return [];
  if (rest.length === 0) return [answer];
  const inner: unknown = answer[name.replace('[]', '')];
  const all: unknown[] = Array.isArray(inner) ? inner : [inner];
  return all.flatMap((one) => (isRecord(one) ? holdersOf({ ...answer, ...one }, rest) : []));
}

function placedAt(measure: Measure, place: string, answer: Record<string, unknown>): Shown[] {
  const [path = '', parts] = place.split('=');
  const [numeratorField, denominatorField] = parts?.split('/') ?? [];
  const fields = path.split('.').slice(2);
  const days = measure.days && (daysIn(answer) ?? measure.days(today));
  return holdersOf(answer, fields).flatMap((holder): Shown[] => {
    const value = holder[fields.at(-1) ?? ''];
    if (typeof value !== 'number' && value !== null) return [];
    const numerator = Number(numeratorField === undefined ? value : holder[numeratorField]);
    const denominator = denominatorField === undefined ? null : Number(holder[denominatorField]);
    const line = path.includes('[]') ? holder : undefined;
    const addresses = addressesOf(measure, { today, line, ...(days ? { days } : {}) });
    const { from, to } = days ?? { from: null, to: null };
    const [href, partHref] =
      (denominator ?? value ?? 0) === 0 ? [null, null] : [addresses?.rows ?? null, addresses?.part ?? null];
    const isShare = measure.kind === 'share';
    return [{ measure, place, value, numerator, denominator, from, to, href, partHref: isShare ? partHref : null }];
  });
}

/** Whether a call has numbers for people of this type. */
function isFor(call: string, person: Person): boolean {
  const places = measures.flatMap((one) => one.places ?? []).filter((place) => callOf(place) === call);
  const types = places.flatMap((place) => /@(\w+)/.exec(place)?.[1] ?? []);
  return types.length < places.length || types.length === 0 || types.includes(typeOf(person));
}

/** Numbers whose places the measures name. */
const placedIn = (answer: unknown, call: string, person: Person): Shown[] =>
  measures.flatMap((measure) =>
    (measure.places ?? []).flatMap((place) => {
      const userType = /@(\w+)/.exec(place)?.[1] ?? typeOf(person);
      if (callOf(place) !== call || userType !== typeOf(person)) return [];
      // A call may answer with the number alone.
      return placedAt(measure, place.replace(/[@?].*/, ''), isRecord(answer) ? answer : { '': answer });
    }),
  );

beforeAll(async () => {
  for (const person of people) {
    const token = await signInDemo(app, person, person === 'platform' ? '0' : demoTenantId);
    tokens.set(person, token);
    const own: Shown[] = [];
    for (const name of calls) {
      if (!isFor(name, person)) continue;
      const [call, query = inputs[name] ?? ''] = name.split('?');
      const mounted = app.mounted.find((one) => one.name === call);
      if (!mounted) throw new Error(`no call is named ${name}`);
      const answer = await send(app, 'GET', mounted.call.path, { token, query });
      if (answer.status === 403) continue;
      const data = dataOf<unknown>(answer);
      own.push(...figuresIn(data, name), ...placedIn(data, name, person));
    }
    shown.set(person, own);
    const current = await send(app, 'GET', '/bus/enterprise/getCurrentEnt', { token });
    enterprises.set(person, current.status === 200 ? (dataOf<{ id: string } | null>(current)?.id ?? null) : null);
  }
}, 120_000);
afterAll(() => app.close());

const otherPages: Readonly<Record<string, string>> = {
  '/bus/enterprise/index': '/bus/enterprise/page',
  '/bus/shift/plan': '/bus/shift/page',
  '/bus/todo/index': '/bus/todo/page',
  '/bus/danger/own': '/bus/enterpriseexpinfo/page',
  '/upms/tenant/index': '/upms/tenant/page',
  '/upms/user/index': '/upms/user/page',
  '/wxmp/wxuser/index': '/weixin/wxuser/page',
};
const declaredAt = (path: string) => declaredResources.find((one) => one.menu && pagePath(one) === path);
const isListed = (path: string) => path in otherPages || declaredAt(path) !== undefined;
function listCallOf(path: string): string {
  const call = otherPages[path] ?? declaredAt(path)?.calls['page']?.path;
  if (call === undefined) throw new Error(`no list is known for ${path}`);
  return call;
}

interface List {
  total: number;
  records: Record<string, unknown>[];
}
const lists = new Map<string, Promise<List>>();
function list(person: Person, href: string, size: number): Promise<List> {
  const [path = '', query = ''] = href.split('?');
  const key = `${person} ${size} ${href}`;
  const read = async () =>
    dataOf<List>(
      await send(app, 'GET', listCallOf(path), { token: tokens.get(person), query: `${query}&size=${size}` }),
    );
  if (!lists.has(key)) lists.set(key, read());
  return lists.get(key) ?? read();
}
const totalOf = async (person: Person, href: string | null) =>
  href === null ? null : (await list(person, href, 1)).total;

const figuresOf = (person: Person) => shown.get(person) ?? [];

test('shows no number without a measure, except the listed ones', async () => {
  const counted = await numbersWithoutMeasure(app);
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries(Object.entries(unmeasured).map(([call, [numbers]]) => [call, numbers])),
  );
});

test('shows every measure to somebody and compares it with SQL', () => {
  const keys = new Set([...shown.values()].flat().map(({ measure }) => measure.key));
  const ofReports = new Set(Object.values(figureMeasures).map(({ key }) => key));
  expect(measures.filter(({ key }) => !keys.has(key) && !ofReports.has(key)).map(({ key }) => key)).toEqual([]);
  const unchecked = measures.flatMap(({ key }) => (key in measureSql || ofReports.has(key) ? [] : [key]));
  expect(unchecked.toSorted()).toEqual(Object.keys(withoutSql).toSorted());
});

test.each(people)('opens for %s as many rows as the number says', async (person) => {
  const wrong: string[] = [];
  expect(figuresOf(person).length).toBeGreaterThan(0);
  for (const { measure, place, value, numerator, denominator, href, partHref } of figuresOf(person)) {
    const isShare = measure.kind === 'share';
    const isCount = measure.kind === undefined || measure.kind === 'count';
    const counted = isShare ? denominator : isCount ? value : null;
    const rows = await totalOf(person, href);
    if (counted !== null && rows !== null && rows !== counted)
      wrong.push(`${place} ${measure.key}: ${counted}, but ${href ?? ''} lists ${rows}`);
    const part = await totalOf(person, partHref);
    if (isShare && part !== null && part !== numerator)
      wrong.push(`${place} ${measure.key}: numerator ${numerator}, but ${partHref ?? ''} lists ${part}`);
  }
  expect(wrong).toEqual([]);
});

test.each(people)('names for %s the days in the link that the hover text names', (person) => {
  for (const { place, measure, from, to, href, partHref } of figuresOf(person)) {
    if (from === null || to === null || href === null) continue;
    // Only the link of the numerator names the days if the denominator is about the present.
    if (measure.kind === 'share' && partHref === null) continue;
    const link = decodeURIComponent(`${href} ${partHref ?? ''}`);
    // A report names its month and a plan its year instead of the days.
    const [module] = measure.key.split('.');
    const named =
      module === 'report' ? [from.slice(0, 7)] : module === 'inspectionPlan' ? [from.slice(0, 4)] : [from, to];
    expect([place, named.filter((day) => !link.includes(day))]).toEqual([place, []]);
  }
});

/** More rows than this are not read again to recompute a number. */
const recomputed = 100;

function computed(kind: Exclude<Measure['kind'], string | undefined>, rows: readonly Record<string, unknown>[]) {
  if ('distinct' in kind) return new Set(rows.map((row) => row[kind.distinct])).size;
  const fields: readonly string[] = Object.values(kind).flat();
  const values = rows.map((row) => fields.reduce((total, field) => total + Number(row[field] ?? 0), 0));
  // Sums of hours have two decimals.
  const sum = Math.round(100 * values.reduce((total, one) => total + one, 0)) / 100;
  if ('sum' in kind) return sum;
  if ('most' in kind) return Math.max(0, ...values);
  if ('mean' in kind) return Math.round((10 * sum) / values.length) / 10;
  expect(values).toEqual([...values].sort((one, other) => one - other));
  return values[Math.ceil(values.length / 2) - 1];
}

test.each(people)('computes for %s medians, means and sums from the opened rows', async (person) => {
  const wrong: string[] = [];
  for (const { measure, place, value, href } of figuresOf(person)) {
    if (typeof measure.kind !== 'object' || href === null) continue;
    const { records, total } = await list(person, href, recomputed);
    const again = total > recomputed ? value : computed(measure.kind, records);
    if (again !== value)
      wrong.push(`${place} ${measure.key}: ${value ?? '—'}, but the rows of ${href} give ${again ?? '—'}`);
  }
  expect(wrong).toEqual([]);
});

test.each(people)('rounds for %s shares down from their parts', (person) => {
  for (const { measure, place, value, numerator, denominator } of figuresOf(person))
    if (measure.kind === 'share') expect([place, value]).toEqual([place, shareOf(numerator, denominator ?? 0)]);
});

test.each(['entadmin1', 'admin1'] as const)('opens for %s the rows of the figures of open reports', async (person) => {
  const wrong: string[] = [];
  const { records } = await list(person, '/bus/report', 100);
  const reports = records.filter(({ status, kind }, at) => status === '0' && (kind === 'month' || at < 40)).slice(0, 4);
  expect(reports.length).toBeGreaterThan(0);
  for (const { id } of reports) {
    const { figures } = dataOf<ReportSheet>(
      await sendCall(app, callNamed(app, 'report.sheet'), { id }, { token: tokens.get(person) }),
    );
    for (const { key, measure, value, denominator, href } of figures) {
      const { kind = 'count' } = measureNamed(measure) ?? {};
      if (href === null || (kind !== 'count' && kind !== 'share')) continue;
      const rows = await totalOf(person, href);
      if (rows !== (kind === 'share' ? denominator : value))
        wrong.push(`${key}: ${value ?? '—'} of ${denominator ?? '—'}, but ${href} lists ${rows ?? '—'}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('opens the rows of the parts, reasons and acts of a score', async () => {
  const card = dataOf<ScoreCard>(await send(app, 'GET', '/bus/score/card', { token: tokens.get('entadmin1') }));
  const wrong: string[] = [];
  for (const { key, numerator, denominator, href } of card.parts) {
    if (href === null || key === 'dossier') continue;
    const rows = await totalOf('entadmin1', href);
    const counted = key === 'accidents' ? numerator : denominator;
    if (rows !== counted) wrong.push(`${key}: ${counted}, but ${href} lists ${rows ?? '—'}`);
  }
  for (const { text, href } of [...card.reasons, ...card.acts]) {
    const [path = ''] = href?.split('?') ?? [];
    const count = /\d+(?= [项条起])/.exec(text)?.[0];
    if (href === null || count === undefined || !isListed(path)) continue;
    const rows = await totalOf('entadmin1', href);
    if (rows !== Number(count)) wrong.push(`${text}, but ${href} lists ${rows ?? '—'}`);
  }
  expect(wrong).toEqual([]);
});

describe('SQL of the definitions', () => {
  const columnOf = (rows: string) => (rows.startsWith('enterprise ') ? 'id' : 'enterprise_id');
  async function count({ measure, from, to }: Shown, select: string, condition: string, enterpriseId: string | null) {
    const { rows = '' } = measureSql[measure.key] ?? {};
    const own = enterpriseId === null ? '' : `and ${columnOf(rows)} = '${enterpriseId}'`;
    const text =
      `select ${select} as n from ${rows} and removed_at is null and tenant_id = '${demoTenantId}' ${own} ${condition}`
        .replaceAll('$today', `date '${today}'`)
        .replaceAll('$from', `date '${from ?? today}'`)
        .replaceAll('$to', `date '${to ?? today}'`);
    const [row] = await app.sql<{ n: string | null }>(text).catch((error: unknown) => {
      throw new Error(text, { cause: error });
    });
    return row?.n === null || row === undefined ? null : Number(row.n);
  }

  // SQL does not know the shop of a person.
  test.each(people.filter((one) => one !== 'shop1'))('counts the same numbers for %s', async (person) => {
    const enterpriseId = enterprises.get(person) ?? null;
    const wrong: string[] = [];
    for (const figure of figuresOf(person)) {
      const { measure, place, value, numerator, denominator } = figure;
      const sql = measureSql[measure.key];
      // A figure of a part of the rows, for example of one division, is compared with its list alone.
      if (!sql || /[[\]]|byColor|bySize|byRegion/.test(place)) continue;
      const isShare = measure.kind === 'share';
      const all = await count(figure, sql.value ?? 'count(*)', '', enterpriseId);
      if (all !== (isShare ? denominator : value)) wrong.push(`${place}: ${value ?? '—'}, SQL ${all ?? '—'}`);
      const part = isShare && sql.part ? await count(figure, 'count(*)', `and (${sql.part})`, enterpriseId) : null;
      if (part !== null && part !== numerator) wrong.push(`${place}: numerator ${numerator}, SQL ${part}`);
    }
    expect(wrong).toEqual([]);
  });
});
