// Staff and fleet numbers on the home page of an enterprise. Each number links to the list of its denominator.
import { dayOf } from '@anlan/contract/domain/instant';
import { thisMonth } from '@anlan/contract/kit/measure';
import { certificateMeasures } from '@anlan/contract/modules/certificate/measures';
import { learningMeasures } from '@anlan/contract/modules/learning/measures';
import { shiftMeasures } from '@anlan/contract/modules/shift/measures';
import { vehicleMeasures } from '@anlan/contract/modules/vehicle/measures';
import type { EnterpriseHome } from '@anlan/contract/modules/home/home';
import { shiftStates, type ShiftState } from '@anlan/contract/modules/shift/resource';
import { figureOf } from '#kit/measured.ts';
import type { Tx } from '#platform/db/index.ts';
import * as store from './staff-and-fleet-store.ts';

export interface OwnDeps {
  /**
   * `needed`: number of staff in posts that require certificates. `held`: how many of them have all. `posts`: these
   * posts.
   */
  certified: (tx: Tx, enterpriseId: string) => Promise<{ needed: number; held: number; posts: readonly string[] }>;
}

export async function readOwnNumbers(
  tx: Tx,
  enterpriseId: string,
  { asOf, certified }: { asOf: Date } & OwnDeps,
): Promise<Pick<EnterpriseHome, 'certified' | 'trained' | 'vehicles' | 'shifts'>> {
  const today = dayOf(asOf);
  const papers = await certified(tx, enterpriseId);
  const { from, to } = thisMonth(today);
  const trained = await store.readTrained(tx, enterpriseId, from, to);
  const vehicles = await store.readVehicles(tx, enterpriseId, today);
  const shifts = await store.readShifts(tx, enterpriseId, today);
  const shiftFigure = (status: ShiftState) =>
    figureOf(shiftMeasures.today, { asOf, more: { status } }, shifts.get(status) ?? 0);
  return {
    certified: figureOf(
      certificateMeasures.certified,
      { asOf, more: { postKind: papers.posts } },
      papers.held,
      papers.needed,
    ),
    trained: figureOf(learningMeasures.trained, { asOf }, trained.passed, trained.due),
    vehicles:
      vehicles.all === 0
        ? null
        : {
            ...figureOf(vehicleMeasures.roadworthy, { asOf }, vehicles.roadworthy),
            denominator: vehicles.operating,
          },
    shifts:
      vehicles.all === 0 && shifts.size === 0
        ? null
        : // The cast is safe: the object has one entry per state.
          (Object.fromEntries(shiftStates.map((status) => [status, shiftFigure(status)])) as NonNullable<
            EnterpriseHome['shifts']
          >),
  };
}
