// Loads the data for the departure conditions of shifts: once for a whole board, or for one departing shift.
import type { shift } from '@anlan/contract/modules/shift/resource';
import type { vehicle } from '@anlan/contract/modules/vehicle/resource';
import { startOfDay, endOfDay, dayOf } from '@anlan/contract/domain/instant';
import type { ShiftBoard, ShiftGate } from '@anlan/contract/modules/shift/views';
import { requiredKinds, isGood, type HeldPaper } from '../certificate/index.ts';
import type { RowOf } from '#kit/table.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { blockedBy, papersIn } from '../vehicle/index.ts';
import { arrivalOf, gatesOf, type AtWheel } from './gates.ts';
import { drivesOf, type OtherDrive } from './store.ts';

type ShiftRow = RowOf<typeof shift>;

export interface GateDeps {
  kit: Pick<ModuleKit, 'dictionaries'>;
  vehiclesOf: (tx: Tx, ids: readonly string[]) => Promise<Map<string, RowOf<typeof vehicle>>>;
  papersOf: (tx: Tx, employeeIds: readonly string[]) => Promise<Map<string, HeldPaper[]>>;
  people: (tx: Tx, ids: readonly string[]) => Promise<Map<string, { name: string; hasLeft: boolean }>>;
}
export interface Assessment {
  gates: ShiftGate[];
  plateNo: string;
  plateColor: string;
  seats: number | null;
}

const hourMs = 3_600_000;
const needed = requiredKinds('driver', false);

export async function assess(
  tx: Tx,
  { kit, vehiclesOf, papersOf, people }: GateDeps,
  rows: readonly ShiftRow[],
): Promise<Map<string, Assessment>> {
  const departs = rows.map((row) => row.departAt.getTime());
  const driverIds = [...new Set(rows.flatMap((row) => [row.driverId, row.relayDriverId].flatMap((id) => id ?? [])))];
  const [vehicles, papers, named, words, states] = [
    await vehiclesOf(
      tx,
      rows.map((row) => row.vehicleId),
    ),
    await papersOf(tx, driverIds),
    await people(tx, driverIds),
    await kit.dictionaries.itemsOf(tx, 'certificateKind'),
    await kit.dictionaries.itemsOf(tx, 'vehicleStatus'),
  ];
  const span = 24 * hourMs;
  const drives =
    rows.length === 0
      ? []
      : await drivesOf(tx, driverIds, new Date(Math.min(...departs) - span), new Date(Math.max(...departs) + 1));
  const wordOf = (kind: string) => words.find(({ value }) => value === kind)?.label ?? kind;

  function atWheel(id: string, row: ShiftRow, departAt: Date): AtWheel {
    const day = dayOf(departAt);
    const held = papers.get(id) ?? [];
    const person = named.get(id);
    const lacking = needed.flatMap((kind) => {
      const own = held.filter((paper) => paper.kind === kind);
      if (own.some((paper) => isGood(paper, day))) return [];
      const [last] = own;
      return [
        last === undefined
          ? `没有${wordOf(kind)}`
          : `${wordOf(kind)} ${last.validTo < day ? last.validTo : (last.nextReviewOn ?? last.validTo)} 到期`,
      ];
    });
    const from = departAt.getTime() - span;
    const others = drives.filter(
      (drive: OtherDrive) =>
        drive.employeeId === id &&
        drive.shiftId !== row.id &&
        drive.departAt.getTime() > from &&
        drive.departAt < departAt,
    );
    const otherHours = others.reduce(
      (sum, drive) => sum + (arrivalOf(drive).getTime() - drive.departAt.getTime()) / hourMs / (drive.hasRelay ? 2 : 1),
      0,
    );
    return {
      name: person?.name ?? '已离职人员',
      lacking: person === undefined || person.hasLeft ? ['已离职'] : lacking,
      unverified: held.some(({ status, kind }) => status === 'submitted' && needed.includes(kind)),
      otherHours,
    };
  }

  return new Map(
    rows.map((row) => {
      const { departAt } = row;
      const vehicle = vehicles.get(row.vehicleId);
      const status = String(vehicle?.status);
      const why =
        vehicle === undefined
          ? ['车辆已删除']
          : blockedBy(
              papersIn(vehicle),
              {
                status,
                statusText: states.find(({ value }) => value === status)?.label ?? status,
                scrapOn: vehicle.scrapOn,
              },
              dayOf(departAt),
            );
      const drivers = [row.driverId, row.relayDriverId].flatMap((id) =>
        id !== null ? [atWheel(id, row, departAt)] : [],
      );
      const seats = vehicle?.seats ?? null;
      const gates = gatesOf({
        departAt,
        arriveAt: row.arriveAt,
        distanceKm: row.distanceKm,
        expressway: row.expressway,
        passengers: row.passengers,
        seats,
        vehicleBlockedBy: why,
        drivers,
        hasRelay: drivers.length > 1,
        talkTopic: row.talkTopic,
      });
      return [
        row.id,
        {
          gates,
          plateNo: vehicle?.plateNo ?? '—',
          plateColor: vehicle?.plateColor ?? 'blue',
          seats,
        },
      ];
    }),
  );
}

export const dayOfBoard = (day: string): { from: Date; to: Date } => ({ from: startOfDay(day), to: endOfDay(day) });
export function stationsOf(
  rows: readonly { fromStationId: string; fromStationName: string | null }[],
): ShiftBoard['stations'] {
  const names = new Map(rows.map((row) => [row.fromStationId, row.fromStationName ?? '']));
  return [...names].map(([id, name]) => ({ id, name }));
}
