// Staff and fleet numbers on the home page of an enterprise. Each number links to the list of its denominator.
import { countedStates } from '@anlan/contract/modules/learning/task';
import type { EnterpriseHome } from '@anlan/contract/modules/home/home';
import { shiftStates, type ShiftState } from '@anlan/contract/modules/shift/resource';
import type { Tx } from '#platform/db/index.ts';
import { countFigure, shareFigure } from '../enterprise/index.ts';
import { addressOf, learningList } from '../score/index.ts';
import type { Where } from './number-links.ts';
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
  { where, asOf, certified }: { where: Where; asOf: Date } & OwnDeps,
): Promise<Pick<EnterpriseHome, 'certified' | 'trained' | 'vehicles' | 'shifts'>> {
  const { today, monthBegins } = where;
  const papers = await certified(tx, enterpriseId);
  const trained = await store.readTrained(tx, enterpriseId, monthBegins, today);
  const vehicles = await store.readVehicles(tx, enterpriseId, today);
  const shifts = await store.readShifts(tx, enterpriseId, today);
  const shiftFigure = (status: ShiftState) => {
    const shown = shifts.get(status) ?? 0;
    const span = { departAtFrom: `${today} 00:00:00`, departAtTo: `${today} 23:59:59` };
    const href = shown === 0 ? null : addressOf('/bus/shift/plan', { ...span, status });
    return { ...countFigure(shown, { asOf, href }), from: today, to: today };
  };
  return {
    certified: {
      ...shareFigure(papers.held, papers.needed, { asOf }),
      href: papers.needed === 0 ? null : addressOf('/bus/emp/index', { status: 'onDuty', postKind: papers.posts }),
    },
    trained: {
      ...shareFigure(trained.passed, trained.due, { asOf, from: monthBegins, to: today }),
      href: trained.due === 0 ? null : learningList({ dueOnFrom: monthBegins, dueOnTo: today, status: countedStates }),
    },
    vehicles:
      vehicles.all === 0
        ? null
        : {
            ...shareFigure(vehicles.roadworthy, vehicles.operating, { asOf }),
            value: vehicles.roadworthy,
            // The number counts vehicles fit to drive, so the link opens these vehicles.
            href:
              vehicles.roadworthy === 0
                ? null
                : addressOf('/bus/vehicle/index', { status: 'operating', blocked: 'false' }),
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
