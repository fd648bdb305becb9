import type { Change } from '@anlan/contract/domain/field-change';
import { dayOf } from '@anlan/contract/domain/instant';
import {
  riskRuleTypes,
  setRuleTypes,
  type ExpiryFields,
  type PopupFields,
  type RiskRule,
  type RiskRuleType,
  type RiskText,
  type SetRuleType,
} from '@anlan/contract/modules/risk/rule';
import { settings, settingKeys, settingWords } from '@anlan/contract/modules/setting/settings';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import { unitSettingsOf } from '../../setting/index.ts';
import { changesOf, popupOf, presentRule } from './present.ts';
import { isReadable, isWarned, latenessText } from './rules.ts';
import * as store from './store.ts';

const keysOf: Readonly<Record<SetRuleType, readonly string[]>> = {
  method: ['risk.lecBands', 'risk.lsBands', 'risk.lcBands', 'risk.reviewMonths'],
  score: ['score.'],
  color: ['color.'],
  escalation: ['rectify.remindBeforeDays', 'rectify.escalate'],
};

async function setRuleOf(tx: Tx, type: SetRuleType): Promise<RiskRule> {
  const { values, own, version, updatedAt, updatedBy } = await unitSettingsOf(tx);
  const keys = settingKeys.filter((key) => keysOf[type].some((beginning) => key.startsWith(beginning)));
  const isOwn = keys.some((key) => own.includes(key));
  return {
    type,
    id: null,
    name: setRuleTypes[type],
    source: isOwn ? 'own' : 'house',
    enabled: true,
    version,
    abilities: [],
    updatedAt: isOwn ? updatedAt : null,
    updatedBy: isOwn ? updatedBy : null,
    content: {
      lines: keys.map((key) => ({
        key,
        label: settings[key].label,
        said: settingWords(settings[key], values[key]),
        own: own.includes(key),
      })),
    },
  };
}

export type RiskRuleEvents = Record<RiskRuleType, (tx: Tx) => Promise<void>>;

export interface RiskRuleDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  changed: RiskRuleEvents;
}

const kinds = Object.keys(riskRuleTypes) as RiskRuleType[];
const setKinds = Object.keys(setRuleTypes) as SetRuleType[];

// A rule applies to the whole unit, so a person whose scope is limited to some divisions may not change it (decision
// 0036).
function requireWholeUnit({ regions }: Scope) {
  if (regions !== 'all') throw new AppError('denied', '数据范围只限部分区域的人员不能修改风险规则');
}

export function createRiskRules({ db, clock, audit, changed }: RiskRuleDeps) {
  const readable = (scope: Scope, rows: readonly store.RiskRuleRow[], type: RiskRuleType) => {
    const rule = presentRule(scope, rows, type);
    return isReadable(scope, rule) ? [rule] : [];
  };

  /**
   * Locks the rule, then returns it and the tenant's own row. Throws with the current rule when the version is stale.
   */
  async function lockRule(tx: Tx, type: RiskRuleType, version: number | undefined) {
    await store.lockRules(tx);
    const rows = await store.listRules(tx, type);
    const current = presentRule(tx.scope, rows, type);
    if (version !== undefined && version !== current.version) throw new AppError('conflict', undefined, { current });
    return { current, own: rows.find((row) => row.tenant_id === tx.scope.tenantId) };
  }

  /**
   * Publishes a rule change. Every saved pop-up is shown again; to-dos are updated only when the number of days
   * changed.
   */
  async function tell(tx: Tx, type: RiskRuleType, changes: readonly Change[]) {
    if (type === 'popup' || changes.length > 0) await changed[type](tx);
  }

  async function save(
    scope: Scope,
    type: RiskRuleType,
    { enabled, version, ...content }: { enabled: boolean; version: number },
  ) {
    return db.scoped(scope, async (tx) => {
      requireWholeUnit(scope);
      const { current, own } = await lockRule(tx, type, version);
      const id = own?.id ?? newId();
      const written = {
        enabled,
        content: JSON.stringify(content),
        updated_at: clock.now(),
        updated_by: scope.userId,
        updated_by_name: scope.userName,
        removed_at: null,
      };
      if (own) await store.updateRule(tx, id, written);
      else await store.insertRule(tx, { tenant_id: scope.tenantId, id, type, ...written });
      const changes = changesOf(current, { enabled, content });
      await audit.record(tx, {
        call: type === 'popup' ? 'risk.savePopup' : 'risk.saveExpiry',
        objectType: 'riskRule',
        objectId: id,
        note: riskRuleTypes[type],
        changes,
      });
      await tell(tx, type, changes);
      return { id, version: (own?.version ?? 0) + 1 };
    });
  }

  return {
    all: (scope: Scope): Promise<RiskRule[]> =>
      db.read(scope, async (tx) => {
        const rows = await store.listRules(tx);
        const settled: RiskRule[] = [];
        for (const type of setKinds) settled.push(await setRuleOf(tx, type));
        return [...kinds.flatMap((type) => readable(scope, rows, type)), ...settled];
      }),
    byType: (scope: Scope, { type }: { type: RiskRuleType | SetRuleType }): Promise<RiskRule> =>
      db.read(scope, async (tx) => {
        if (type !== 'popup' && type !== 'expiry') return setRuleOf(tx, type);
        const [rule] = readable(scope, await store.listRules(tx, type), type);
        if (rule === undefined) throw new AppError('notFound');
        return rule;
      }),
    savePopup: (scope: Scope, fields: PopupFields) => save(scope, 'popup', fields),
    saveExpiry: (scope: Scope, fields: ExpiryFields) => save(scope, 'expiry', fields),
    remove: (scope: Scope, { id, version }: { id: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        requireWholeUnit(scope);
        const standing = (await store.listRules(tx)).find((row) => row.id === id);
        if (standing?.tenant_id !== scope.tenantId) throw new AppError('notFound');
        const { type } = standing;
        const { current, own } = await lockRule(tx, type, version);
        if (!own || own.removed_at !== null) throw new AppError('notFound');
        const saved = await store.updateRule(tx, id, { removed_at: clock.now() });
        const next = presentRule(scope, await store.listRules(tx, type), type);
        const changes = changesOf(current, next);
        await audit.record(tx, {
          call: 'risk.remove',
          objectType: 'riskRule',
          objectId: id,
          note: riskRuleTypes[type],
          changes,
        });
        await tell(tx, type, changes);
        return { id, version: saved.version };
      }),
    text: (scope: Scope): Promise<RiskText | null> =>
      db.read(scope, async (tx) => {
        const { row, enabled, content } = popupOf(await store.listRules(tx, 'popup'), scope.tenantId);
        if (row === undefined || !enabled) return null;
        const { userType, enterpriseId } = scope;
        const color =
          content.colors.length > 0 && enterpriseId !== null ? await store.colorOf(tx, enterpriseId) : undefined;
        const today = dayOf(clock.now());
        if (!isWarned(content, { userType, color }, today)) return null;
        const { title, text, level } = content;
        const sees = userType === 'enterprise' || userType === 'regulator';
        const late = sees ? latenessText(await store.countLate(tx, today), userType) : null;
        return { id: row.id, version: row.version, title, content: late === null ? text : `${text}\n${late}`, level };
      }),
  };
}
