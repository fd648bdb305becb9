// Demo reports in every state: most became dangers and were rewarded, some wait, some were untrue.
import { dayOf } from '@anlan/contract/domain/instant';
import { staffReport, type staffReportStates } from '@anlan/contract/modules/staff-report/resource';
import { createRandom, type Random } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { numberOf, reserveNumbers } from '#kit/number-store.ts';
import { insertSeedMoves, insertSeeds, type SeedMove } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { claimReported, reportedDangers, reportersOf, type ReportedDanger } from './seed-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const claimed = 4;
type State = (typeof staffReportStates)[number];
interface Made {
  at: Date;
  values: Record<string, unknown> & { enterpriseId: string; status: State };
  moves: Omit<SeedMove, 'rowId' | 'enterpriseId'>[];
}

const alone = [
  { days: 0.2, matter: '二号通道堆放包装箱，把消火栓挡住了', place: '包装车间东侧', status: 'submitted' },
  { days: 1.4, matter: '夜班有人不戴护目镜打磨', place: '机加车间', status: 'submitted' },
  {
    days: 16,
    matter: '叉车充电处闻到焦味',
    place: '充电间',
    status: 'rejected',
    opinion: '现场检测充电机和线路正常，气味来自相邻工位的热缩作业，已向班组说明',
  },
] as const;
const rewards = [
  { fen: 20_000, reason: '及时报告，避免了事故扩大' },
  { fen: 50_000, reason: '发现得早，隐患当班消除' },
  { fen: 10_000, reason: '主动报告身边的隐患' },
] as const;

interface People {
  reporter: string | null;
  checker: string | null;
}
const move = (from: State | null, to: State, at: Date, byName: string | null, note: string | null) => ({
  move:
    from === null
      ? 'create'
      : { submitted: '', confirmed: 'confirm', rejected: 'reject', rewarded: 'reward', closed: 'close' }[to],
  from,
  to,
  byId: null,
  byName,
  at,
  note,
});

function ofDanger(danger: ReportedDanger, { reporter, checker }: People, random: Random, now: Date): Made {
  const reportedAt = new Date(danger.foundAt.getTime() - (2 + 20 * random.next()) * hourMs);
  const rewardedAt = new Date(danger.foundAt.getTime() + (1 + 6 * random.next()) * dayMs);
  const isNamed = random.chance(0.55);
  const status: State = rewardedAt > now ? 'confirmed' : random.chance(0.85) ? 'rewarded' : 'closed';
  const reward = random.pick(rewards);
  const opinion = '现场核实属实，已登记隐患并落实整改';
  const moves = [
    move(null, 'submitted', reportedAt, null, null),
    move('submitted', 'confirmed', danger.foundAt, checker, opinion),
    ...(status === 'rewarded' ? [move('confirmed', status, rewardedAt, checker, reward.reason)] : []),
    ...(status === 'closed' ? [move('confirmed', status, rewardedAt, checker, '与已登记的隐患重复')] : []),
  ];
  return {
    at: reportedAt,
    moves,
    values: {
      enterpriseId: danger.enterpriseId,
      matter: (danger.description || danger.title).slice(0, 200),
      place: danger.place,
      reporterName: isNamed ? reporter : null,
      codeName: isNamed ? null : '车间公告栏',
      reportedAt,
      status,
      checkedAt: danger.foundAt,
      checkedBy: checker,
      opinion,
      dangerId: danger.id,
      ...(status === 'rewarded'
        ? {
            rewardFen: reward.fen,
            rewardReason: reward.reason,
            rewardTo: isNamed ? reporter : null,
            rewardedAt,
            rewardedBy: checker,
          }
        : {}),
    },
  };
}

function ofItself(one: (typeof alone)[number], enterpriseId: string, { checker }: People, now: Date): Made {
  const reportedAt = new Date(now.getTime() - one.days * dayMs);
  const checkedAt = new Date(reportedAt.getTime() + 5 * hourMs);
  const moves = [move(null, 'submitted', reportedAt, null, null)];
  const values = { enterpriseId, matter: one.matter, place: one.place, codeName: '车间公告栏', reportedAt };
  if (one.status === 'submitted') return { at: reportedAt, moves, values: { ...values, status: one.status } };
  return {
    at: reportedAt,
    moves: [...moves, move('submitted', one.status, checkedAt, checker, one.opinion)],
    values: { ...values, status: one.status, checkedAt, checkedBy: checker, opinion: one.opinion },
  };
}

export async function seedStaffReports(tx: Tx, { seed, now, own, vault }: SeedContext): Promise<void> {
  if (own.length === 0) return;
  await claimReported(tx, own, claimed);
  const dangers = await reportedDangers(tx);
  const people = await reportersOf(tx, [...new Set([...own, ...dangers.map(({ enterpriseId }) => enterpriseId)])]);
  const random = createRandom(seed, Number(tx.scope.tenantId), 0x5e9);
  const peopleOf = (id: string): People => people.get(id) ?? { reporter: null, checker: null };
  const all = [
    ...dangers.map((danger) => ofDanger(danger, peopleOf(danger.enterpriseId), random, now)),
    ...own.flatMap((id) => alone.map((one) => ofItself(one, id, peopleOf(id), now))),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const byDay = Map.groupBy(all, ({ at }) => dayOf(at));
  const numbers = new Map<Made, string>();
  for (const [day, made] of byDay) {
    const last = await reserveNumbers(tx, `JB ${day}`, made.length);
    for (const [at, one] of made.entries()) numbers.set(one, numberOf('JB', day, last - made.length + at + 1));
  }
  const ids = await insertSeeds(
    tx,
    { vault },
    staffReport,
    all.map((one) => ({ values: { ...one.values, no: numbers.get(one) }, at: one.at })),
    { ownHistory: true },
  );
  await insertSeedMoves(
    tx,
    staffReport.name,
    all.flatMap(({ moves, values }, at) =>
      moves.map((one) => ({ ...one, rowId: ids[at] ?? '', enterpriseId: values.enterpriseId })),
    ),
  );
}
