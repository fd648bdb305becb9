// What the gates of shifts are read from: once for all shifts of a board, or for the one that is to leave.
import { dayBegins, dayEnds, dayOf } from '@anlan/contract/domain/instant';
import type { ShiftBoard, ShiftGate } from '@anlan/contract/modules/shift/views';
import { demandedOf, isGood, type HeldPaper } from '../certificate/index.ts';
import type { StoredRow } from '#kit/table.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { blockedBy, papersIn } from '../vehicle/index.ts';
import { arrivalOf, gatesOf, type AtWheel } from './gates.ts';
import { drivesOf, type OtherDrive } from './store.ts';

/** What gates depend on. */
export interface GateDeps {
  kit: Pick<ModuleKit, 'dictionaries'>;
  vehiclesOf: (tx: Tx, ids: readonly string[]) => Promise<Map<string, StoredRow>>;
  papersOf: (tx: Tx, employeeIds: readonly string[]) => Promise<Map<string, HeldPaper[]>>;
  people: (tx: Tx, ids: readonly string[]) => Promise<Map<string, { name: string; hasLeft: boolean }>>;
}
/** A shift's conditions, with what the board says of its vehicle. */
export interface Assessment {
  gates: ShiftGate[];
  plateNo: string;
  plateColor: string;
  seats: number | null;
}

const hourMs = 3_600_000;
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
const dateOrNull = (value: unknown): Date | null => (value instanceof Date ? value : null);
const needed = demandedOf('driver', false);

/** Judges shifts by what stands in the registers now. */
export async function assess(
  tx: Tx,
  { kit, vehiclesOf, papersOf, people }: GateDeps,
  rows: readonly StoredRow[],
): Promise<Map<string, Assessment>> {
  const departs = rows.map((row) => dateOrNull(row.departAt)?.getTime() ?? 0);
  const driverIds = [
    ...new Set(rows.flatMap((row) => [row.driverId, row.relayDriverId].flatMap((id) => textOrNull(id) ?? []))),
  ];
  const [vehicles, papers, named, words, states] = [
    await vehiclesOf(
      tx,
      rows.map((row) => String(row.vehicleId)),
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

  function atWheel(id: string, row: StoredRow, departAt: Date): AtWheel {
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
      const departAt = dateOrNull(row.departAt) ?? new Date(0);
      const vehicle = vehicles.get(String(row.vehicleId));
      const status = String(vehicle?.status);
      const why =
        vehicle === undefined
          ? ['车辆已删除']
          : blockedBy(
              papersIn(vehicle),
              {
                status,
                statusText: states.find(({ value }) => value === status)?.label ?? status,
                scrapOn: textOrNull(vehicle.scrapOn),
              },
              dayOf(departAt),
            );
      const drivers = [row.driverId, row.relayDriverId].flatMap((id) =>
        typeof id === 'string' ? [atWheel(id, row, departAt)] : [],
      );
      const seats = numberOrNull(vehicle?.seats);
      const gates = gatesOf({
        departAt,
        arriveAt: dateOrNull(row.arriveAt),
        distanceKm: Number(row.distanceKm),
        expressway: row.expressway === true,
        passengers: numberOrNull(row.passengers),
        seats,
        vehicleBlockedBy: why,
        drivers,
        hasRelay: drivers.length > 1,
        talkTopic: textOrNull(row.talkTopic),
      });
      return [
        row.id,
        {
          gates,
          plateNo: String(vehicle?.plateNo ?? '—'),
          plateColor: String(vehicle?.plateColor ?? 'blue'),
          seats,
        },
      ];
    }),
  );
}

/** The moments between which a day lies. */
export const dayOfBoard = (day: string): { from: Date; to: Date } => ({ from: dayBegins(day), to: dayEnds(day) });
/** Stations that shifts of a board leave from, each once. */
export function stationsOf(
  rows: readonly { fromStationId: string; fromStationName: string | null }[],
): ShiftBoard['stations'] {
  const names = new Map(rows.map((row) => [row.fromStationId, row.fromStationName ?? '']));
  return [...names].map(([id, name]) => ({ id, name }));
}
