/**
 * staffReport: reports from staff (员工举报), named or anonymous. A report is checked, may become a danger, and may be
 * rewarded.
 */
import { staffReportCalls } from '@anlan/contract/modules/staff-report/calls';
import { staffReport } from '@anlan/contract/modules/staff-report/resource';
import { dayOf, parseInstant } from '@anlan/contract/domain/instant';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { dangerModule } from '../danger/index.ts';
import { requireVisible, enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { staffModule, type Caller } from '../staff/index.ts';
import { createCodes } from './report-codes.ts';
import { seedStaffReports } from './seed.ts';
import { rewardsSince } from './store.ts';

type StaffReportRow = RowOf<typeof staffReport>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const ownReportText = '这是您本人的举报，请由本企业其他管理人员核实和发放奖励';
/** Whether the caller sent this report: with their account, or by a report code under their name. */
const isReporter = ({ createdBy, reporterName }: StaffReportRow, userId: string | null, caller: Caller | null) =>
  (createdBy !== null && createdBy === userId) || (reporterName !== null && reporterName === caller?.name);

const nobody = { reporterName: null, reporterPhone: null, rewardTo: null };

export const staffReportModule = defineModule('staffReport', {
  needs: { danger: dangerModule, enterprise: enterpriseModule, file: fileModule, staff: staffModule },
  open({ kit, danger, enterprise, file, staff }) {
    const { db, clock } = kit;
    const reports = openResource(staffReport, kit, {
      reads: (tx): Promise<Caller | null> => staff.postsOf(tx),
      beforeCreate: () => ({ reportedAt: clock.now() }),
      // The reporter is visible only to the enterprise, not to the supervising unit or to readers of the audit log.
      unlogged: ['reporterName', 'reporterPhone', 'rewardTo'],
      compute: async ({ scope }, rows) =>
        new Map(scope.userType === 'enterprise' ? [] : rows.map(({ id }) => [id, nobody])),
      seesPlain: (scope, enterpriseId) => scope.userType === 'enterprise' && scope.enterpriseId === enterpriseId,
      // Only the reporter may change or remove a report, because the report may be about other people of the
      // enterprise.
      mayChange: (_verb, row, { userId }) =>
        row.status === 'submitted' && row.createdBy !== null && row.createdBy === userId,
      refusalOf: (move, row, { userId }, caller) =>
        (move === 'confirm' || move === 'reward') && isReporter(row, userId, caller) ? ownReportText : null,
      async beforeMove(tx, move, row, input, caller) {
        const by = { at: clock.now(), name: tx.scope.userName };
        if (move === 'confirm') return { checkedAt: by.at, checkedBy: by.name, dangerId: await opened(tx, row, input) };
        if (move === 'reject') return { checkedAt: by.at, checkedBy: by.name };
        if (move !== 'reward') return undefined;
        if (!(Number(input['rewardFen']) > 0)) throw invalid({ field: 'rewardFen', msg: '奖励金额应大于 0' });
        if (textOf(input['rewardTo']) !== null && input['rewardTo'] === caller?.name)
          throw invalid({ field: 'rewardTo', msg: '不能把奖励发给本人，请由本企业其他管理人员办理' });
        return { rewardedAt: by.at, rewardedBy: by.name };
      },
    });
    /** Opens a hidden danger from the report. The danger contains nothing about the reporter. */
    const opened = (tx: Tx, row: StaffReportRow, input: Readonly<Record<string, unknown>>) =>
      danger.open(tx, {
        enterpriseId: row.enterpriseId,
        title: row.matter.slice(0, 60),
        description: row.matter,
        level: 'general',
        category: String(input['category']),
        source: 'report',
        place: String(input['foundPlace']),
        foundAt: clock.now(),
        foundBy: '员工举报',
        repeatCause: textOf(input['repeatCause']),
        // The cast is safe: the server stored the photos in the shape of the field.
        photos: row.photos as readonly { id: string; name: string }[],
      });
    return {
      ...reports,
      ...createCodes({
        kit,
        files: file,
        enterprises: enterprise,
        async add(tx, input, as) {
          const id = await reports.add(tx, input, as);
          const [row] = await reports.rowsWhere(tx, { id }, { limit: 1 });
          if (!row) throw new AppError('failed');
          return { id, no: row.no };
        },
      }),
      totals: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.read(scope, async (tx) => {
          if (enterpriseId !== undefined) await requireVisible(tx, enterprise, enterpriseId);
          const since = parseInstant(`${dayOf(clock.now()).slice(0, 4)}-01-01 00:00:00`);
          return rewardsSince(tx, enterpriseId ?? scope.enterpriseId, since);
        }),
    };
  },
  calls: staffReportCalls,
  seed: seedStaffReports,
  ask: {
    'enterprise.removing': async (tx, { ids }, reports) =>
      (await reports.exists(tx, { enterpriseId: ids })) ? '名下还有员工举报，不能删除' : null,
  },
});
