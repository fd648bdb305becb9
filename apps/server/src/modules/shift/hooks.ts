// Rules of shifts that permits and states do not cover, and the required input of each move.
import { shiftChecks, type CheckResult, type shift } from '@anlan/contract/modules/shift/resource';
import type { employee } from '@anlan/contract/modules/staff/resource';
import { formatInstant } from '@anlan/contract/domain/instant';
import { AppError, invalid } from '#kernel/errors.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Hooks } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Caller } from '../staff/index.ts';
import { assess, type GateDeps } from './board.ts';
import { arrivalOf } from './gates.ts';
import { drivesOf, enterprisesOf, isPostHeld, lockDrivers } from './store.ts';

type ShiftRow = RowOf<typeof shift>;

export interface ShiftDeps extends GateDeps {
  kit: ModuleKit;
  postsOf: (tx: Tx) => Promise<Caller | null>;
  employee: (tx: Tx, id: string) => Promise<RowOf<typeof employee> | undefined>;
}

type Values = Record<string, unknown>;
interface DrivenShift {
  departAt: Date;
  arriveAt: Date | null;
  distanceKm: number;
  driverId?: string | null | undefined;
  relayDriverId?: string | null | undefined;
}
const drivenFields = ['departAt', 'arriveAt', 'distanceKm', 'driverId', 'relayDriverId'] as const;
const refused = '班次由调度员安排和放行';
/** Longest time that a shift takes: 5000 km at the usual speed. */
const longestMs = 72 * 3_600_000;

export function createHooks(
  deps: ShiftDeps,
  changed: (tx: Tx, ids: readonly string[], enterpriseIds: readonly string[]) => Promise<void>,
): Hooks<typeof shift, boolean> {
  const { kit, postsOf, employee, vehiclesOf } = deps;
  const { clock } = kit;

  /**
   * Whether the caller may plan shifts: only the scheduler, or the people who run the enterprise when it has no
   * scheduler.
   */
  async function schedules(tx: Tx): Promise<boolean> {
    const caller = await postsOf(tx);
    if (caller === null || caller.posts.has('scheduler')) return true;
    if (!caller.posts.has('head') && !caller.posts.has('safetyManager')) return false;
    return tx.scope.enterpriseId !== null && !(await isPostHeld(tx, tx.scope.enterpriseId, 'scheduler'));
  }

  /** Throws unless the vehicle and the drivers belong to the enterprise and the two drivers are different people. */
  async function demandOwn(tx: Tx, enterpriseId: unknown, values: Values): Promise<void> {
    const { vehicleId, driverId, relayDriverId } = values;
    if (typeof vehicleId === 'string') {
      const row = (await vehiclesOf(tx, [vehicleId])).get(vehicleId);
      if (row?.enterpriseId !== enterpriseId) throw invalid({ field: 'vehicleId', msg: '请选择本企业的车辆' });
    }
    for (const [field, id] of Object.entries({ driverId, relayDriverId })) {
      if (typeof id !== 'string') continue;
      const row = await employee(tx, id);
      if (row === undefined || row.enterpriseId !== enterpriseId) throw invalid({ field, msg: '请选择本企业的人员' });
      if (row.status === 'left') throw invalid({ field, msg: '这名驾驶员已离职' });
    }
    if (typeof driverId === 'string' && driverId === relayDriverId)
      throw invalid({ field: 'relayDriverId', msg: '副班驾驶员不能与驾驶员相同' });
  }
  /** Throws if a driver of the shift drives another shift at the same time. */
  async function demandFreeDrivers(tx: Tx, id: string | null, planned: DrivenShift): Promise<void> {
    const drivers = Object.entries({ driverId: planned.driverId, relayDriverId: planned.relayDriverId }).flatMap(
      ([field, employeeId]) => (employeeId ? [{ field, employeeId }] : []),
    );
    if (drivers.length === 0) return;
    const employeeIds = drivers.map(({ employeeId }) => employeeId);
    await lockDrivers(tx, employeeIds);
    const departAt = planned.departAt;
    const arriveAt = arrivalOf(planned);
    const drives = await drivesOf(tx, employeeIds, new Date(departAt.getTime() - longestMs), arriveAt);
    for (const { field, employeeId } of drivers) {
      const overlap = drives.find(
        (drive) =>
          drive.employeeId === employeeId && drive.shiftId !== id && (drive.arrivedAt ?? arrivalOf(drive)) > departAt,
      );
      if (!overlap) continue;
      const name = (await employee(tx, employeeId))?.name ?? '这名驾驶员';
      const span = [overlap.departAt, overlap.arrivedAt ?? arrivalOf(overlap)]
        .map((at) => formatInstant(at).slice(5, 16))
        .join(' 至 ');
      throw invalid({ field, msg: `${name}已排 ${overlap.no}（${span}），时间重叠，请换人或改时间` });
    }
  }
  function demandTimes(departAt: unknown, arriveAt: unknown): void {
    if (departAt instanceof Date && arriveAt instanceof Date && arriveAt <= departAt)
      throw invalid({ field: 'arriveAt', msg: '预计到达应晚于发车时间' });
  }

  async function look(tx: Tx, row: ShiftRow, input: Values): Promise<Values> {
    const check = shiftChecks.find((one) => one === input['check']);
    if (check === undefined) throw invalid({ field: 'check', msg: '请选择核查项' });
    const pass = input['pass'] === true;
    const note = typeof input['note'] === 'string' ? input['note'] : '';
    if (!pass && note.trim() === '') throw invalid({ field: 'note', msg: '不通过时请说明原因' });
    const passengers = input['passengers'] ?? row.passengers;
    if (check === 'load' && pass) {
      if (passengers === null || passengers === undefined)
        throw invalid({ field: 'passengers', msg: '请填写载客人数' });
      const { seats = null } = (await assess(tx, deps, [row])).get(row.id) ?? {};
      if (seats !== null && Number(passengers) > seats)
        throw invalid({ field: 'passengers', msg: `超过核定载客 ${seats} 人` });
    }
    if (check === 'papers' && pass) {
      const bad = (await assess(tx, deps, [row])).get(row.id)?.gates.find(({ key, ok }) => key === 'papers' && !ok);
      if (bad) throw invalid({ field: 'pass', msg: bad.note });
    }
    const result: CheckResult = { check, pass, note, at: clock.now().getTime(), byName: tx.scope.userName };
    return { checks: [...row.checks.filter((one) => one.check !== check), result], passengers };
  }

  async function demandGates(tx: Tx, row: ShiftRow): Promise<void> {
    const open = (await assess(tx, deps, [row])).get(row.id)?.gates.filter(({ must, ok }) => must && !ok) ?? [];
    if (open.length > 0)
      throw new AppError('invalid', `不能放行：${open.map(({ label, note }) => `${label}（${note}）`).join('；')}`);
  }

  return {
    reads: schedules,
    frozen: (_row, _scope, may) => (may ? null : refused),
    mayChange: (_verb, row) => row.status === 'planned',
    createRefusal: async (tx) => ((await schedules(tx)) ? null : refused),
    async beforeCreate(tx, input) {
      demandTimes(input.departAt, input.arriveAt);
      await demandOwn(tx, input.enterpriseId, input);
      await demandFreeDrivers(tx, null, { ...input, arriveAt: input.arriveAt ?? null });
    },
    async beforeUpdate(tx, row, patch) {
      demandTimes(patch.departAt ?? row.departAt, patch.arriveAt === undefined ? row.arriveAt : patch.arriveAt);
      const { driverId = row.driverId, relayDriverId = row.relayDriverId, vehicleId } = patch;
      await demandOwn(tx, row.enterpriseId, { driverId, relayDriverId, vehicleId });
      if (drivenFields.some((field) => patch[field] !== undefined))
        await demandFreeDrivers(tx, row.id, {
          driverId,
          relayDriverId,
          departAt: patch.departAt ?? row.departAt,
          arriveAt: patch.arriveAt === undefined ? row.arriveAt : patch.arriveAt,
          distanceKm: patch.distanceKm ?? row.distanceKm,
        });
    },
    async beforeMove(tx, move, row, input) {
      const now = clock.now();
      switch (move) {
        case 'look':
          return look(tx, row, input);
        case 'talk':
          return { talkAt: now };
        case 'check': {
          const passed = row.checks.filter(({ pass }) => pass).length;
          if (passed < shiftChecks.length)
            throw new AppError('invalid', `六项核查通过 ${passed} 项，全部通过后才能完成安检`);
          return;
        }
        case 'assign':
          await demandOwn(tx, row.enterpriseId, input);
          await demandFreeDrivers(tx, row.id, {
            departAt: row.departAt,
            arriveAt: row.arriveAt,
            distanceKm: row.distanceKm,
            driverId: typeof input['driverId'] === 'string' ? input['driverId'] : null,
            relayDriverId: typeof input['relayDriverId'] === 'string' ? input['relayDriverId'] : null,
          });
          // A change of vehicle or driver makes the earlier checks void.
          return { checks: [], talkTopic: null, talkAt: null, relayDriverId: input['relayDriverId'] ?? null };
        case 'depart':
          await demandGates(tx, row);
          return { departedAt: now, releasedBy: tx.scope.userId };
        case 'arrive':
          return { arrivedAt: now };
        default:
          return { cancelReason: input['reason'] };
      }
    },
    moved: async (tx, _move, row) => changed(tx, [row.id], [row.enterpriseId]),
    saved: async (tx, ids) => changed(tx, ids, await enterprisesOf(tx, ids)),
  };
}
