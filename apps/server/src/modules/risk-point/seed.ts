// Creates 8 to 40 demo risk points for each enterprise in bulk, by the normal rules.
import { addDays, dayOf, addMonths } from '@anlan/contract/domain/instant';
import type { LayerCycles } from '@anlan/contract/modules/risk-point/check-cycle';
import { assessRisk, rankOf } from '@anlan/contract/modules/risk-point/risk-methods';
import { riskPlan, riskPoint } from '@anlan/contract/modules/risk-point/resource';
import { settings } from '@anlan/contract/modules/setting/settings';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { numberOf } from '#kit/number-store.ts';
import { insertSeedMoves, insertSeeds, type SeedMove } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { updateInherentRisk, linkDangers, peopleInPosts, placeNumber } from './seed-store.ts';
import { samplesFor, type Sample } from './seed-samples.ts';

const least = 8;
const most = 40;
const notYet: ReadonlySet<string> = new Set(['draft', 'rejected', 'review', 'closed']);
const emptyPlace = 7;

const cyclesOf = ({ layer, cycle }: Sample): LayerCycles | null => {
  if (layer === 'company' && cycle === 'daily')
    return { company: { every: 1, unit: 'month' }, department: { every: 1, unit: 'week' } };
  if (layer === 'department') return { department: { every: 1, unit: 'month' } };
  return layer === 'team' ? { post: { every: 1, unit: 'month' } } : null;
};

const named = (name: string, round: number) => (round === 0 ? name : `${round + 1} 号${name}`);

/** Left, upper, right and lower edges of the areas that the picture of the plan shows. */
const frames = [
  [0.04, 0.064, 0.323, 0.41],
  [0.337, 0.064, 0.662, 0.41],
  [0.675, 0.064, 0.96, 0.29],
  [0.675, 0.312, 0.96, 0.579],
  [0.04, 0.603, 0.237, 0.936],
  [0.25, 0.603, 0.5, 0.936],
  [0.513, 0.603, 0.662, 0.936],
  [0.675, 0.603, 0.96, 0.936],
] as const;

/** The areas of a plan bear the names of the first places of the risk points. */
const namesOf = (samples: readonly Sample[]) =>
  [...new Set(['team', 'post'].flatMap((layer) => placesIn(samples, layer === 'post')))].slice(0, frames.length);
const placesIn = (samples: readonly Sample[], isLow: boolean) =>
  samples
    .filter(({ layer }) => (layer === 'post') === isLow)
    .slice(0, frames.length / 2)
    .map(({ place }) => place);
const areasOf = (names: readonly string[]) =>
  frames.slice(0, names.length).map(([x, y, right, low], at) => ({
    key: `a${at + 1}`,
    name: names[at],
    corners: [
      { x, y },
      { x: right, y },
      { x: right, y: low },
      { x, y: low },
    ],
  }));
/** A place for the next mark in a named area. Places outside the plan have none. */
function spotIn(names: readonly string[], place: string, round: number) {
  const [x, y, right, low] = frames[names.indexOf(place)] ?? [];
  if (x === undefined || y === undefined || right === undefined || low === undefined) return null;
  return {
    planX: Math.round((x + (right - x) * (0.3 + 0.22 * (round % 3))) * 1e4) / 1e4,
    planY: Math.round((y + (low - y) * (0.4 + 0.2 * (Math.floor(round / 3) % 3))) * 1e4) / 1e4,
  };
}

const assessed = 90;

export async function seedRiskPoints(tx: Tx, context: SeedContext): Promise<void> {
  const { seed, now, own, enterprises } = context;
  const today = dayOf(now);
  const people = await peopleInPosts(tx);
  const plans = new Map<string, string>();
  for (const { id, supervisionKind } of enterprises.filter((one) => own.includes(one.id))) {
    const picture = context.photos(id, 'plan');
    if (picture.length === 0) continue;
    const at = new Date(now.getTime() - 200 * 86_400_000);
    const [planId] = await insertSeeds(tx, context, riskPlan, [
      {
        values: {
          enterpriseId: id,
          name: '一厂区 地面层',
          picture,
          areas: areasOf(namesOf(samplesFor(supervisionKind))),
        },
        at,
      },
    ]);
    if (planId) plans.set(id, planId);
  }
  const rows: { values: Record<string, unknown>; at: Date }[] = [];
  const counts = new Map<string, number>();
  for (const [place, { id, status, supervisionKind, headcount }] of enterprises.entries()) {
    if (place >= assessed && !own.includes(id)) continue;
    const isOwn = own.includes(id);
    const owners = people.get(id) ?? [];
    if (notYet.has(status) || (place === emptyPlace && !isOwn) || owners.length === 0) continue;
    const random = createRandom(seed, Number(tx.scope.tenantId), 0x715c, place);
    const samples = samplesFor(supervisionKind);
    const marked = new Map<string, number>();
    const share = Math.min(1, Math.log10(Math.max(10, headcount)) / 3);
    const count = isOwn
      ? 24
      : Math.min(most, least + Math.floor(random.next() * random.next() * 2 * (most - least) * share));
    for (let at = 0; at < count; at += 1) {
      // Kinds of the enterprise's trade come first, then common kinds. Half of all points have a low risk.
      const isLow = at % 2 === 1;
      const fitting = samples.filter(({ layer }) => (layer === 'post') === isLow);
      const turn = Math.floor(at / 2);
      const sample = fitting[turn % fitting.length];
      if (!sample) continue;
      const [L, E, C] = sample.LEC;
      const factors = { L, E, C };
      const result = assessRisk('LEC', factors);
      if (!result) continue;
      const assessedOn = addDays(today, -random.between(20, random.chance(0.06) ? 400 : 350));
      const assessedAt = new Date(`${assessedOn}T02:00:00Z`);
      const lead = owners.find(({ post }) => post === 'teamLeader');
      const owner = sample.layer === 'post' ? random.pick(owners) : (lead ?? owners[0]);
      const state = at === count - 1 && isOwn ? 'draft' : at === count - 2 && isOwn ? 'underReview' : 'inForce';
      counts.set(assessedOn, (counts.get(assessedOn) ?? 0) + 1);
      const planId = plans.get(id);
      const marks = marked.get(sample.place) ?? 0;
      const spot = planId ? spotIn(namesOf(samples), sample.place, marks) : null;
      if (spot) marked.set(sample.place, marks + 1);
      rows.push({
        at: assessedAt,
        values: {
          enterpriseId: id,
          no: numberOf('FX', assessedOn, counts.get(assessedOn) ?? 1),
          name: named(sample.name, Math.floor(turn / fitting.length)),
          kind: sample.kind,
          place: sample.place,
          department: owner?.department ?? sample.department,
          ownerId: owner?.id ?? null,
          hazards: [{ text: sample.danger, accidentTypes: [...sample.accidents] }],
          method: 'LEC',
          factors,
          residual: { L: Math.max(0.5, L / 6), E, C },
          assessedOn,
          controls: sample.controls,
          controlLayer: sample.layer,
          checkCycle: sample.cycle,
          cycles: cyclesOf(sample),
          score: result.score,
          computedLevel: result.level,
          level: result.level,
          rank: rankOf(result.level),
          residualLevel: assessRisk('LEC', { L: Math.max(0.5, L / 6), E, C })?.level ?? null,
          nextAssessOn: addMonths(assessedOn, settings['risk.reviewMonths'].value),
          ...(state === 'inForce'
            ? {
                opinion: '同意',
                approvedOn: assessedOn,
                approvedBy: owners.find(({ post }) => post === 'head')?.name ?? '负责人',
              }
            : {}),
          ...(planId && spot && state === 'inForce' ? { planId, ...spot } : {}),
          status: state,
        },
      });
    }
  }
  const ids = await insertSeeds(tx, context, riskPoint, rows, { ownHistory: true });
  await placeNumber(tx, counts.get(today) ?? 0, today);
  const moves = rows.flatMap(({ values, at }, index): SeedMove[] => {
    const enterpriseId = String(values['enterpriseId']);
    const line = (move: string, from: string | null, to: string, hours: number): SeedMove => ({
      rowId: ids[index] ?? '',
      enterpriseId,
      move,
      from,
      to,
      byId: null,
      byName:
        people.get(enterpriseId)?.find(({ post }) => post === (move === 'approve' ? 'head' : 'safetyManager'))?.name ??
        null,
      at: new Date(at.getTime() + hours * 3_600_000),
      note: move === 'approve' ? '同意' : null,
    });
    const all = [line('create', null, 'draft', 0)];
    if (values['status'] !== 'draft') all.push(line('submit', 'draft', 'underReview', 1));
    if (values['status'] === 'inForce') all.push(line('approve', 'underReview', 'inForce', 4));
    return all;
  });
  await insertSeedMoves(tx, riskPoint.name, moves);
  await updateInherentRisk(
    tx,
    enterprises.map(({ id }) => id),
  );
  await linkDangers(tx);
}
