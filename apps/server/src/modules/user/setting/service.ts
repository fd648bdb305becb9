import type { UserSetting } from '@anlan/contract/modules/user/layout-setting';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import { parseSetting, traced } from './rules.ts';
import { readSetting, saveSetting } from './store.ts';

export interface SettingDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
}

const mine = ({ userId }: Scope): string => {
  if (userId === null) throw new AppError('unauthenticated');
  return userId;
};

/** Settings of the user interface. Each user sees and changes only their own. */
export function createSettings({ db, clock, audit }: SettingDeps) {
  return {
    setting: (scope: Scope): Promise<UserSetting> =>
      db.scoped(scope, async (tx) => parseSetting(await readSetting(tx, mine(scope)))),
    settingSave: (scope: Scope, change: UserSetting): Promise<UserSetting> =>
      db.scoped(scope, async (tx) => {
        const userId = mine(scope);
        const before = parseSetting(await readSetting(tx, userId));
        const beforeValues: Readonly<Record<string, unknown>> = before;
        const changes = Object.entries(change)
          .filter(([field, after]) => beforeValues[field] !== after)
          .map(([field, after]) => ({ field, before: beforeValues[field] ?? null, after }));
        if (changes.length === 0) return before;
        const saved = parseSetting(await saveSetting(tx, userId, change, clock.now()));
        const tracedChanges = changes.filter(({ field }) => traced.has(field));
        if (tracedChanges.length > 0)
          await audit.record(tx, {
            call: 'user.settingSave',
            objectType: 'user',
            objectId: userId,
            changes: tracedChanges,
          });
        return saved;
      }),
  };
}
