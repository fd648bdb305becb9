// Rules of vehicles that permits and states do not cover, and the effects of a change.
import { dayOf } from '@anlan/contract/domain/instant';
import { vehicle, vehicleDates, type VehicleDate } from '@anlan/contract/modules/vehicle/resource';
import { invalid } from '#kernel/errors.ts';
import { updateExpiryLedger } from '#kit/expiry-store.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Hooks } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { blockedBy, dateFields, roadPapers, type Papers } from './rules.ts';
import { enterprisesOf, isBlockedOn } from './store.ts';

type VehicleRow = RowOf<typeof vehicle>;

export interface VehicleDeps {
  kit: ModuleKit;
  staff: { mayActAs: (tx: Tx, posts: readonly ('head' | 'safetyManager')[]) => Promise<boolean> };
}

type Values = Record<string, unknown>;
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function papersIn(row: VehicleRow | null, values: Values = {}): Papers {
  const of = (key: 'carType' | 'isDangerous' | VehicleDate) =>
    values[key] === undefined ? (row?.[key] ?? null) : values[key];
  return {
    carType: String(of('carType')),
    isDangerous: of('isDangerous') === true,
    // The cast is safe: the object has one entry for each field.
    days: Object.fromEntries(dateFields.map((field) => [field, textOrNull(of(field))])) as Record<
      VehicleDate,
      string | null
    >,
  };
}

export function createHooks({ kit, staff }: VehicleDeps): Hooks<typeof vehicle, boolean> {
  const { clock, events, dictionaries } = kit;
  const today = () => dayOf(clock.now());

  async function changed(tx: Tx, ids: readonly string[]): Promise<void> {
    await updateExpiryLedger(tx, events, vehicle, ids, (row) => {
      const inUse = row.status !== 'scrapped' && row.status !== 'transferred';
      return dateFields.map((field) => ({
        itemType: vehicleDates[field],
        itemName: row.plateNo,
        validTo: inUse ? row[field] : null,
      }));
    });
    await events.emit(tx, 'vehicle.changed', { ids, enterpriseIds: await enterprisesOf(tx, ids) });
  }
  function check({ firstRegisteredOn }: Values): void {
    if (typeof firstRegisteredOn === 'string' && firstRegisteredOn > today())
      throw invalid({ field: 'firstRegisteredOn', msg: '初次登记日期不能晚于今天' });
  }

  return {
    reads: (tx) => staff.mayActAs(tx, ['head', 'safetyManager']),
    conditions: (_tx, { id, blocked }) => isBlockedOn(today(), id, blocked),
    frozen: (row, _scope, keeps) => {
      if (row.status === 'scrapped' || row.status === 'transferred') return '已报废或转出的车辆不能修改';
      return keeps ? null : '只有主要负责人和安全管理人员可以维护车辆';
    },
    createRefusal: async (tx) =>
      (await staff.mayActAs(tx, ['head', 'safetyManager'])) ? null : '只有主要负责人和安全管理人员可以维护车辆',
    async beforeCreate(tx, input) {
      check(input);
      return roadPapers(papersIn(null, input));
    },
    beforeUpdate(_tx, row, patch) {
      check(patch);
      return roadPapers(papersIn(row, patch));
    },
    beforeMove(_tx, move, row, input) {
      if (move !== 'renew') {
        if (String(input['statusOn']) > today()) throw invalid({ field: 'statusOn', msg: '日期不能晚于今天' });
        return;
      }
      const renewedFields = dateFields.filter((field) => typeof input[field] === 'string');
      const [first] = renewedFields;
      if (first === undefined) throw invalid({ field: 'inspectionTo', msg: '请填写续办的有效期' });
      for (const field of renewedFields) {
        const before = row[field];
        if (before !== null && String(input[field]) <= before)
          throw invalid({ field, msg: `新的有效期应晚于原有效期 ${before}` });
      }
      const renewedValues = Object.fromEntries(renewedFields.map((field) => [field, input[field]]));
      const left = Object.fromEntries(
        dateFields.filter((field) => !renewedFields.includes(field)).map((field) => [field, row[field]]),
      );
      return { ...left, ...roadPapers(papersIn(row, renewedValues)) };
    },
    saved: changed,
    moved: (tx, _move, row) => changed(tx, [row.id]),
    async compute(tx, rows) {
      const words = new Map(
        (await dictionaries.itemsOf(tx, 'vehicleStatus')).map(({ value, label }) => [value, label]),
      );
      return new Map(
        rows.map((row) => {
          const status = row.status;
          const why = blockedBy(
            papersIn(row),
            { status, statusText: words.get(status) ?? status, scrapOn: textOrNull(row.scrapOn) },
            today(),
          );
          return [row.id, { roadworthy: why.length === 0, blockedBy: why.length === 0 ? null : why.join('；') }];
        }),
      );
    },
  };
}
