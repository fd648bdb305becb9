// Computes S, R and level of a major hazard source from its substances (GB 18218-2018). Pure functions.
import type { HazardSourceLevel, HazardSubstance } from '@anlan/contract/modules/hazard-source/resource';

/** Factor α by the number of exposed people outside the fence (table 5). */
export function alphaOf(exposed: number): number {
  if (exposed >= 100) return 2;
  if (exposed >= 50) return 1.5;
  if (exposed >= 30) return 1.2;
  return exposed >= 1 ? 1 : 0.5;
}

/** S, the sum of q/Q over the substances. From S = 1 on, it is a major hazard source. */
export const ratioOf = (substances: readonly HazardSubstance[]): number =>
  substances.reduce((sum, { amountT, thresholdT }) => sum + amountT / thresholdT, 0);

/** R = α × Σ (β q/Q). */
export const rOf = (substances: readonly HazardSubstance[], exposed: number): number =>
  alphaOf(exposed) * substances.reduce((sum, { amountT, thresholdT, beta }) => sum + (beta * amountT) / thresholdT, 0);

export function levelOf(substances: readonly HazardSubstance[], exposed: number): HazardSourceLevel {
  if (ratioOf(substances) < 1) return 'none';
  const r = rOf(substances, exposed);
  if (r >= 100) return 'one';
  if (r >= 50) return 'two';
  return r >= 10 ? 'three' : 'four';
}
