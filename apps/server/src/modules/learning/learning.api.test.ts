// Tests learning from course and plan to the learner's credit, which depends on server time.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { LearningTask } from '@anlan/contract/modules/learning/task';
import type { OwnTask, SittingState, TaskView } from '@anlan/contract/modules/learning/views';
import { callNamed, dataOf, sendCall } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { movieOf } from '../../../testing/sample-videos.ts';
import { pdf } from '../../../testing/sample-files.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let employeeId = '';
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const values = {
    name: '李师傅',
    phone: '13911110001',
    department: '车队',
    postKind: 'driver',
    postName: '客车驾驶员',
    hiredOn: '2025-01-06',
    userId: people.home.people.entstaff,
  };
  employeeId = dataOf<{ id: string }>(await people.call('employee.create', values, 'entadmin')).id;
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin') =>
  people.call(name, input, kind);
const learner = (name: string, input: Record<string, unknown> = {}) => call(`learning.${name}`, input, 'entstaff');
const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\x00\x00\x02\x00isommp41'),
  Buffer.alloc(2_000, 7),
]);
async function upload(bytes: Uint8Array, name: string, dir: string) {
  const answer = await sendCall(
    app,
    callNamed(app, 'file.upload'),
    { dir },
    { token: people.token('entadmin'), file: { name, type: 'application/octet-stream', bytes } },
  );
  return answer;
}
const stored = async (bytes: Uint8Array, name: string, dir: string) => {
  const { url } = dataOf<{ url: string }>(await upload(bytes, name, dir));
  return { id: url.slice(url.lastIndexOf('/') + 1), name };
};

let count = 0;
async function begun(more: Record<string, unknown> = {}) {
  count += 1;
  const video = await stored(mp4, '制动检查.mp4', 'video');
  const document = await stored(pdf, '操作规程.pdf', 'document');
  const lessons = [
    { key: 'l1', title: '制动检查', media: 'video', seconds: 120, file: video },
    { key: 'l2', title: '操作规程', media: 'document', seconds: 60, file: document },
  ];
  const course = { title: `发车前检查${count}`, kind: 'driverContinuing', lessons };
  const { id: courseId } = dataOf<{ id: string }>(await call('course.create', { ...course, kind: 'routine' }));
  const today = dayOf(app.clock.now());
  const plan = {
    title: `驾驶员继续教育${count}`,
    kind: 'routine',
    startOn: today,
    endOn: addDays(today, 30),
    audience: { everyone: false, postKinds: ['driver'], departments: [] },
    courses: [{ id: courseId, title: course.title }],
    hoursRequired: 0.05,
    ...more,
  };
  const made = dataOf<{ id: string; version: number }>(await call('trainingPlan.create', plan));
  dataOf(await call('trainingPlan.publish', made));
  const task = dataOf<OwnTask[]>(await learner('mine')).find(({ planTitle }) => planTitle === plan.title);
  return { planId: made.id, courseId, taskId: task?.id ?? '', title: plan.title };
}
const open = async (id: string) => dataOf<TaskView>(await learner('open', { id }));
const sit = async (id: string, key: string) =>
  dataOf<SittingState & { id: string }>(await learner('begin', { id, key }));
async function play(
  sitting: { id: string; seq: number; nonce: string },
  from: number,
  to: number,
  seconds = to - from,
) {
  app.clock.pass(seconds);
  const words = { id: sitting.id, seq: sitting.seq + 1, nonce: sitting.nonce, from: from * 1000, to: to * 1000 };
  const state = dataOf<SittingState>(await learner('beat', words));
  return { id: sitting.id, ...state };
}
const total = async (id: string) => {
  const [row] = await app.sql<{ ms: number }>(
    'select coalesce(sum(credited_ms), 0)::int as ms from learning_progress where task_id = $1',
    [id],
  );
  return row?.ms ?? 0;
};
beforeEach(() => app.clock.pass(1));

test('RT-27 credits a lesson by server time', async () => {
  const { taskId, planId } = await begun();
  expect((await open(taskId)).lessons.map(({ state }) => state)).toEqual(['open', 'locked']);
  expect((await learner('begin', { id: taskId, key: '1.l2' })).status).toBe(400);
  let sitting = await sit(taskId, '1.l1');
  for (let at = 0; at < 120; at += 15) sitting = await play(sitting, at, at + 15);
  expect(sitting).toMatchObject({ creditedMs: 120_000, lessonDone: true, status: 'learning' });
  const view = await open(taskId);
  expect(view.lessons.map(({ state }) => state)).toEqual(['done', 'open']);
  expect(view.sittings[0]).toMatchObject({ creditedMs: 120_000, refusedMs: 0, lessonTitle: '制动检查' });
  sitting = await sit(taskId, '1.l2');
  for (let at = 0; at < 60; at += 15) sitting = await play(sitting, at, at + 15);
  expect(sitting.status).toBe('passed');
  const row = dataOf<LearningTask>(await call('learningTask.get', { id: taskId }));
  expect(row).toMatchObject({ status: 'passed', seconds: 180, hours: 0.06, employeeName: '李师傅' });
  expect(row.certificateNo).toMatch(/^PX\d{8}-[0-9A-F]{6}$/);
  expect(dataOf(await call('trainingPlan.get', { id: planId }))).toMatchObject({
    people: 1,
    passed: 1,
    status: 'running',
  });
});

test('RT-27 gives no extra credit for seeking, replay or a second device', async () => {
  const { taskId } = await begun();
  let sitting = await sit(taskId, '1.l1');
  sitting = await play(sitting, 90, 105);
  expect(sitting).toMatchObject({ addedMs: 0, refused: 'seek', creditedMs: 0 });
  // Playing at sixteen times the speed: the credit is limited by the server clock.
  sitting = await play(sitting, 0, 120, 15);
  expect(sitting).toMatchObject({ addedMs: 15_000, refused: 'clock', furthestMs: 15_000 });
  const words = { id: sitting.id, seq: sitting.seq + 1, nonce: sitting.nonce, from: 15_000, to: 30_000 };
  app.clock.pass(15);
  const first = dataOf<SittingState>(await learner('beat', words));
  expect(first.addedMs).toBe(15_000);
  // A repeated heartbeat (after a lost answer, or as a replay) is credited once.
  app.clock.pass(15);
  expect(dataOf(await learner('beat', words))).toMatchObject({ repeated: true, addedMs: 0, creditedMs: 30_000 });
  dataOf(await learner('beat', { ...words, seq: first.seq + 1, nonce: first.nonce, from: 30_000, to: 45_000 }));
  const replayed = await learner('beat', words);
  expect([replayed.status, replayed.text]).toEqual([409, expect.stringContaining('不能重复提交')]);
  // Starting a sitting on a second device ends the sitting on the first.
  const phone = await sit(taskId, '1.l1');
  app.clock.pass(15);
  const old = await learner('beat', { ...words, seq: sitting.seq + 3, nonce: sitting.nonce });
  expect(old.status).toBe(409);
  expect((await play(phone, 45, 60, 0)).addedMs).toBeLessThanOrEqual(15_000);
  expect(await total(taskId)).toBeLessThanOrEqual(60_000);
});

test('RT-27 credits at most five minutes offline', async () => {
  const { taskId } = await begun();
  let sitting = await sit(taskId, '1.l1');
  sitting = await play(sitting, 0, 100);
  expect(sitting.addedMs).toBe(100_000);
  const view = await open(taskId);
  expect(view.sittings[0]).toMatchObject({ offlineMs: 100_000 });
  app.clock.pass(900);
  sitting = await play(sitting, 100, 120, 0);
  expect(sitting.lessonDone).toBe(true);
});

test('shows a learning task only to its learner', async () => {
  const { taskId } = await begun();
  expect((await call('learning.open', { id: taskId }, 'entadmin')).status).toBe(404);
  expect((await call('learning.open', { id: taskId }, 'regulator')).status).toBe(403);
  const sitting = await sit(taskId, '1.l1');
  expect(
    (await call('learning.beat', { id: sitting.id, seq: 1, nonce: sitting.nonce, from: 0, to: 1 }, 'entadmin')).status,
  ).toBe(404);
  const link = dataOf<{ url: string; type: string }>(await learner('media', { id: sitting.id }));
  expect(link.type).toBe('video/mp4');
  const refused = await upload(Buffer.from('不是视频'), '假.mp4', 'video');
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('只能上传mp4/webm视频，且不超过200M')]);
  for (const place of ['front', 'end'] as const) {
    const hevc = await upload(movieOf(['hvc1', 'mp4a'], place), '手机拍的.mp4', 'video');
    expect([hevc.status, hevc.text]).toEqual([
      400,
      expect.stringContaining('视频编码不受浏览器支持（HEVC/H.265），请转为 H.264 后上传'),
    ]);
    expect((await upload(movieOf(['avc1', 'mp4a'], place), '转换过的.mp4', 'video')).status).toBe(200);
  }
});

test('S100 refuses a manager who exempts themself from a learning task', async () => {
  const [own] = await makePeople(app, people.home, [{ postKind: 'safetyManager', account: 'entadmin' }]);
  const { planId } = await begun();
  const made = dataOf<{ id: string; version: number }>(
    await call('learningTask.create', { planId, employeeId: own?.id, dueOn: addDays(dayOf(app.clock.now()), 10) }),
  );
  const task = dataOf<LearningTask>(await call('learningTask.get', { id: made.id }));
  expect(task.abilities).not.toContain('exempt');
  const refused = await call('learningTask.exempt', { ...made, exemptReason: '很忙' });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('请由本企业其他管理人员办理')]);
  await app.sql('update employee set user_id = null where id = $1', [own?.id]);
});

test('adds new people to a training plan', async () => {
  const { planId } = await begun({ cycleMonths: 1, endOn: addDays(dayOf(app.clock.now()), 400) });
  const values = {
    name: '新来的',
    phone: '13911110002',
    department: '车队',
    postKind: 'driver',
    postName: '驾驶员',
    hiredOn: '2026-01-06',
  };
  const { id: newcomer } = dataOf<{ id: string }>(await call('employee.create', values));
  const tasksOf = async () =>
    app.sql<{ id: string; version: number; employee_id: string; round: number; status: string }>(
      'select id, version, employee_id, round, status from learning_task where plan_id = $1 order by round, id',
      [planId],
    );
  const [one] = (await tasksOf()).filter((row) => row.employee_id === newcomer);
  expect(one).toMatchObject({ round: 1, status: 'notStarted' });
  dataOf(await call('learningTask.exempt', { id: one?.id, version: one?.version, exemptReason: '已在原单位培训' }));
  await app.sql(`update learning_task set status = 'passed', passed_at = $2 where plan_id = $1 and employee_id = $3`, [
    planId,
    new Date(app.clock.now().getTime() - 40 * 86_400_000),
    employeeId,
  ]);
  // Reading creates no rounds; only the nightly job does.
  await learner('mine');
  expect(await tasksOf()).toHaveLength(2);
  await app.doNow('trainingPlan.day');
  expect((await tasksOf()).map(({ round, status }) => `${round} ${status}`).toSorted()).toEqual([
    '1 exempted',
    '1 passed',
    '2 notStarted',
  ]);
});

test('limits time and attempts of an exam', async () => {
  for (let at = 0; at < 6; at += 1)
    dataOf(
      await call('question.create', {
        kind: 'special',
        form: 'judge',
        stem: `第 ${at} 题`,
        answer: at % 2 ? '错' : '正确',
      }),
    );
  const wrong = { kind: 'special', form: 'single', stem: '没有这个选项', optionA: '甲', optionB: '乙', answer: 'C' };
  const refused = await call('question.create', wrong);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('不在选项中')]);
  const { taskId } = await begun({ kind: 'special', examCount: 4, examMinutes: 10, passScore: 75, retries: 1 });
  expect((await learner('examBegin', { id: taskId })).status).toBe(400);
  await app.sql(`update learning_task set status = 'examPending' where id = $1`, [taskId]);
  const paper = async () =>
    dataOf<{ id: string; questions: { id: string; stem: string }[]; secondsLeft: number }>(
      await learner('examBegin', { id: taskId }),
    );
  const first = await paper();
  expect([first.questions.length, new Set(first.questions.map(({ id }) => id)).size, first.secondsLeft]).toEqual([
    4, 4, 600,
  ]);
  expect(JSON.stringify(first)).not.toContain('answer');
  // Opening the exam again returns the same exam paper, and its time goes on.
  app.clock.pass(60);
  expect(await paper()).toMatchObject({ id: first.id, secondsLeft: 540 });
  const right = ({ id, stem }: { id: string; stem: string }) => ({
    id,
    answer: Number(stem.slice(2, 3)) % 2 ? '错' : '对',
  });
  app.clock.pass(700);
  // A late submission uses an attempt.
  const late = dataOf(await learner('examSubmit', { id: first.id, answers: first.questions.map(right) }));
  expect(late).toMatchObject({ late: true, score: 0, passed: false, left: 1, status: 'examPending', wrong: [] });
  // The answers of a failed paper stay hidden while another attempt is possible.
  const review = async () => dataOf<unknown>(await learner('examReview', { id: taskId }));
  expect(await review()).toBeNull();
  const second = await paper();
  const answers = second.questions.map(right);
  const result = dataOf(await learner('examSubmit', { id: second.id, answers: answers.slice(0, 3) }));
  expect(result).toMatchObject({
    score: 75,
    passed: true,
    status: 'passed',
    certificateNo: expect.stringMatching(/^PX/),
  });
  expect(await review()).toMatchObject({ score: 75, passed: true, questions: 4, wrong: [{ given: '' }] });
  expect((await learner('examSubmit', { id: second.id, answers })).status).toBe(409);
  expect(dataOf(await call('learningTask.get', { id: taskId }))).toMatchObject({
    score: 75,
    attempts: 2,
    status: 'passed',
  });
  const window = { from: '2020-01-01', to: '2099-01-01' };
  const counted = dataOf<{ planned: number; finished: number }>(
    await call('enterprise.statisticsStudyPlan', window, 'regulator'),
  );
  const [truth] = await app.sql<{ planned: number; finished: number }>(
    `select count(*)::int as planned, (count(*) filter (where status = 'passed'))::int as finished from learning_task
     where tenant_id = $1 and status <> 'exempted' and removed_at is null`,
    [people.home.id],
  );
  expect(counted).toMatchObject(truth ?? {});
});
