/** accident: accidents and near misses (事故、未遂事件), from grading by harm and the report to investigation and closing. */
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { accidentCalls } from '@anlan/contract/modules/accident/calls';
import { accident } from '@anlan/contract/modules/accident/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { phoneReportModule } from '../phone-report/index.ts';
import { staffModule } from '../staff/index.ts';
import { closeDays, gradeFor, isGrave, isHarm, isLate, missingOf } from './rules.ts';
import { seedAccidents } from './seed.ts';
import { accidentFigures, accidentRows, conditionsOf, countedTimes } from './store.ts';
import { accidentSource } from './todo.ts';

type AccidentRow = RowOf<typeof accident>;

/** Fields that decide the grade, and therefore who closes the accident. */
const gradedBy: ReadonlySet<string> = new Set(['deaths', 'seriousInjuries', 'lossFen']);
const loweredText = '死亡、重伤人数或直接经济损失曾经改少';
const reporters = ['head', 'safetyManager'] as const;
type Harm = 'deaths' | 'seriousInjuries' | 'minorInjuries' | 'lossFen';
function harmOf(input: Partial<Readonly<Record<Harm, number | null>>>, row: AccidentRow | null) {
  const after = (key: Harm) => input[key] ?? row?.[key] ?? 0;
  return {
    deaths: after('deaths'),
    seriousInjuries: after('seriousInjuries'),
    minorInjuries: after('minorInjuries'),
    lossFen: after('lossFen'),
  };
}
/** Deaths that count until the authority closes the case: the higher of the current and the reported number. */
const deathsOf = ({ deaths, reportedDeaths }: AccidentRow) => Math.max(deaths, reportedDeaths ?? 0);
const dateIn = (value: unknown) => (value instanceof Date ? value : new Date(String(value)));

/** A late or fatal accident cannot be removed. Otherwise a new report could hide the delay or the deaths. */
const isPermanentRecord = (row: AccidentRow): boolean =>
  row.kind === 'harm' &&
  (isLate(row.occurredAt, row.reportedAt ?? row.firstReportAt) || isGrave({ deaths: deathsOf(row), grade: row.grade }));

export const accidentModule = defineModule('accident', {
  needs: { phoneReport: phoneReportModule, staff: staffModule },
  open({ kit, phoneReport, staff }) {
    const { clock, events, publishToUsers: tell } = kit;
    const gradeInput = (kind: unknown, input: Readonly<Record<string, unknown>>, row: AccidentRow | null) => {
      const harm = harmOf(input, row);
      if (kind === 'nearMiss' && isHarm(harm))
        throw invalid({ field: 'kind', msg: '未遂事件没有伤亡和损失；造成伤害或损失的请登记为事故' });
      if (kind === 'harm' && !isHarm(harm))
        throw invalid({ field: 'deaths', msg: '事故应填写伤亡或损失；没有伤害和损失的请登记为未遂事件' });
      const occurredAt = dateIn(input['occurredAt'] ?? row?.occurredAt);
      const firstReportAt = dateIn(input['firstReportAt'] ?? row?.firstReportAt);
      if (occurredAt > clock.now()) throw invalid({ field: 'occurredAt', msg: '不能晚于现在' });
      if (firstReportAt < occurredAt) throw invalid({ field: 'firstReportAt', msg: '不能早于发生时间' });
      if (firstReportAt > clock.now()) throw invalid({ field: 'firstReportAt', msg: '不能晚于现在' });
      return { grade: gradeFor(kind, harm), closeDueOn: addDays(dayOf(occurredAt), closeDays) };
    };
    const wasLowered = async (tx: Tx, id: string) =>
      (await kit.audit.trailOf(tx, 'accident', id, { calls: ['accident.update'] }, 200)).some(({ changes }) =>
        changes.some(({ field, before, after }) => gradedBy.has(field) && Number(after ?? 0) < Number(before ?? 0)),
      );
    const changed = async (tx: Tx, ids: readonly string[], enterpriseIds: readonly string[]) => {
      await kit.refreshTodos(tx, 'accident', ids);
      await events.emit(tx, 'accident.changed', { ids, enterpriseIds });
    };
    const accidents = openResource(accident, kit, {
      reads: (tx) => staff.mayActAs(tx, reporters),
      conditions: (_tx, filter) => conditionsOf(filter),
      mayChange: (verb, row, { userType }, mayReport) =>
        userType === 'enterprise' &&
        mayReport !== false &&
        row.status !== 'closed' &&
        (verb === 'update' || (row.status === 'reported' && !isPermanentRecord(row))),
      mayMove: (move, row, { userType }, mayReport) =>
        move === 'reopen'
          ? userType === 'regulator'
          : userType === 'regulator' ||
            (mayReport !== false && (move !== 'close' || !isGrave({ deaths: row.deaths, grade: row.grade }))),
      async compute(tx, rows) {
        const ids = rows.map(({ id }) => id);
        const counted = await countedTimes(tx, ids);
        return new Map(
          rows.map((row) => [
            row.id,
            {
              countedAt: counted.get(row.id) ?? row.occurredAt,
              late: row.kind === 'harm' && isLate(row.occurredAt, row.reportedAt ?? row.firstReportAt),
              // Only regulators see who called the authority.
              ...(tx.scope.userType === 'regulator' ? {} : { phoneReportName: null }),
            },
          ]),
        );
      },
      createRefusal: async (tx) => ((await staff.mayActAs(tx, reporters)) ? null : '请由主要负责人或安全管理人员上报'),
      async beforeCreate(tx, input) {
        const assessment = gradeInput(input.kind, input, null);
        const enterpriseId = input.enterpriseId ?? tx.scope.enterpriseId;
        const call = enterpriseId ? await phoneReport.takeCall(tx, enterpriseId, input.occurredAt, clock.now()) : null;
        return { ...assessment, reportedAt: call?.at ?? clock.now(), phoneReportId: call?.id ?? null };
      },
      beforeUpdate(_tx, row, patch) {
        const reportedAt = row.reportedAt ?? row.firstReportAt;
        const wasLate = isLate(row.occurredAt, reportedAt);
        if (patch.occurredAt && wasLate && !isLate(patch.occurredAt, reportedAt))
          throw invalid({ field: 'occurredAt', msg: '首报已经超时，发生时间不能改到首报前一小时以内' });
        const assessment = gradeInput(row.kind, patch, row);
        return (patch.deaths ?? row.deaths) < deathsOf(row)
          ? { ...assessment, reportedDeaths: deathsOf(row) }
          : assessment;
      },
      async beforeRemove(tx, row) {
        if (await wasLowered(tx, row.id))
          throw new AppError('invalid', `${loweredText}，不能删除，请由主管单位核实后结案`);
      },
      async beforeMove(tx, move, row) {
        if (move === 'reopen') return { closedAt: null };
        if (move !== 'close') return undefined;
        if (tx.scope.userType === 'enterprise' && (await wasLowered(tx, row.id)))
          throw new AppError('invalid', `${loweredText}，请由主管单位核实后结案`);
        const missing = missingOf(row);
        if (missing.length > 0) throw new AppError('invalid', `四不放过还没有登记：${missing.join('、')}`);
        // Closing accepts the current number of deaths, so the earlier reported number is cleared.
        return { closedAt: clock.now(), reportedDeaths: null };
      },
      async saved(tx, ids) {
        const rows = await accidents.rowsWhere(tx, { id: [...ids] });
        await changed(tx, ids, [...new Set(rows.map((row) => row.enterpriseId))]);
        for (const row of rows)
          if (row.status === 'reported')
            await tell(
              tx,
              { permit: 'bus:accident:investigate', enterpriseId: row.enterpriseId },
              { type: 'pcRedDot' },
            );
      },
      moved: (tx, _move, row) => changed(tx, [row.id], [row.enterpriseId]),
    });
    const source = accidentSource(async (tx, enterpriseId) =>
      (await staff.byPost(tx, enterpriseId, reporters)).flatMap(({ userId }) => userId ?? []),
    );
    return { ...accidents, source };
  },
  calls: accidentCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有事故记录，不能删除' : null,
  },
  todos: ({ source }) => [source],
  archive: [accidentRows],
  figures: () => [accidentFigures],
  seed: seedAccidents,
});
