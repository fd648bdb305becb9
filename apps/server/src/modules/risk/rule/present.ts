import * as z from 'zod/mini';
import type { Change } from '@anlan/contract/domain/change';
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
import { platform, standingRules, type RiskRuleRow } from './store.ts';

const codes = <T extends string>(map: Readonly<Record<T, string>>) => z.enum(Object.keys(map) as [T, ...T[]]);

/** How each kind stands in its column, in clean words. */
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

interface Standing<C> {
  row: RiskRuleRow | undefined;
  source: RiskRuleSource;
  enabled: boolean;
  content: C;
}

/** Which of a tenant's and the platform's rows of one kind is in force. */
function inForce(rows: readonly RiskRuleRow[], type: RiskRuleType, tenantId: string) {
  const standing = rows.filter((row) => row.type === type && row.removed_at === null);
  const row = standing.find((one) => one.tenant_id === tenantId) ?? standing[0];
  if (row === undefined) return { row, source: 'house' as const };
  return { row, source: row.tenant_id === platform ? ('platform' as const) : ('own' as const) };
}

/** The pop-up rule in force among some rows. */
export function popupOf(rows: readonly RiskRuleRow[], tenantId: string): Standing<PopupContent> {
  const { row, source } = inForce(rows, 'popup', tenantId);
  if (row === undefined) return { row, source, ...builtInRules.popup };
  return { row, source, enabled: row.enabled, content: z.parse(stored.popup, row.content) };
}

/** The expiry rule in force among some rows. */
function expiryOf(rows: readonly RiskRuleRow[], tenantId: string): Standing<ExpiryContent> {
  const { row, source } = inForce(rows, 'expiry', tenantId);
  if (row === undefined) return { row, source, ...builtInRules.expiry };
  return { row, source, enabled: row.enabled, content: z.parse(stored.expiry, row.content) };
}

/** The rule of a kind as the caller sees it. */
export function presentRule(scope: Scope, rows: readonly RiskRuleRow[], type: RiskRuleType): RiskRule {
  const { tenantId } = scope;
  const headOf = ({ row, source, enabled }: Standing<unknown>) => {
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
    const found = popupOf(rows, tenantId);
    return { type, ...headOf(found), content: found.content };
  }
  const found = expiryOf(rows, tenantId);
  return { type, ...headOf(found), content: found.content };
}

/** What differs between two states of a rule, for the audit. */
export const changesOf = (before: RiskRule, after: { enabled: boolean; content: object }): Change[] =>
  changesBetween({ enabled: before.enabled, ...before.content }, { enabled: after.enabled, ...after.content });

/** How many days before a paper runs out its holder is reminded in the tenant of a transaction; null for not at all. */
export async function expiryDaysOf(tx: Tx): Promise<number | null> {
  const { enabled, content } = expiryOf(await standingRules(tx, 'expiry'), tx.scope.tenantId);
  return enabled ? content.days : null;
}
