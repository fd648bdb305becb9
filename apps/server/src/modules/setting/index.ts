/** setting: values that each unit may set (业务参数); other modules read them in their own transactions. */
import { settingCalls } from '@anlan/contract/modules/setting/calls';
import {
  settingKeys,
  settings,
  type SettingKey,
  type SettingValues,
  type UnitSettings,
} from '@anlan/contract/modules/setting/settings';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { memoInTx } from '#platform/db/memo-in-tx.ts';
import { readSettings, writeSettings, type StoredSettings } from './setting-store.ts';

/** Stored values, by key. Values that are no longer valid in this release are left out. */
function parseStored(stored: StoredSettings | undefined): Map<SettingKey, unknown> {
  const own = new Map<SettingKey, unknown>();
  for (const key of settingKeys) {
    const read = settings[key].schema.safeParse(stored?.setting[key]);
    if (read.success) own.set(key, read.data);
  }
  return own;
}
// The cast is safe: each value was parsed with the schema of its key.
const valuesWith = (own: ReadonlyMap<SettingKey, unknown>) =>
  Object.fromEntries(
    settingKeys.map((key) => [key, own.has(key) ? own.get(key) : settings[key].value]),
  ) as SettingValues;

export const settingsOf: (tx: Tx) => Promise<SettingValues> = memoInTx(async (tx) =>
  valuesWith(parseStored(await readSettings(tx))),
);

const presented = (stored: StoredSettings | undefined): UnitSettings => {
  const own = parseStored(stored);
  return {
    version: stored?.version ?? 0,
    values: valuesWith(own),
    own: [...own.keys()],
    updatedAt: stored?.updated_at ?? null,
    updatedBy: stored?.updated_by_name ?? null,
  };
};

export const unitSettingsOf = async (tx: Tx): Promise<UnitSettings> => presented(await readSettings(tx));

export const settingModule = defineModule('setting', {
  needs: {},
  open: ({ kit: { db, clock, audit, events } }) => ({
    all: (scope: Scope): Promise<UnitSettings> => db.read(scope, async (tx) => presented(await readSettings(tx))),
    save: (scope: Scope, { version, values }: { version: number; values: Partial<Record<SettingKey, unknown>> }) =>
      db.scoped(scope, async (tx): Promise<UnitSettings> => {
        // A setting applies to the whole unit, so a person limited to some divisions may not change it (decision 0036).
        if (scope.regions !== 'all') throw new AppError('denied', '数据范围只限部分区域的人员不能修改业务参数');
        const stored = await readSettings(tx, { lock: true });
        const before = presented(stored);
        const stale = () => new AppError('conflict', undefined, { current: before });
        if (version !== before.version) throw stale();
        const objection = await events.objectionTo(tx, 'setting.saving', { values });
        if (objection !== null) throw new AppError('invalid', objection);
        const own = parseStored(stored);
        for (const key of settingKeys) {
          const value = values[key];
          if (value === null) own.delete(key);
          else if (value !== undefined) own.set(key, value);
        }
        if (!(await writeSettings(tx, version, Object.fromEntries(own), clock.now()))) throw stale();
        const after = presented(await readSettings(tx));
        const changes = settingKeys
          .filter((key) => JSON.stringify(before.values[key]) !== JSON.stringify(after.values[key]))
          .map((field) => ({ field, before: before.values[field], after: after.values[field] }));
        if (changes.length > 0)
          await audit.record(tx, { call: 'setting.save', objectType: 'tenant', objectId: scope.tenantId, changes });
        await events.emit(tx, 'setting.changed', { keys: changes.map(({ field }) => field) });
        return after;
      }),
    of: settingsOf,
  }),
  calls: settingCalls,
});
