import * as z from 'zod/mini';
import type { Change } from '@anlan/contract/domain/field-change';
import { enterpriseColor, riskLevel } from '@anlan/contract/modules/enterprise/codes';
import {
  riskRuleTypes,
  warnedKinds,
  type ExpiryContent,
  type PopupContent,
  type RiskRule,
  type RiskRuleSource,
  type RiskRuleType,
} from '@anlan/contract/modules/risk/rule';
import { changesBetween } from '#kernel/changes.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { abilitiesOf, builtInRules } from './rules.ts';
import { platform, listRules, type RiskRuleRow } from './store.ts';

const codes = <T extends string>(map: Readonly<Record<T, string>>) => z.enum(Object.keys(map) as [T, ...T[]]);

const stored = {
  popup: z.object({
    title: z.string(),
    text: z.string(),
    level: codes(riskLevel),
    audience: z.array(codes(warnedKinds)),
    colors: z.array(codes(enterpriseColor)),
    since: z.nullable(z.string()),
    until: z.nullable(z.string()),
  }),
  expiry: z.object({ days: z.int() }),
} as const;

interface ActiveRule<C> {
  row: RiskRuleRow | undefined;
  source: RiskRuleSource;
  enabled: boolean;
  content: C;
}

/** Selects the rule in force: the tenant's row if it has one, else the platform's row. */
function inForce(rows: readonly RiskRuleRow[], type: RiskRuleType, tenantId: string) {
  const standing = rows.filter((row) => row.type === type && row.removed_at === null);
  const row = standing.find((one) => one.tenant_id === tenantId) ?? standing[0];
  if (row === undefined) return { row, source: 'house' as const };
  return { row, source: row.tenant_id === platform ? ('platform' as const) : ('own' as const) };
}

export function popupOf(rows: readonly RiskRuleRow[], tenantId: string): ActiveRule<PopupContent> {
  const { row, source } = inForce(rows, 'popup', tenantId);
  if (row === undefined) return { row, source, ...builtInRules.popup };
  return { row, source, enabled: row.enabled, content: z.parse(stored.popup, row.content) };
}

function expiryOf(rows: readonly RiskRuleRow[], tenantId: string): ActiveRule<ExpiryContent> {
  const { row, source } = inForce(rows, 'expiry', tenantId);
  if (row === undefined) return { row, source, ...builtInRules.expiry };
  return { row, source, enabled: row.enabled, content: z.parse(stored.expiry, row.content) };
}

export function presentRule(scope: Scope, rows: readonly RiskRuleRow[], type: RiskRuleType): RiskRule {
  const { tenantId } = scope;
  const headOf = ({ row, source, enabled }: ActiveRule<unknown>) => {
    const isOwn = row?.tenant_id === tenantId;
    return {
      id: row?.id ?? null,
      name: riskRuleTypes[type],
      source,
      enabled,
      version: rows.find((one) => one.type === type && one.tenant_id === tenantId)?.version ?? 0,
      abilities: abilitiesOf(scope, isOwn),
      updatedAt: row?.updated_at ?? null,
      updatedBy: isOwn ? row.updated_by_name : null,
    };
  };
  if (type === 'popup') {
    const popupRule = popupOf(rows, tenantId);
    return { type, ...headOf(popupRule), content: popupRule.content };
  }
  const expiryRule = expiryOf(rows, tenantId);
  return { type, ...headOf(expiryRule), content: expiryRule.content };
}

export const changesOf = (before: RiskRule, after: { enabled: boolean; content: object }): Change[] =>
  changesBetween({ enabled: before.enabled, ...before.content }, { enabled: after.enabled, ...after.content });

/** How many days before a document expires its holder gets a reminder; null for no reminder. */
export async function expiryDaysOf(tx: Tx): Promise<number | null> {
  const { enabled, content } = expiryOf(await listRules(tx, 'expiry'), tx.scope.tenantId);
  return enabled ? content.days : null;
}
