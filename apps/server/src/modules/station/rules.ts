import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { StationAbility, StationFields, StationStatus } from '@anlan/contract/domain/station';
import type { Scope } from '#kernel/scope.ts';

/** What a list is narrowed by, in clean words. */
export interface StationFilter {
  keyword?: string | undefined;
  kind?: string[] | undefined;
  status?: StationStatus[] | undefined;
  regionCode?: string[] | undefined;
  enterpriseId?: string | undefined;
}

/** Whether the caller sees the phones of an enterprise's stations whole. */
export const seesWhole = (scope: Scope, enterpriseId: string): boolean =>
  scope.userType === 'enterprise' && scope.enterpriseId === enterpriseId;

/** A phone equal to its mask was never changed: it is dropped from what comes in. */
export function withoutMask<F extends Partial<StationFields>>(fields: F): F {
  const kept = { ...fields };
  if (typeof kept.managerPhone === 'string' && isMaskedPhone(kept.managerPhone)) delete kept.managerPhone;
  return kept;
}

/** What the caller may do with a station; the row itself is in sight or not. */
export function abilitiesOf(scope: Scope): StationAbility[] {
  const abilities: StationAbility[] = [];
  if (scope.permits.has('bus:station:edit')) abilities.push('update');
  if (scope.permits.has('bus:station:del')) abilities.push('remove');
  return abilities;
}
