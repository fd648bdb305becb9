// Computes the score, levels, next assessment day and checklist name of a point from its input.
import { dayOf } from '@anlan/contract/domain/instant';
import type { riskPoint } from '@anlan/contract/modules/risk-point/resource';
import { addMonths } from '@anlan/contract/domain/instant';
import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import {
  factorsProblem,
  isScored,
  assessRisk,
  methods,
  rankOf,
  type Bands,
  type FactorValues,
} from '@anlan/contract/modules/risk-point/risk-methods';
import type { RiskPointInput, RiskPointPatch } from '@anlan/contract/modules/risk-point/resource';
import type { Clock } from '#kernel/clock.ts';
import { invalid } from '#kernel/errors.ts';
import type { Values } from '#kit/references.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { factsOf } from './rules.ts';

type RiskPointRow = RowOf<typeof riskPoint>;

export async function bandsOf(tx: Tx): Promise<Bands> {
  const set = await settingsOf(tx);
  return { LEC: set['risk.lecBands'], LS: set['risk.lsBands'], LC: set['risk.lcBands'] };
}

/** Throws on values that the method does not allow; missing values are allowed until the review. */
function checkFactors(field: string, method: string, values: FactorValues): void {
  if (!isScored(method)) return;
  for (const { key } of methods[method].factors) {
    const value = values[key] ?? null;
    // Checks each value alone, because a missing value is no error yet.
    const problem = value === null ? null : factorsProblem(method, { ...firstValues(method), [key]: value });
    if (problem !== null) throw invalid({ field, msg: problem });
  }
}
const firstValues = (method: keyof typeof methods): FactorValues =>
  Object.fromEntries(methods[method].factors.map(({ key, values }) => [key, values?.[0]?.[0] ?? 1]));

interface Judged {
  method: string;
  factors: FactorValues;
  residual: FactorValues | null;
  adjustedLevel: RiskLevel | null;
  assessedOn: string;
}

export function createSavingRules({
  clock,
  listNamed,
}: {
  clock: Clock;
  listNamed: (tx: Tx, id: string) => Promise<{ name: string } | undefined>;
}) {
  async function follows(tx: Tx, { method, factors, residual, adjustedLevel, assessedOn }: Judged): Promise<Values> {
    checkFactors('factors', method, factors);
    if (residual) checkFactors('residual', method, residual);
    const bands = await bandsOf(tx);
    const result = assessRisk(method, factors, bands);
    const level = adjustedLevel ?? result?.level ?? null;
    return {
      score: result?.score ?? null,
      computedLevel: result?.level ?? null,
      level,
      rank: level === null ? 0 : rankOf(level),
      residualLevel: residual ? (assessRisk(method, residual, bands)?.level ?? null) : null,
      nextAssessOn: addMonths(assessedOn, (await settingsOf(tx))['risk.reviewMonths']),
    };
  }
  /** Throws if the assessment day is in the future, because the next day is counted from it. */
  function checkAssessed(assessedOn: string): void {
    if (assessedOn > dayOf(clock.now())) throw invalid({ field: 'assessedOn', msg: '评估日期不能晚于今天' });
  }
  async function listOf(tx: Tx, id: string | null | undefined): Promise<Values> {
    if (id === undefined) return {};
    if (id === null || id === '') return { checklistId: null, checklistName: null };
    const list = await listNamed(tx, id);
    if (!list) throw invalid({ field: 'checklistId', msg: '没有这张检查表，或已停用，请重新选择' });
    return { checklistName: list.name };
  }

  return {
    async beforeCreate(tx: Tx, input: RiskPointInput): Promise<Values> {
      const { method = 'LEC', factors = {}, residual = null, adjustedLevel = null, assessedOn, checklistId } = input;
      checkAssessed(assessedOn);
      return {
        ...(await follows(tx, {
          method: method ?? 'LEC',
          factors: factors ?? {},
          residual,
          adjustedLevel,
          assessedOn,
        })),
        ...(await listOf(tx, checklistId)),
      };
    },
    async beforeUpdate(tx: Tx, row: RiskPointRow, patch: RiskPointPatch): Promise<Values> {
      const held = factsOf(row);
      if (patch.assessedOn) checkAssessed(patch.assessedOn);
      const residual = patch.residual === undefined ? (row.residual as FactorValues | null) : patch.residual;
      return {
        ...(await follows(tx, {
          method: patch.method ?? held.method,
          factors: patch.factors ?? held.factors,
          residual,
          adjustedLevel: patch.adjustedLevel === undefined ? held.adjustedLevel : patch.adjustedLevel,
          assessedOn: patch.assessedOn ?? row.assessedOn,
        })),
        ...(await listOf(tx, patch.checklistId)),
      };
    },
  };
}
