// Tests a driver's certificate from its upload by phone to the departure condition, and the update of open boards.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BoardShift, ShiftBoard } from '@anlan/contract/modules/shift/views';
import { shiftChecks } from '@anlan/contract/modules/shift/resource';
import type { OwnCertificates } from '@anlan/contract/modules/certificate/views';
import { callNamed, dataOf, sendCall, trySignIn, type Answer } from '../../../testing/client.ts';
import {
  declaredNamed,
  newRow,
  openPeople,
  valuesFor,
  waitingFile,
  type People,
} from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';

let app: TestApp;
let people: People;
let driverId = '';
let driverUser = '';
let schedulerId = '';
const tokens = new Map<string, string>();
const tokenOf = ({ json }: Answer) => (json as { access_token: string }).access_token;
const as = (who: string, name: string, input: Record<string, unknown>) =>
  sendCall(app, callNamed(app, name), input, { token: tokens.get(who) });

beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const [driver, scheduler] = await makePeople(app, people.home, [
    { postKind: 'driver', name: '孟立群', account: { username: 'wheel', role: 'ROLE_ENT_STAFF' } },
    { postKind: 'scheduler', name: '吴调度', account: { username: 'sched', role: 'ROLE_ENT_STAFF' } },
  ]);
  driverId = driver?.id ?? '';
  driverUser = driver?.userId ?? '';
  for (const who of ['wheel', 'sched'])
    tokens.set(who, tokenOf(await trySignIn(app, people.home.id, who as 'entadmin')));
  schedulerId = scheduler?.id ?? '';
}, 120_000);
afterAll(() => app.close());

async function paper() {
  const file = await waitingFile(app, people.home, 'evidence', 'entstaff');
  await app.sql('update file set owner_id = $2 where id = $1', [file.id, driverUser]);
  return [file];
}
const upload = async (more: Record<string, unknown>) =>
  as('wheel', 'certificate.upload', { issuedOn: '2024-01-10', scan: await paper(), ...more });
async function makeVehicle(more: Record<string, unknown> = {}) {
  const values = await valuesFor(app, people.home, declaredNamed('vehicle'));
  const dates = {
    inspectionTo: '2026-09-01',
    transportCertTo: '2026-09-01',
    compulsoryTo: '2026-09-01',
    carrierTo: '2026-09-01',
  };
  const { id } = dataOf<{ id: string }>(
    await people.call(
      'vehicle.create',
      { ...values, carType: 'lineBus', seats: 49, scrapOn: undefined, ...dates, ...more },
      'entadmin',
    ),
  );
  return id;
}
const today = '2026-03-02';
async function plan(more: Record<string, unknown> = {}) {
  const values = await valuesFor(app, people.home, declaredNamed('shift'));
  const answer = await as('sched', 'shift.create', {
    ...values,
    vehicleId: await makeVehicle(),
    driverId,
    distanceKm: 186,
    departAt: `${today} 14:50:00`,
    arriveAt: `${today} 18:00:00`,
    passengers: 42,
    expressway: false,
    ...more,
  });
  return dataOf<{ id: string }>(answer).id;
}
const onBoard = async (id: string, who = 'sched'): Promise<BoardShift> => {
  const { shifts } = dataOf<ShiftBoard>(await as(who, 'shift.board', { day: today }));
  const boardShift = shifts.find(({ shift }) => shift.id === id);
  if (!boardShift) throw new Error('not on the board');
  return boardShift;
};
const gate = (one: BoardShift, key: string) => one.gates.find((each) => each.key === key);
async function move(id: string, name: string, input: Record<string, unknown> = {}, who = 'sched') {
  const { shift } = await onBoard(id);
  return as(who, `shift.${name}`, { id, version: shift.version, ...input });
}
const warnings = async (itemId: string) =>
  app.sql<{ item_type: string; valid_to: string; status: string; level: string | null; origin: string }>(
    `select item_type, valid_to::text, status, level, origin from warning where item_id = $1 and removed_at is null order by item_type`,
    [itemId],
  );

test('shows an uploaded certificate of a driver in the register and the expiry ledger', async () => {
  const id = await plan();
  expect(gate(await onBoard(id), 'papers')).toMatchObject({ ok: false, must: true, from: '来自：人员证件' });
  const licence = dataOf<{ id: string }>(await upload({ kind: 'driverLicence', certNo: 'JZ1', validTo: '2029-01-09' }));
  const road = dataOf<{ id: string }>(
    await upload({ kind: 'roadQualification', certNo: 'CY1', validTo: '2026-03-01' }),
  );
  // The certificate expired yesterday, so the departure is blocked and the reason is shown.
  expect(gate(await onBoard(id), 'papers')?.note).toContain('2026-03-01 到期');
  expect(await warnings(road.id)).toMatchObject([
    { item_type: 'roadQualification', status: 'open', level: 'expired', origin: 'module' },
  ]);
  const own = dataOf<OwnCertificates>(await as('wheel', 'certificate.mine', {}));
  expect(own.lacking).toEqual(['roadQualification']);
  expect(own.certificates.map((one) => one.places.map(({ place }) => place))).toContainEqual([
    '人员档案',
    '风险预警',
    '班次放行',
  ]);
  dataOf(
    await upload({
      id: road.id,
      kind: 'roadQualification',
      certNo: 'CY2',
      issuedOn: '2026-02-27',
      validTo: '2032-02-26',
    }),
  );
  expect(gate(await onBoard(id), 'papers')).toMatchObject({ ok: true });
  expect(gate(await onBoard(id), 'papers')?.note).toContain('待核验');
  expect(await warnings(road.id)).toMatchObject([{ valid_to: '2032-02-26', status: 'handled', level: null }]);
  const listed = dataOf<{ records: { id: string; source: string; status: string; past: unknown[] }[] }>(
    await people.call('certificate.page', { employeeId: driverId }, 'entadmin'),
  ).records;
  expect(listed.find((row) => row.id === road.id)).toMatchObject({ source: 'self', status: 'submitted', past: [{}] });
  // A returned certificate does not count.
  const row = dataOf<{ version: number }>(await people.call('certificate.get', { id: licence.id }, 'entadmin'));
  dataOf(
    await people.call('certificate.return', { id: licence.id, version: row.version, reason: '影像不清' }, 'entadmin'),
  );
  expect(gate(await onBoard(id), 'papers')?.ok).toBe(false);
  expect(await warnings(licence.id)).toEqual([]);
  dataOf(await upload({ id: licence.id, kind: 'driverLicence', certNo: 'JZ1', validTo: '2029-01-09' }));
  expect(gate(await onBoard(id), 'papers')?.ok).toBe(true);
});

test('S83 lets staff read and submit only their own certificates', async () => {
  const other = await newRow(app, people, declaredNamed('certificate'), { employeeId: schedulerId });
  expect((await as('wheel', 'certificate.page', {})).status).toBe(403);
  expect((await upload({ id: other.id, kind: 'driverLicence', certNo: 'X', validTo: '2032-01-01' })).status).toBe(403);
});

test('refuses shifts of a driver that overlap, also for a relay driver', async () => {
  const values = await valuesFor(app, people.home, declaredNamed('shift'));
  const [busy, other] = await makePeople(app, people.home, [
    { postKind: 'driver', name: '郭远行' },
    { postKind: 'driver', name: '韩同路' },
  ]);
  const vehicleId = await makeVehicle();
  const create = (more: Record<string, unknown>) =>
    as('sched', 'shift.create', { ...values, vehicleId, distanceKm: 70, driverId: busy?.id, ...more });
  const at = (time: string) => `2026-03-09 ${time}:00`;
  const { id } = dataOf<{ id: string }>(await create({ departAt: at('08:00'), arriveAt: at('10:00') }));
  const first = dataOf<{ id: string; no: string }>(await as('sched', 'shift.get', { id }));
  const overlapping = await create({ departAt: at('09:30'), arriveAt: at('11:00') });
  expect(overlapping.status).toBe(400);
  expect(overlapping.text).toContain(`郭远行已排 ${first.no}（03-09 08:00 至 03-09 10:00）`);
  // Without a planned arrival, 70 km take an hour.
  const relay = { driverId: other?.id, relayDriverId: busy?.id };
  expect((await create({ ...relay, departAt: at('07:30') })).text).toContain('relayDriverId');
  const next = dataOf<{ id: string; version: number }>(
    await create({ driverId: other?.id, departAt: at('10:00'), arriveAt: at('12:00') }),
  );
  const earlier = await as('sched', 'shift.update', { ...next, driverId: busy?.id, departAt: at('09:59') });
  expect(earlier.status).toBe(400);
  const assigned = await as('sched', 'shift.assign', { ...next, vehicleId, driverId: busy?.id });
  expect(assigned.status).toBe(200);
  // A cancelled shift and the shift itself do not count.
  const cancelled = dataOf<{ version: number }>(await as('sched', 'shift.get', { id: first.id }));
  dataOf(await as('sched', 'shift.cancel', { id: first.id, version: cancelled.version, reason: '客流不足' }));
  const both = await Promise.all(
    ['08:00', '08:30'].map((time) => create({ departAt: at(time), arriveAt: at('09:30') })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('releases a shift only after six checks and all departure conditions', async () => {
  const id = await plan({ departAt: `${today} 18:30:00`, arriveAt: `${today} 21:30:00` });
  expect((await move(id, 'look', { check: 'vehicle', pass: true }, 'wheel')).status).toBe(400);
  expect((await move(id, 'check')).text).toContain('六项核查通过 0 项');
  expect((await move(id, 'look', { check: 'seatBelt', pass: false })).text).toContain('请说明原因');
  for (const check of shiftChecks) dataOf(await move(id, 'look', { check, pass: true }));
  dataOf(await move(id, 'check'));
  const held = await move(id, 'depart');
  expect([held.status, held.text]).toEqual([400, expect.stringContaining('班前会')]);
  dataOf(await move(id, 'talk', { talkTopic: '雨天行车' }));
  dataOf(await move(id, 'depart'));
  expect((await onBoard(id)).shift).toMatchObject({ status: 'departed', releasedByName: '吴调度' });
  dataOf(await move(id, 'arrive'));
  const history = dataOf<{ move: string }[]>(await as('sched', 'shift.history', { id }));
  expect(history.map((one) => one.move)).toEqual(
    expect.arrayContaining(['create', 'look', 'check', 'talk', 'depart', 'arrive']),
  );
});

test('blocks a departure with an expired vehicle certificate, one driver for 428 km or too many passengers', async () => {
  const id = await plan({
    vehicleId: await makeVehicle({ compulsoryTo: '2026-03-01' }),
    departAt: `${today} 06:00:00`,
    arriveAt: `${today} 12:00:00`,
    distanceKm: 428,
    passengers: 50,
  });
  const one = await onBoard(id);
  expect(one.gates.filter(({ must, ok }) => must && !ok).map(({ key }) => key)).toEqual([
    'vehicle',
    'relay',
    'load',
    'talk',
  ]);
  expect((await move(id, 'look', { check: 'load', pass: true })).text).toContain('超过核定载客 49 人');
  expect(one.blocked).toBe(4);
});

test('settles the warning of a vehicle when its date is renewed', async () => {
  const id = await makeVehicle({ compulsoryTo: '2026-03-05' });
  const of = async () => (await warnings(id)).find((one) => one.item_type === 'compulsoryAuto');
  expect(await of()).toMatchObject({ status: 'open', level: 'urgent' });
  const row = dataOf<{ version: number }>(await people.call('vehicle.get', { id }, 'entadmin'));
  const files = [await waitingFile(app, people.home, 'evidence', 'entadmin')];
  const early = await people.call(
    'vehicle.renew',
    { id, version: row.version, compulsoryTo: '2026-03-04', files },
    'entadmin',
  );
  expect(early.text).toContain('应晚于原有效期');
  dataOf(
    await people.call('vehicle.renew', { id, version: row.version, compulsoryTo: '2027-03-05', files }, 'entadmin'),
  );
  expect(await of()).toMatchObject({ valid_to: '2027-03-05', status: 'handled' });
  expect(
    dataOf<{ inspectionTo: string; validTo: string }>(await people.call('vehicle.get', { id }, 'entadmin')),
  ).toMatchObject({
    inspectionTo: '2026-09-01',
    validTo: '2026-09-01',
  });
});
