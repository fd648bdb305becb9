// Rules of items and warnings that permits and states do not cover, and the effects of an action.
import { addDays, dayOf, addMonths } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { warning, warningLimits } from '@anlan/contract/modules/warning/resource';
import { registerNameOf } from '@anlan/contract/modules/warning/registers';
import { AppError, invalid } from '#kernel/errors.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Hooks } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import type { EnterpriseModule } from '../enterprise/index.ts';
import { keepVersion } from './ledger-store.ts';
import { expiryRules, type ExpiryRule } from './expiry-rules.ts';
import { fileFieldOf, firstDays, itemNameOf, levelOn } from './rules.ts';
import { countSameDay, ownConditions } from './warning-store.ts';

type WarningRow = RowOf<typeof warning>;

type Values = Record<string, unknown>;

const columns = (row: WarningRow) => ({
  id: row.id,
  enterpriseId: row.enterpriseId,
  itemType: row.itemType,
  origin: row.origin,
  validTo: row.validTo,
  edition: row.edition,
  papers: row.papers,
});

function ruleOf(itemType: string): ExpiryRule {
  const rule = expiryRules.get(itemType);
  if (!rule) throw invalid({ field: 'itemType', msg: '请选择事项类型' });
  return rule;
}

const whoseName: Readonly<Record<string, string>> = {
  place: '请填写场所名称',
  equipment: '请填写设备名称',
  vehicle: '请填写车牌号',
  person: '请填写持证人姓名',
};
function demandSubject({ subject }: ExpiryRule, subjectName: string | null | undefined): void {
  const msg = whoseName[subject];
  if (msg !== undefined && !subjectName) throw invalid({ field: 'subjectName', msg });
}

export function createHooks(
  { clock }: Pick<ModuleKit, 'clock'>,
  enterprise: Pick<EnterpriseModule, 'renewPaper'>,
  mayKeep: (tx: Tx) => Promise<boolean>,
  changed: (tx: Tx, ids: readonly string[]) => Promise<void>,
): Hooks<typeof warning> {
  const today = () => dayOf(clock.now());

  async function renewed(tx: Tx, row: WarningRow, input: Values): Promise<Values> {
    const { validTo, itemType, enterpriseId, ...old } = columns(row);
    const renewedTo = String(input['renewedTo']);
    if (renewedTo <= today()) throw invalid({ field: 'renewedTo', msg: '新的有效期应晚于今天' });
    if (renewedTo <= validTo) throw invalid({ field: 'renewedTo', msg: `新的有效期应晚于原有效期 ${validTo}` });
    await keepVersion(tx, clock.now(), { ...old, enterpriseId, validTo });
    return {
      validTo: renewedTo,
      papers: input['files'],
      edition: old.edition + 1,
      level: levelOn(today(), renewedTo, firstDays(ruleOf(itemType))),
      handlerId: tx.scope.userId,
      note: input['reason'] ?? null,
      ignoredUntil: null,
      snoozedTo: null,
      urgedAt: null,
    };
  }

  function demandDay(field: string, value: unknown, latest: string, tooLate: string): void {
    if (String(value) <= today()) throw invalid({ field, msg: '日期应晚于今天' });
    if (String(value) > latest) throw invalid({ field, msg: tooLate });
  }

  return {
    conditions: ownConditions,
    reads: mayKeep,
    mayChange: (_verb, _row, _scope, keeps) => keeps === true,
    // Removing an expired item also removes it from the score. Therefore its history must first contain a reason.
    refusalOf: (act, row) =>
      act === 'remove' && row.origin === 'entered' && row.validTo < today() && row.status === 'open'
        ? '已过期的事项不能直接删除：请先点“已知晓”，写明为什么不再需要，再删除'
        : null,
    mayMove: (move, row, _scope, keeps) => {
      if (keeps !== true) return false;
      const { origin, validTo } = columns(row);
      if (move === 'renew') return row.source === 'expiry' && origin !== 'module';
      // An expired item that forbids work can never be ignored.
      if (move === 'ignore') return row.isBlocking !== true;
      return move !== 'snooze' || validTo > today();
    },
    createRefusal: async (tx) =>
      (await mayKeep(tx)) ? null : '到期事项由本企业负责人或安全管理人员登记，请联系他们办理',
    beforeCreate: async (tx, input) => {
      const rule = ruleOf(input.itemType);
      const register = registerNameOf(input.itemType);
      if (register !== undefined)
        throw invalid({ field: 'itemType', msg: `${rule.label}的有效期来自${register}，请在${register}中填写` });
      demandSubject(rule, input.subjectName);
      const level = levelOn(today(), input.validTo, firstDays(rule));
      return {
        itemName: itemNameOf(rule.label, input.subjectName),
        subject: rule.subject,
        isBlocking: rule.blocking,
        level,
        status: level === null ? 'valid' : 'open',
      };
    },
    beforeUpdate: (_tx, row, patch) => {
      if (patch.subjectName === undefined) return;
      const rule = ruleOf(columns(row).itemType);
      demandSubject(rule, patch.subjectName);
      return { itemName: itemNameOf(rule.label, patch.subjectName) };
    },
    beforeRemove: (_tx, row) => {
      if (columns(row).origin !== 'entered')
        throw new AppError('invalid', '这一项随企业信息或业务台账变化，请在那里修改');
    },
    beforeMove: (tx, move, row, input) => {
      if (move === 'renew') return renewed(tx, row, input);
      if (move === 'acknowledge') return { handlerId: tx.scope.userId, note: input['reason'] ?? null };
      if (move === 'urge') return { urgedAt: clock.now() };
      if (move === 'snooze') {
        const { validTo } = columns(row);
        const last = addDays(today(), warningLimits.snoozeDays);
        const latest = validTo < last ? validTo : last;
        return demandDay('snoozedTo', input['snoozedTo'], latest, `最晚到 ${latest}：不超过 30 天，也不超过到期日`);
      }
      if (String(input['reason']).trim().length < limits.reasonMin)
        throw invalid({ field: 'reason', msg: `忽略理由至少 ${limits.reasonMin} 个字` });
      demandDay(
        'ignoredUntil',
        input['ignoredUntil'],
        addDays(today(), warningLimits.ignoreDays),
        `最多忽略 ${warningLimits.ignoreDays} 天`,
      );
      return { handlerId: tx.scope.userId, note: input['reason'] };
    },
    moved: async (tx, move, row) => {
      const { origin, itemType, enterpriseId, validTo } = columns(row);
      const field = fileFieldOf(itemType);
      // The renewed date is also written into the enterprise's profile, so that nobody must enter it twice.
      if (move === 'renew' && origin === 'enterprise' && field !== null)
        await enterprise.renewPaper(tx, enterpriseId, field, validTo);
      await changed(tx, [row.id]);
    },
    saved: changed,
    compute: async (tx, rows) => {
      const now = today();
      const sameDay = await countSameDay(
        tx,
        rows.map(({ id }) => id),
      );
      return new Map(
        rows.map((row) => {
          const { id, validTo, itemType } = columns(row);
          const { cycleMonths } = expiryRules.get(itemType) ?? { cycleMonths: null };
          return [
            id,
            {
              leftDays: Math.round((Date.parse(validTo) - Date.parse(now)) / 86_400_000),
              sameDay: sameDay.get(id) ?? 1,
              proposedTo: cycleMonths === null ? null : addMonths(validTo < now ? now : validTo, cycleMonths),
            },
          ];
        }),
      );
    },
  };
}
