// Demo inspections of eighteen months or of the missing days, with plan entries and notices.
import { addDays, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import type { AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import { enforcement, noticePrefixes } from '@anlan/contract/modules/enforcement/resource';
import { inspection } from '@anlan/contract/modules/inspection/resource';
import { inspectionPlan, periodEnd } from '@anlan/contract/modules/inspection-plan/resource';
import { newId } from '#kernel/ids.ts';
import { createRandom, type Random } from '#kernel/random.ts';
import { isSupervised, type SeedContext, type SeededEnterprise } from '#kit/module.ts';
import { nextNumber, numberOf } from '#kit/number-store.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { personName } from '#platform/demo/people.ts';
import { seededLists } from '../checklist/index.ts';
import { seededOfficers, type SeededOfficer } from '../officer/index.ts';
import { factsOf, foundFor, withFail, type DemoList } from './demo-findings.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const months = 18;
/**
 * Relative frequency of inspections by month. June is safety month; there are more before holidays and in September.
 */
const seasons = [1.3, 0.5, 0.9, 1.3, 1, 2.3, 0.9, 0.9, 1.5, 0.8, 0.9, 1.1];
/** Inspections per enterprise and month, before the seasonal factor. */
const often = { regulator: 0.09, self: 0.12 };
/** The first enterprises, up to this number, have self-inspections. */
const selfInspecting = 120;

interface Visit {
  enterprise: SeededEnterprise;
  source: 'regulator' | 'self';
  list: DemoList;
  at: Date;
  status: 'running' | 'finished';
  items: AnsweredItem[];
  inspectors: { name: string; paperNo: string | null }[];
  party: string;
  plan: number | null;
}
interface Plan {
  enterprise: SeededEnterprise;
  year: number;
  period: string;
  kind: string;
  inspectors: string;
}
type Status = 'issued' | 'received' | 'replied' | 'closed';
export const repliedText = '已按要求整改完毕，附整改后照片。';
export const closedText = '经审核，整改情况属实，同意办结。';

function hourOn(day: string, random: Random): Date {
  const start = new Date(`${day}T08:30:00+08:00`).getTime() + random.between(0, 420) * 60_000;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return new Date(start + (weekday === 0 ? dayMs : weekday === 6 ? 2 * dayMs : 0));
}

function daysOf(random: Random, { now, since }: SeedContext, rate: number): string[] {
  const today = dayOf(now);
  const days: string[] = [];
  if (since !== null) {
    for (let day = since; day < today; day = addDays(day, 1))
      if (random.chance((rate * (seasons[Number(day.slice(5, 7)) - 1] ?? 1)) / 30)) days.push(day);
    return days;
  }
  for (let back = months * 30; back >= 4; back -= 30) {
    const day = addDays(today, -back + random.between(0, 25));
    if (day >= addDays(today, -3)) continue;
    if (random.chance(Math.min(0.95, rate * (seasons[Number(day.slice(5, 7)) - 1] ?? 1)))) days.push(day);
  }
  return days;
}

function officersOn(day: string, officers: readonly SeededOfficer[], random: Random): Visit['inspectors'] {
  const valid = officers.filter(({ validFrom, validTo }) => validFrom <= day && day <= validTo);
  const first = random.between(0, Math.max(0, valid.length - 1));
  return [valid[first], valid[(first + 1) % valid.length]].flatMap((one) =>
    one ? [{ name: one.name, paperNo: one.paperNo }] : [],
  );
}

export function generateVisits(tenant: string, context: SeedContext) {
  const { enterprises, own, seed, now, photos, since } = context;
  const officers = seededOfficers(tenant, context);
  const lists = seededLists();
  const visits: Visit[] = [];
  const plans: Plan[] = [];
  const today = dayOf(now);
  const working = enterprises.filter(isSupervised);
  working.forEach((enterprise, place) => {
    const random = createRandom(
      seed,
      Number(tenant),
      0x1259,
      place,
      ...(since ? [daysBetween('2026-01-01', since)] : []),
    );
    const isOwn = own.includes(enterprise.id);
    for (const source of ['regulator', 'self'] as const) {
      if (source === 'self' && place >= selfInspecting && !isOwn) continue;
      // Enterprises of the published accounts get recent inspections, so that they have a notice in every state.
      const isWatched = isOwn && source === 'regulator';
      const lately = isWatched && since === null ? [-33, -14, -7, -4].map((days) => addDays(today, days)) : [];
      const rate = isWatched && since !== null ? 2 : isOwn ? 0.3 : often[source];
      const days = daysOf(random, context, rate).filter((day) => lately.length === 0 || day < (lately[0] ?? day));
      for (const day of [...days, ...lately]) {
        const at = hourOn(day, random);
        // An inspection of a weekend happens on the next workday.
        if (at.getTime() + 3 * hourMs > now.getTime()) continue;
        const list = lists[random.chance(0.6) ? 0 : random.between(1, lists.length - 1)];
        if (!list) continue;
        const inspectors =
          source === 'regulator' ? officersOn(day, officers, random) : [{ name: personName(random), paperNo: null }];
        const isPlanned = source === 'regulator' && random.chance(0.7);
        if (isPlanned)
          plans.push({
            enterprise,
            year: Number(day.slice(0, 4)),
            period: `m${day.slice(5, 7)}`,
            kind: list.kind,
            inspectors: inspectors.map(({ name }) => name).join('、'),
          });
        const foundItems = foundFor(list, random, {
          at,
          by: inspectors[0]?.name ?? '',
          photos: () => photos(enterprise.id, 'before'),
        });
        const items = isWatched && (since !== null || lately.includes(day)) ? withFail(foundItems) : foundItems;
        visits.push({
          enterprise,
          source,
          list,
          at,
          status: 'finished',
          items,
          inspectors,
          party: personName(random),
          plan: isPlanned ? plans.length - 1 : null,
        });
      }
    }
    // Add plan entries for inspections later this year, and for missed inspections.
    if (since === null && (isOwn || random.chance(0.25)))
      plans.push({
        enterprise,
        year: Number(today.slice(0, 4)),
        period: isOwn ? `m${today.slice(5, 7)}` : random.chance(0.15) ? 'q3' : random.chance(0.5) ? 'q4' : 'm12',
        kind: 'comprehensive',
        inspectors: officersOn(today, officers, random)
          .map(({ name }) => name)
          .join('、'),
      });
  });
  return { visits, plans };
}

function statusOf(random: Random, days: number): Status {
  if (days < 1) return 'issued';
  if (days > 40) return random.chance(0.97) ? 'closed' : 'replied';
  if (days > 12) return random.chance(0.7) ? 'closed' : random.chance(0.6) ? 'replied' : 'received';
  return random.chance(0.4) ? 'replied' : random.chance(0.7) ? 'received' : 'issued';
}

export async function seedInspections(tx: Tx, context: SeedContext): Promise<void> {
  const { tenantId } = tx.scope;
  const { vault, now, seed, own, since } = context;
  const { visits, plans } = generateVisits(tenantId, context);
  const numbers = new Map<string, number>();
  const next = (prefix: string, at: Date) => {
    // People write notices on the days that are added.
    if (since !== null) return nextNumber(tx, prefix, dayOf(at));
    const key = `${prefix} ${dayOf(at)}`;
    numbers.set(key, (numbers.get(key) ?? 0) + 1);
    return numberOf(prefix, dayOf(at), numbers.get(key) ?? 1);
  };
  const planIds = await insertSeeds(
    tx,
    { vault },
    inspectionPlan,
    plans.map(({ enterprise, ...plan }) => ({
      values: {
        ...plan,
        enterpriseId: enterprise.id,
        subject: `${plan.year} 年度监督检查`,
        dueOn: periodEnd(plan.year, plan.period),
      },
      at: new Date(`${plan.year}-01-05T09:00:00+08:00`),
    })),
  );
  const ids = await insertSeeds(
    tx,
    { vault },
    inspection,
    await inTurn(visits, async (visit) => ({
      values: visitValues(visit, planIds, await next('JC', visit.at)),
      at: visit.at,
    })),
    { ownHistory: true },
  );
  const forced = since === null ? lastOf(visits, own) : new Map<number, Status>();
  const notices = visits.flatMap((visit, at) =>
    noticesAfter(visit, ids[at] ?? '', { tenantId, seed, at, now, context, status: forced.get(at) }),
  );
  const noticeIds = await insertSeeds(
    tx,
    { vault },
    enforcement,
    await inTurn(notices, async ({ values, at }) => ({
      values: { ...values, no: await next(noticePrefixes[String(values['kind'])] ?? 'ZF', at) },
      at,
    })),
    { ownHistory: true },
  );
  await insertAll(tx, 'resource_history', [
    ...visits.flatMap((visit, at) => visitHistory(tenantId, ids[at] ?? '', visit)),
    ...notices.flatMap((notice, at) => noticeHistory(tenantId, noticeIds[at] ?? '', notice.values)),
  ]);
}

async function inTurn<T, R>(all: readonly T[], made: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await made(one));
  return results;
}

function visitValues(visit: Visit, planIds: readonly string[], no: string) {
  const { enterprise, source, list, at, status, items, inspectors, party, plan } = visit;
  const fails = items.filter(({ result }) => result === 'fail').length;
  return {
    no,
    enterpriseId: enterprise.id,
    title: list.name,
    kind: list.kind,
    source,
    checklistName: list.name,
    checklistEdition: 1,
    planId: plan === null ? null : (planIds[plan] ?? null),
    inspectors,
    startedAt: at,
    place: '主要生产经营场所',
    items,
    itemCount: items.length,
    doneCount: items.length,
    failCount: fails,
    conclusion: fails > 0 ? `现场检查发现 ${fails} 项问题，责令限期整改。` : '现场检查未发现问题。',
    // Demo data has no signature images.
    signatures: [
      ...inspectors.map(({ name }) => ({ role: 'inspector', name, file: null, refused: null })),
      ...(source === 'regulator' ? [{ role: 'party', name: party, file: null, refused: null }] : []),
    ],
    finishedAt: new Date(at.getTime() + 90 * 60_000),
    status,
  };
}

interface Around {
  tenantId: string;
  seed: number;
  at: number;
  now: Date;
  context: SeedContext;
  /** State of the notice, if it does not depend on the age of the inspection. */
  status: Status | undefined;
}
type Values = Record<string, unknown>;

/**
 * States of the last notices of the published enterprises. Together they cover every state; the latest one is unread.
 */
function lastOf(visits: readonly Visit[], own: readonly string[]): Map<number, Status> {
  const states: Status[] = ['closed', 'replied', 'received', 'issued'];
  const forced = new Map<number, Status>();
  for (const id of own) {
    const places = visits.flatMap(({ enterprise, source, items }, at) =>
      enterprise.id === id && source === 'regulator' && factsOf(items).length > 0 ? [at] : [],
    );
    places.slice(-states.length).forEach((at, place, last) => {
      const state = states[place + states.length - last.length];
      if (state) forced.set(at, state);
    });
  }
  return forced;
}

function noticesAfter(
  visit: Visit,
  inspectionId: string,
  { tenantId, seed, at, now, context, status: fixedStatus }: Around,
) {
  const facts = factsOf(visit.items);
  if (visit.source !== 'regulator' || facts.length === 0) return [];
  const random = createRandom(seed, Number(tenantId), 0x2f0c, at);
  const { enterprise } = visit;
  const issuedAt = new Date(visit.at.getTime() + 95 * 60_000);
  const days = Math.floor((now.getTime() - issuedAt.getTime()) / dayMs);
  const isStop = fixedStatus === undefined && days > 40 && random.chance(0.03);
  // A demo stop-work notice is closed, because it has no dangers that could be accepted.
  const status = isStop ? 'closed' : (fixedStatus ?? statusOf(random, days));
  const past = (ms: number) => new Date(Math.min(ms, now.getTime() - 3_600_000));
  const kind = isStop ? 'onSiteDecision' : random.chance(0.12) ? 'reminder' : 'order';
  const received = status !== 'issued' ? past(issuedAt.getTime() + random.between(1, 20) * 3_600_000) : null;
  const isAnswered = status === 'replied' || status === 'closed';
  const repliedAt = isAnswered
    ? past(issuedAt.getTime() + random.between(2, Math.max(2, Math.min(9, days))) * dayMs)
    : null;
  const closedAt =
    status === 'closed' && repliedAt ? past(repliedAt.getTime() + random.between(4, 60) * 3_600_000) : null;
  const values: Values = {
    enterpriseId: enterprise.id,
    kind,
    title: `${kind === 'order' ? '责令限期整改指令书' : kind === 'reminder' ? '提醒函' : '现场处理措施决定书'}（${visit.list.name}）`,
    basis: '《中华人民共和国安全生产法》（2021年修正）；具体条款由下发单位核对',
    items: facts.map((fact) => ({ ...fact, dangerId: null })),
    measures: isStop
      ? [
          { kind: 'stop', scope: '存在问题的作业区域', dueOn: null },
          { kind: 'rectify', scope: '检查发现的全部问题', dueOn: addDays(dayOf(issuedAt), 15) },
        ]
      : [],
    dueOn: addDays(dayOf(issuedAt), isStop ? 15 : 7),
    inspectionId,
    inspectors: visit.inspectors,
    signatures: visitValues(visit, [], '').signatures,
    place: '主要生产经营场所',
    issuedBy: visit.inspectors[0]?.name ?? null,
    issuedAt,
    receivedBy: received ? visit.party : null,
    receivedAt: received,
    unreceivedAt: status === 'issued' && days >= 1 ? new Date(issuedAt.getTime() + dayMs) : null,
    replies: isAnswered
      ? facts.map(({ key }) => ({ key, text: repliedText, evidence: context.photos(enterprise.id, 'after') }))
      : [],
    repliedAt,
    opinion: closedAt ? closedText : null,
    closedAt,
    stops: false,
    liftedAt: isStop ? closedAt : null,
    status,
  };
  return [{ values, at: issuedAt }];
}

const event = (
  tenant_id: string,
  resource: string,
  row_id: string,
  enterprise_id: unknown,
  move: string,
  from_state: string | null,
  to_state: string,
  at: unknown,
  by_name: unknown,
  note: unknown = null,
) => ({
  tenant_id,
  id: newId(),
  enterprise_id,
  resource,
  row_id,
  move,
  from_state,
  to_state,
  by_id: null,
  by_name,
  at,
  note,
  files: [],
});

const visitHistory = (tenantId: string, id: string, { enterprise, at, inspectors }: Visit) => {
  const by = inspectors[0]?.name ?? null;
  return [
    event(tenantId, 'inspection', id, enterprise.id, 'create', null, 'running', at, by),
    event(
      tenantId,
      'inspection',
      id,
      enterprise.id,
      'finish',
      'running',
      'finished',
      new Date(at.getTime() + 90 * 60_000),
      by,
    ),
  ];
};

function noticeHistory(tenantId: string, id: string, values: Values) {
  const { enterpriseId: whose, issuedBy, receivedBy } = values;
  const of = (move: string, from: string | null, to: string, at: unknown, by: unknown, note: unknown = null) =>
    event(tenantId, 'enforcement', id, whose, move, from, to, at, by, note);
  return [
    of('create', null, 'issued', values['issuedAt'], issuedBy),
    ...(values['receivedAt'] ? [of('receive', 'issued', 'received', values['receivedAt'], receivedBy)] : []),
    ...(values['repliedAt'] ? [of('reply', 'received', 'replied', values['repliedAt'], receivedBy)] : []),
    ...(values['closedAt'] ? [of('close', 'replied', 'closed', values['closedAt'], issuedBy, values['opinion'])] : []),
  ];
}
