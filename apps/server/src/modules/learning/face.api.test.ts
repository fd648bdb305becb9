// Tests the face check: consent, alternatives, and no stored picture. Without an impact assessment it is off.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { FaceAnswer } from '@anlan/contract/modules/learning/face';
import type { OwnSitting, OwnTask, SittingState, TaskView } from '@anlan/contract/modules/learning/views';
import type { UnitSettings } from '@anlan/contract/modules/setting/settings';
import { callNamed, dataOf, send, sendCall } from '../../../testing/client.ts';
import { openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { png } from '../../../testing/sample-files.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let employeeId = '';
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  employeeId = await hired('李师傅', '13911110001', people.home.people.entstaff);
}, 120_000);
afterAll(() => app.close());
beforeEach(() => app.clock.pass(1));

const call = (name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin') =>
  people.call(name, input, kind);
const learner = (name: string, input: Record<string, unknown> = {}) => call(`learning.${name}`, input, 'entstaff');
const hired = async (name: string, phone: string, userId: string) => {
  const values = {
    name,
    phone,
    department: '车队',
    postKind: 'driver',
    postName: '驾驶员',
    hiredOn: '2025-01-06',
    userId,
  };
  return dataOf<{ id: string }>(await call('employee.create', values)).id;
};
const isRefused = (answer: { status: number; text: string }, status: number, words: string) =>
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
/** A picture with unique bytes. The test searches the database for them. */
const canary = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('CANARY-FACE-5f7d'.repeat(40))]);
const shot = canary.toString('base64');

async function settle(value: 'on' | 'off' | null) {
  const { version } = dataOf<UnitSettings>(await call('setting.all', {}, 'admin'));
  return call('setting.save', { version, values: { 'learning.faceCheck': value } }, 'admin');
}
async function assessed(validTo: string): Promise<string> {
  const papers = [await waitingFile(app, people.home, 'evidence', 'admin')];
  const values = { name: '培训人脸核验影响评估', validTo, papers };
  return dataOf<{ id: string }>(await call('impactAssessment.create', values, 'admin')).id;
}
/** Switches the face check on, with an impact assessment valid until `validTo`. */
async function switchedOn(validTo = addDays(dayOf(app.clock.now()), 400)) {
  await app.sql('update impact_assessment set removed_at = now() where tenant_id = $1', [people.home.id]);
  await assessed(validTo);
  dataOf(await settle('on'));
}

let count = 0;
/** Creates a task with one lesson of `seconds`; its plan requires face checks. */
async function begun(seconds = 3600, faceRequired = true) {
  count += 1;
  const file = await waitingFile(app, people.home, 'document', 'entadmin');
  const lessons = [{ key: 'l1', title: '操作规程', media: 'document', seconds, file }];
  const title = `人脸核验${count}`;
  const { id: courseId } = dataOf<{ id: string }>(await call('course.create', { title, kind: 'routine', lessons }));
  const today = dayOf(app.clock.now());
  const plan = {
    title,
    kind: 'routine',
    startOn: today,
    endOn: addDays(today, 30),
    audience: { everyone: false, postKinds: ['driver'], departments: [] },
    courses: [{ id: courseId, title }],
    hoursRequired: 0.01,
    faceRequired,
  };
  dataOf(await call('trainingPlan.publish', dataOf<{ id: string }>(await call('trainingPlan.create', plan))));
  const task = dataOf<OwnTask[]>(await learner('mine')).find(({ planTitle }) => planTitle === title);
  return task?.id ?? '';
}
type Sitting = SittingState & { id: string };
const sit = async (id: string) => dataOf<Sitting>(await learner('begin', { id, key: '1.l1' }));
async function play(sitting: Sitting, seconds = 15): Promise<Sitting> {
  app.clock.pass(seconds);
  const from = sitting.furthestMs;
  const words = { id: sitting.id, seq: sitting.seq + 1, nonce: sitting.nonce, from, to: from + seconds * 1000 };
  return { id: sitting.id, ...dataOf<SittingState>(await learner('beat', words)) };
}
const answer = async (name: string, input: Record<string, unknown>) => dataOf<FaceAnswer>(await learner(name, input));
const consent = (id: string) => answer('faceConsent', { id, words: 1 });
async function registered() {
  const url = dataOf<{ url: string }>(
    await sendCall(
      app,
      callNamed(app, 'file.upload'),
      { dir: 'face' },
      { token: people.token('entadmin'), file: { name: '证件照.png', type: 'image/png', bytes: png } },
    ),
  ).url;
  const { version } = dataOf<{ version: number }>(await call('employee.get', { id: employeeId }));
  const facePhoto = [{ id: url.slice(url.lastIndexOf('/') + 1), name: '证件照.png' }];
  dataOf(await call('employee.update', { id: employeeId, version, facePhoto }));
  return facePhoto[0]?.id ?? '';
}
const recordOf = async (taskId: string, kind: Kind = 'entadmin') =>
  dataOf<OwnSitting[]>(await call('learningTask.sittings', { id: taskId }, kind));
const hoursOf = async (id: string) =>
  dataOf<{ seconds: number; status: string }>(await call('learningTask.get', { id }));

test('turns the face check on only with a service and a valid impact assessment', async () => {
  expect(dataOf<UnitSettings>(await call('setting.all', {}, 'admin')).values['learning.faceCheck']).toBe('off');
  isRefused(await settle('on'), 400, '请先在“系统 › 影响评估”登记');
  await assessed(addDays(dayOf(app.clock.now()), -1));
  isRefused(await settle('on'), 400, '没有在有效期内的个人信息保护影响评估');
  const off = await sit(await begun());
  expect(off.face).toBeNull();
  expect((await play(off)).addedMs).toBe(15_000);
  const faceless = await openTestApp({ faceless: true });
  try {
    const there = await openPeople(faceless);
    isRefused(
      await there.call('setting.save', { version: 0, values: { 'learning.faceCheck': 'on' } }, 'admin'),
      400,
      '没有配置人脸比对服务',
    );
  } finally {
    await faceless.close();
  }
});

test('stops the time credit while a face check is open', async () => {
  await switchedOn();
  await registered();
  const task = await begun();
  let sitting = await sit(task);
  expect(sitting.face).toEqual({ state: 'consent', triesLeft: 3, hasReference: true });
  sitting = await play(sitting);
  expect(sitting).toMatchObject({ addedMs: 0, refused: 'face', creditedMs: 0 });
  isRefused(await learner('faceShot', { id: sitting.id, shot }), 403, '请先同意人脸核验');
  isRefused(await learner('faceConsent', { id: sitting.id, words: 2 }), 409, '同意书的内容已更新');
  expect(await consent(sitting.id)).toMatchObject({ face: { state: 'shot' } });
  app.faces.say('passed');
  // The 60 seconds of the check are not credited.
  app.clock.pass(60);
  expect(await answer('faceShot', { id: sitting.id, shot })).toEqual({ result: 'passed', face: null });
  expect((await play({ ...sitting, furthestMs: 0 }, 10)).addedMs).toBe(10_000);
  isRefused(await learner('faceShot', { id: sitting.id, shot }), 409, '现在不需要核验');
  expect(dataOf<TaskView>(await learner('open', { id: task })).face).toEqual({ consentedAt: expect.any(String) });
  expect(await recordOf(task)).toMatchObject([{ faceChecks: [{ result: 'passed' }], creditedMs: 10_000 }]);
});

test('makes the next face check due after five to twenty-five credited minutes', async () => {
  await switchedOn();
  let sitting = await sit(await begun());
  expect(await answer('faceShot', { id: sitting.id, shot })).toMatchObject({ result: 'passed' });
  for (let at = 0; at < 25 && sitting.face !== undefined; at += 1) {
    sitting = await play(sitting, 60);
    if (sitting.face) break;
    expect(sitting.addedMs).toBe(60_000);
  }
  expect(sitting.face).toMatchObject({ state: 'shot' });
  expect(sitting.creditedMs).toBeGreaterThanOrEqual(5 * 60_000);
  expect(await play(sitting)).toMatchObject({ addedMs: 0, refused: 'face' });
});

test('offers a confirmation by another person after three failed face checks', async () => {
  await switchedOn();
  const task = await begun(60);
  let sitting = await sit(task);
  app.faces.say('failed');
  for (const left of [2, 1])
    expect((await answer('faceShot', { id: sitting.id, shot })).face).toMatchObject({ state: 'shot', triesLeft: left });
  app.faces.say('unsure');
  expect(await answer('faceShot', { id: sitting.id, shot })).toMatchObject({
    result: 'unsure',
    face: { state: 'manual', triesLeft: 0 },
  });
  app.faces.say('away');
  isRefused(await learner('faceShot', { id: sitting.id, shot }), 503, '暂时不可用');
  expect(await answer('faceManual', { id: sitting.id })).toMatchObject({ face: { state: 'held' } });
  for (let at = 0; at < 60; at += 15) sitting = await play(sitting);
  expect(sitting).toMatchObject({
    creditedMs: 60_000,
    lessonDone: true,
    status: 'notStarted',
    face: { state: 'held' },
  });
  expect(await hoursOf(task)).toMatchObject({ seconds: 0, status: 'notStarted' });
  const view = dataOf<TaskView>(await learner('open', { id: task }));
  expect([view.heldMs, view.hours, view.lessons[0]?.state]).toEqual([60_000, 0, 'done']);
  const todos = dataOf<{ rows?: { title: string }[]; records?: { title: string }[] }>(
    await call('notice.todoPage', { state: 'open', page: 1, size: 20 }),
  );
  expect(JSON.stringify(todos)).toContain('人工确认：李师傅');
  const decision = { id: sitting.id, confirm: true };
  expect((await call('learningTask.faceDecide', decision, 'entstaff')).status).toBe(403);
  expect((await call('learningTask.faceDecide', decision, 'regulator')).status).toBe(403);
  dataOf(await call('learningTask.faceDecide', decision));
  expect(await hoursOf(task)).toMatchObject({ seconds: 60, status: 'passed' });
  isRefused(await call('learningTask.faceDecide', decision), 409, '已经确认过');
  const words = ['failed', 'failed', 'unsure', 'manual', 'confirmed'];
  const seen = await recordOf(task, 'regulator');
  expect(seen).toMatchObject([{ held: 'confirmed', heldMs: 60_000, faceChecks: words.map((result) => ({ result })) }]);
});

test('counts concurrent face shots before the comparison, at most ten per sitting', async () => {
  await switchedOn();
  const { id } = await sit(await begun());
  const before = app.faces.asked();
  app.faces.say('failed');
  // Each shot has other bytes, because an identical request is refused before it is counted.
  let last = 0;
  const another = () => Buffer.concat([canary, Buffer.from([(last += 1)])]).toString('base64');
  const shots = (count: number) =>
    Promise.all(Array.from({ length: count }, () => learner('faceShot', { id, shot: another() })));
  expect((await shots(8)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  // If the service is unavailable, no request was made, so the attempt is not counted.
  app.faces.say('away');
  for (const one of await shots(2)) isRefused(one, 503, '暂时不可用');
  app.faces.say('failed');
  app.faces.together(2);
  const three = await shots(3);
  expect(three.map(({ status }) => status).toSorted()).toEqual([200, 200, 400]);
  isRefused(three.find(({ status }) => status === 400) ?? { status: 0, text: '' }, 400, '拍照次数已用完');
  expect(app.faces.asked() - before).toBe(10);
  // Two concurrent passed checks end one check and do not start another.
  const other = await sit(await begun());
  app.faces.say('passed');
  app.faces.together(2);
  const both = await Promise.all([1, 2].map(() => answer('faceShot', { id: other.id, shot: another() })));
  expect(both).toEqual([1, 2].map(() => ({ result: 'passed', face: null })));
});

test('drops pending time credit after a failed face check or confirmation', async () => {
  await switchedOn();
  const task = await begun(120);
  let sitting = await sit(task);
  await answer('faceManual', { id: sitting.id });
  sitting = await play(sitting);
  dataOf(await call('learningTask.faceDecide', { id: sitting.id, confirm: false }));
  const words = { id: sitting.id, seq: sitting.seq + 1, nonce: sitting.nonce, from: 0, to: 15_000 };
  isRefused(await learner('beat', words), 409, '人工确认未通过');
  expect(await hoursOf(task)).toMatchObject({ seconds: 0 });
  app.faces.say('passed');
  sitting = await sit(task);
  await answer('faceShot', { id: sitting.id, shot });
  expect((await play(sitting)).addedMs).toBe(15_000);
});

test('turns the face check off from the day after the end of the impact assessment', async () => {
  await switchedOn(dayOf(app.clock.now()));
  const task = await begun();
  const sitting = await sit(task);
  expect(sitting.face).not.toBeNull();
  // Make the assessment expire, and check that the feature is then off.
  await app.sql('update impact_assessment set valid_to = valid_to - 1 where tenant_id = $1', [people.home.id]);
  expect(dataOf<TaskView>(await learner('open', { id: task })).face).toBeNull();
  expect((await play(sitting)).refused).toBeNull();
  expect((await sit(task)).face).toBeNull();
});

test('stores no picture of a face check', async () => {
  await switchedOn();
  const photo = await registered();
  const sitting = await sit(await begun());
  await answer('faceShot', { id: sitting.id, shot });
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const [row] = await app.sql<{ n: number }>(
      `select count(*)::int as n from ${name} t where position($1 in t::text) > 0 or position('CANARY-FACE' in t::text) > 0`,
      [shot.slice(0, 60)],
    );
    expect([name, row?.n]).toEqual([name, 0]);
  }
  const storedFiles = await app.sql<{ id: string }>(
    `select id from file where type = 'image/jpeg' and tenant_id = $1`,
    [people.home.id],
  );
  expect(storedFiles).toEqual([]);
  expect(app.log.join('')).not.toContain(shot.slice(0, 60));
  // A regulator does not see the face photo of an employee.
  const own = dataOf<{ facePhoto: unknown[] }>(await call('employee.get', { id: employeeId }));
  const overseen = dataOf<{ facePhoto: unknown[] }>(await call('employee.get', { id: employeeId }, 'regulator'));
  expect([own.facePhoto.length, overseen.facePhoto]).toEqual([1, []]);
  // The history must not show a regulator that a photo exists.
  const changedFields = async (kind?: 'regulator') =>
    dataOf<{ changes: { field: string }[] }[]>(await call('employee.history', { id: employeeId }, kind)).flatMap(
      ({ changes }) => changes.map(({ field }) => field),
    );
  expect([await changedFields(), await changedFields('regulator')]).toEqual([
    expect.arrayContaining(['facePhoto']),
    [],
  ]);
  const opened = (kind: Kind) => send(app, 'GET', `/upms/file/${photo}`, { token: people.token(kind) });
  expect([(await opened('entadmin')).status, (await opened('regulator')).status]).toEqual([200, 404]);
  dataOf(await learner('faceWithdraw'));
  expect(dataOf<{ facePhoto: unknown[] }>(await call('employee.get', { id: employeeId })).facePhoto).toEqual([]);
  expect(await app.sql('select id from file where id = $1', [photo])).toEqual([]);
  expect((await sit(await begun())).face).toEqual({ state: 'consent', triesLeft: 3, hasReference: false });
});
