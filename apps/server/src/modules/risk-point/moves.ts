// Moves (state changes) of a risk point: submit, approve, place on a floor plan, and assess again while the former
// edition stays in force.
import { randomBytes } from 'node:crypto';
import { dayOf } from '@anlan/contract/domain/instant';
import { isDerived } from '@anlan/contract/kit/resource';
import type { Control } from '@anlan/contract/modules/risk-point/hazards-controls';
import { riskPoint, type riskPlan, type RiskPointInput } from '@anlan/contract/modules/risk-point/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { writeHistory } from '#kit/history-store.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Values } from '#kit/references.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { factsOf, lacking, mayLocate, mayPlace, mayReassess, mayRenewCode, type Actor } from './rules.ts';
import {
  copyAssessment,
  isBeingAssessed,
  saveProposals,
  locatePoint,
  movePoint,
  renewCode,
  replaceAssessment,
} from './store.ts';

type RiskPointRow = RowOf<typeof riskPoint>;

interface Deps {
  kit: ModuleKit;
  points: {
    lockRow: (tx: Tx, id: string, version: number | undefined) => Promise<RiskPointRow>;
    add: (tx: Tx, input: RiskPointInput, as?: string) => Promise<string>;
  };
  rowsOf: (tx: Tx, ids: readonly string[]) => Promise<RiskPointRow[]>;
  changed: (tx: Tx, rows: readonly RiskPointRow[]) => Promise<void>;
  actorOf: (tx: Tx) => Promise<Actor>;
  planOf: (tx: Tx, id: string) => Promise<RowOf<typeof riskPlan> | undefined>;
  nameOf: (tx: Tx) => Promise<string>;
}
const objectType = 'riskPoint';

/** Returns the input fields of a stored point, to be used as input of a new row. */
function typedOf(row: RiskPointRow): RiskPointInput {
  const typed = Object.entries(riskPoint.fields).filter(([, { spec }]) => !isDerived(spec));
  // The cast is safe: the columns hold values of these fields' schemas.
  return Object.fromEntries(typed.map(([key]) => [key, Reflect.get(row, key)])) as RiskPointInput;
}

export function createMoves({ kit, points, rowsOf, changed, actorOf, planOf, nameOf }: Deps) {
  const { db, clock, audit } = kit;
  const tell = (tx: Tx, call: string, row: RiskPointRow, note?: string) =>
    audit.record(tx, {
      call: `riskPoint.${call}`,
      objectType,
      objectId: row.id,
      enterpriseId: row.enterpriseId,
      ...(note === undefined ? {} : { note }),
    });
  const withLockedPoint = (
    scope: Scope,
    { id, version }: { id: string; version: number },
    work: (tx: Tx, row: RiskPointRow) => Promise<{ id: string; version: number }>,
  ) => db.scoped(scope, async (tx) => work(tx, await points.lockRow(tx, id, version)));

  /** Locks and returns the point that this row reassesses. Throws when that point is no longer in force. */
  async function basisOf(tx: Tx, row: RiskPointRow): Promise<RiskPointRow | null> {
    const { basisId } = factsOf(row);
    if (basisId === null) return null;
    const [basis] = await rowsOf(tx, [basisId]);
    if (!basis || basis.status !== 'inForce') throw new AppError('invalid', '原风险点已停用，不能再重新评估');
    return basis;
  }

  return {
    async beforeMove(tx: Tx, move: string, row: RiskPointRow, input: Values): Promise<Values | undefined> {
      switch (move) {
        case 'submit': {
          const [first, ...rest] = lacking(factsOf(row));
          if (first) throw invalid(first, ...rest);
          await basisOf(tx, row);
          return undefined;
        }
        case 'approve': {
          await basisOf(tx, row);
          return { approvedOn: dayOf(clock.now()), approvedBy: await nameOf(tx) };
        }
        case 'pause': {
          const [from, to] = [String(input['pausedFrom']), String(input['pausedTo'])];
          if (to < from) throw invalid({ field: 'pausedTo', msg: '结束日期不能早于开始日期' });
          if (to < dayOf(clock.now())) throw invalid({ field: 'pausedTo', msg: '结束日期不能早于今天' });
          return undefined;
        }
        case 'resume':
          return { pausedFrom: null, pausedTo: null, pauseReason: null };
        default:
          return undefined;
      }
    },

    async moved(tx: Tx, move: string, row: RiskPointRow): Promise<void> {
      const { basisId } = factsOf(row);
      if (move !== 'approve' || basisId === null) return changed(tx, [row]);
      const now = clock.now();
      await replaceAssessment(tx, basisId, row.id, now);
      await writeHistory(tx, {
        resource: objectType,
        rowId: basisId,
        enterpriseId: row.enterpriseId,
        move: 'reassess',
        from: 'inForce',
        to: 'inForce',
        at: now,
        note: `第 ${row.edition} 版：${String(row.reassessCause ?? '')}`,
        files: [],
      });
      return changed(tx, await rowsOf(tx, [basisId, row.id]));
    },

    reassess: (
      scope: Scope,
      input: { id: string; version: number; cause: string; controls?: readonly Control[] | undefined },
    ) =>
      withLockedPoint(scope, input, async (tx, row) => {
        if (!mayReassess(factsOf(row), await actorOf(tx))) throw new AppError('denied', '您不能重新评估这个风险点');
        // The point is locked, so nobody can begin another assessment at the same time.
        if (await isBeingAssessed(tx, row.id))
          throw new AppError('invalid', '这个风险点正在重新评估，请先完成或删除那一版');
        const typed = { ...typedOf(row), assessedOn: dayOf(clock.now()) };
        const id = await points.add(tx, typed, 'riskPoint.reassess');
        const more = { cause: input.cause, edition: row.edition + 1, controls: input.controls ?? [] };
        await copyAssessment(tx, row.id, id, more);
        await tell(tx, 'reassess', row, input.cause);
        return { id, version: 1 };
      }),

    dismiss: (scope: Scope, input: { id: string; version: number; reason: string }) =>
      withLockedPoint(scope, input, async (tx, row) => {
        const { proposedOn, status } = factsOf(row);
        if (status !== 'inForce' || proposedOn === null) throw new AppError('invalid', '没有待处理的重新评估建议');
        const { posts } = await actorOf(tx);
        if (!posts.has('head') && !posts.has('safetyManager')) throw new AppError('denied', '您不能处理重新评估建议');
        const now = clock.now();
        const version = await saveProposals(tx, row.id, [], null, now);
        await writeHistory(tx, {
          resource: objectType,
          rowId: row.id,
          enterpriseId: row.enterpriseId,
          move: 'dismiss',
          from: status,
          to: status,
          at: now,
          note: input.reason,
          files: [],
        });
        await tell(tx, 'dismiss', row, input.reason);
        await changed(tx, [row]);
        return { id: row.id, version };
      }),

    locate: (
      scope: Scope,
      {
        lng,
        lat,
        accuracy = 0,
        ...which
      }: { id: string; version: number; lng: number; lat: number; accuracy?: number | undefined },
    ) =>
      withLockedPoint(scope, which, async (tx, row) => {
        if (!mayLocate(factsOf(row), await actorOf(tx)))
          throw new AppError('denied', '管控中的风险点由主要负责人或安全管理人员记录位置');
        const most = (await settingsOf(tx))['risk.presenceMetres'];
        if (accuracy > most) {
          const msg = `定位误差约 ${Math.round(accuracy)} 米，超过 ${most} 米，不能作为风险点的位置。请到室外或换手机再定位`;
          throw invalid({ field: 'accuracy', msg });
        }
        const version = await locatePoint(tx, row.id, { lng, lat }, clock.now());
        await tell(tx, 'locate', row, `${lng.toFixed(6)}, ${lat.toFixed(6)}`);
        return { id: row.id, version };
      }),
    renewCode: (scope: Scope, which: { id: string; version: number }) =>
      withLockedPoint(scope, which, async (tx, row) => {
        if (!mayRenewCode(factsOf(row), await actorOf(tx)))
          throw new AppError('denied', '管控中的风险点由主要负责人或安全管理人员更换二维码');
        const version = await renewCode(tx, row.id, randomBytes(6).toString('hex'), clock.now());
        await tell(tx, 'renewCode', row);
        return { id: row.id, version };
      }),
    place: (
      scope: Scope,
      {
        planId,
        x,
        y,
        ...which
      }: { id: string; version: number; planId: string | null; x?: number | undefined; y?: number | undefined },
    ) =>
      withLockedPoint(scope, which, async (tx, row) => {
        if (!mayPlace(factsOf(row), await actorOf(tx))) throw new AppError('denied', '您不能在图上标注这个风险点');
        if (planId !== null) {
          const plan = await planOf(tx, planId);
          if (!plan || plan.enterpriseId !== row.enterpriseId)
            throw invalid({ field: 'planId', msg: '没有这张平面图，请重新选择' });
          if (x === undefined || y === undefined) throw invalid({ field: 'x', msg: '请在图上选择位置' });
        }
        const at = planId === null ? { x: null, y: null } : { x: x ?? null, y: y ?? null };
        const version = await movePoint(tx, row.id, { planId, ...at }, clock.now());
        await tell(tx, 'place', row, planId === null ? '移出平面图' : undefined);
        return { id: row.id, version };
      }),
  };
}
