// Valid inputs for certificates, vehicles, equipment and shifts.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { shiftChecks } from '@anlan/contract/modules/shift/resource';
import { actorOf, type Actor } from './actors.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import { declaredNamed, valuesFor, waitingFile } from './resource-test-data.ts';
import { makePeople } from './staff.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}

const day = ({ app }: Actor, days: number) => addDays(dayOf(app.clock.now()), days);
const does = async ({ app, tokens }: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await sendCall(app, callNamed(app, name), input, { token: tokens.access_token }));
const paper = async ({ app, tenant, kind }: Actor) => [
  await waitingFile(app, tenant, 'evidence', kind === 'platform' ? 'regulator' : kind),
];
async function row(actor: Actor, name: string, more: Record<string, unknown> = {}): Promise<Made> {
  const { app, tenant, tokens } = actor;
  const values = await valuesFor(app, tenant, declaredNamed(name), 'entadmin');
  const input = { ...values, enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0], ...more };
  // The actor who makes a state change may lack the right to create the row.
  const keeper = actor.kind === 'entstaff' ? await actorOf(app, tenant, 'entadmin') : actor;
  return does(keeper, `${name}.create`, input);
}
async function certificateIn(actor: Actor, status: string): Promise<Made> {
  const made = await row(actor, 'certificate');
  await actor.app.sql('update certificate set status = $2 where id = $1', [made.id, status]);
  return made;
}
async function ownRow({ app, tenant }: Actor): Promise<string> {
  const userId = tenant.people.entadmin;
  const [held] = await app.sql<{ id: string }>(
    `select id from employee where tenant_id = $1 and user_id = $2 and enterprise_id = $3 and removed_at is null
       and status <> 'left'`,
    [tenant.id, userId, tenant.enterpriseIds[0]],
  );
  if (held) return held.id;
  const [made] = await makePeople(app, tenant, [{ postKind: 'head', account: 'entadmin' }]);
  return made?.id ?? '';
}
async function shiftIn(actor: Actor, status: 'planned' | 'checked' | 'departed'): Promise<Made> {
  const { app, tenant } = actor;
  const [driver] = await makePeople(app, tenant, [{ postKind: 'driver' }]);
  for (const kind of ['driverLicence', 'roadQualification'])
    await row(actor, 'certificate', { employeeId: driver?.id, kind, category: undefined, validTo: '2030-01-01' });
  const ends = '2030-01-01';
  const vehicle = await row(actor, 'vehicle', {
    carType: 'lineBus',
    scrapOn: undefined,
    inspectionTo: ends,
    transportCertTo: ends,
    compulsoryTo: ends,
    carrierTo: ends,
  });
  const made = await row(actor, 'shift', {
    vehicleId: vehicle.id,
    driverId: driver?.id,
    passengers: 1,
    distanceKm: 60,
    departAt: `${day(actor, 0)} 14:50:00`,
  });
  const checks = shiftChecks.map((check) => ({ check, pass: true, note: '', at: 0, byName: null }));
  await app.sql(`update shift set status = $2, checks = $3, talk_topic = '安全带' where id = $1`, [
    made.id,
    status,
    JSON.stringify(checks),
  ]);
  return made;
}

export const fleetFixtures: Record<string, Maker> = {
  'certificate.renew': async (actor) => ({
    ...(await row(actor, 'certificate')),
    validTo: day(actor, 900),
    issuedOn: day(actor, -1),
    files: await paper(actor),
  }),
  'certificate.submit': async (actor) => ({
    ...(await row(actor, 'certificate', { employeeId: await ownRow(actor) })),
    certNo: `T${crypto.randomUUID().slice(0, 12)}`,
    validTo: day(actor, 900),
    issuedOn: day(actor, -1),
    files: await paper(actor),
  }),
  'certificate.verify': (actor) => certificateIn(actor, 'submitted'),
  'certificate.return': async (actor) => ({ ...(await certificateIn(actor, 'submitted')), reason: '影像不清' }),
  'certificate.rate': ({ tenant, tokens }) =>
    Promise.resolve({ enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0] }),
  'certificate.upload': async (actor) => {
    await ownRow(actor);
    return {
      kind: 'driverLicence',
      certNo: `T${crypto.randomUUID().slice(0, 12)}`,
      issuedOn: day(actor, -1),
      validTo: day(actor, 900),
      scan: await paper(actor),
    };
  },
  'vehicle.update': async (actor) => ({ ...(await row(actor, 'vehicle')), brand: '客车' }),
  'vehicle.operate': async (actor) => {
    const made = await row(actor, 'vehicle');
    await actor.app.sql(`update vehicle set status = 'stopped' where id = $1`, [made.id]);
    return { ...made, statusOn: day(actor, 0) };
  },
  'equipment.renew': async (actor) => ({
    ...(await row(actor, 'equipment')),
    nextInspectionOn: day(actor, 300),
    files: await paper(actor),
  }),
  'equipment.use': async (actor) => {
    const made = await row(actor, 'equipment');
    await actor.app.sql(`update equipment set status = 'disabled' where id = $1`, [made.id]);
    return made;
  },
  'shift.look': async (actor) => ({ ...(await shiftIn(actor, 'planned')), check: 'seatBelt', pass: true }),
  'shift.check': (actor) => shiftIn(actor, 'planned'),
  'shift.depart': (actor) => shiftIn(actor, 'checked'),
  'shift.arrive': (actor) => shiftIn(actor, 'departed'),
};
