import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { newId } from '#kernel/ids.ts';
import { divisionAndBelow } from '#kernel/regions.ts';
import { enterpriseRange, mintScope, type Scope } from '#kernel/scope.ts';
import { makeTenant, openTestDatabase, regulatorScope, type TestDatabase } from '../../../../testing/database.ts';
import { createAuditModule } from '../index.ts';
import { alarmCauses } from './causes.ts';
import { createAlarms, createTakenWatch } from './service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('S80 raises an alarm for a large export even after an alarm for frequent exports', async () => {
  const { db } = database;
  const [often, much] = [newId(), newId()];
  const tenantId = await makeTenant(database, often);
  let now = new Date('2026-11-21T02:00:00Z');
  const clock = { now: () => now };
  const audit = createAuditModule({ db });
  const messages: string[] = [];
  const alarms = createAlarms({
    db,
    clock,
    audit,
    tell: ({ alarm, note }) => messages.push(`${alarm} ${note.trim()}`),
  });
  audit.onTaken(createTakenWatch({ clock }, alarms.raise));
  const take = (scope: Scope, rowCount: number) =>
    db.scoped(scope, (tx) =>
      audit.record(tx, { call: 'enterprise.exportStart', objectType: 'enterprise', taken: rowCount }),
    );
  const [clerk, regulator] = [regulatorScope(tenantId, often), regulatorScope(tenantId, much)];

  for (let time = 0; time <= limits.export.alarmTimesADay; time += 1) await take(clerk, 1);
  await expect.poll(() => messages).toEqual([expect.stringMatching(/^tookOften .*24 小时内导出 6 次/)]);
  now = new Date('2026-11-21T02:10:00Z');
  await take(regulator, 700_000);
  await expect.poll(() => messages.slice(1)).toEqual([expect.stringMatching(/^tookMuch .*一次导出 700000 行/)]);
  // A second normal export raises no new alarm. A very large export of the user with many exports raises one.
  await take(regulator, 700_000);
  await take(clerk, limits.export.alarmRows + 1);
  await expect.poll(() => messages.slice(2)).toEqual([expect.stringMatching(/^tookMuch .*一次导出 50001 行/)]);
  const raisedCauses = [...alarms.counts()].filter(([, count]) => count > 0);
  expect(raisedCauses).toEqual([
    ['tookOften', 1],
    ['tookMuch', 2],
  ]);
  now = new Date('2026-11-21T03:00:00Z');
  await take(clerk, 1);
  await expect.poll(() => messages.slice(3)).toEqual([expect.stringMatching(/^tookOften .*24 小时内导出 8 次/)]);
});

test('S80 raises an alarm also for exports of a user limited to one street', async () => {
  const { db } = database;
  const userId = newId();
  const tenantId = await makeTenant(database, userId);
  const street = enterpriseRange('regulator', null, [divisionAndBelow('330108001')]);
  const clerk = mintScope({ tenantId, userId, userType: 'regulator', ...street });
  const clock = { now: () => new Date() };
  const audit = createAuditModule({ db });
  const messages: string[] = [];
  const alarms = createAlarms({
    db,
    clock,
    audit,
    tell: ({ alarm, note }) => messages.push(`${alarm} ${note.trim()}`),
  });
  audit.onTaken(createTakenWatch({ clock }, alarms.raise));
  for (const call of ['enterprise.export', 'station.export', 'enterprise.exportStart'])
    for (const objectType of ['enterprise', 'station'])
      await db.scoped(clerk, (tx) => audit.record(tx, { call, objectType, taken: 1 }));
  await expect.poll(() => messages).toEqual([expect.stringMatching(/^tookOften .*24 小时内导出 6 次/)]);
});

test.each([
  ['Chinese', 0],
  ['English', 1],
])('each alarm has its runbook in %s', (_language, part) => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/operations/alarms.md'), 'utf8');
  const rows = (page.split('## In English')[part] ?? '').matchAll(/^\| (`.+`) \| (.+) \| (.+) \|$/gm);
  const causes = [...rows].flatMap(([, names = '', when = '', act = '']) => {
    expect(Math.min(when.length, act.length), names).toBeGreaterThan(8);
    return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  });
  expect(causes.toSorted()).toEqual([...alarmCauses].toSorted());
});
