// Risk points from draft to new edition, and their checks, with the people who may do each step.
import { afterAll, expect, test } from 'vitest';
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { callNamed, dataOf, sendCall, trySignIn, type Answer } from '../../../testing/client.ts';
import { openDangers, type Who } from '../../../testing/danger-people.ts';
import { png } from '../../../testing/sample-files.ts';
import { makePeople } from '../../../testing/staff.ts';

const { app, people, tokens, rows, problem, fileOf } = await openDangers();
afterAll(() => app.close());
const today = dayOf(app.clock.now());

interface Made {
  id: string;
  version: number;
}
const call = (who: Who, name: string, input: Record<string, unknown>): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token: tokens[who] });
const done = async (who: Who, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await call(who, name, input));
const read = async (id: string, who: Who = 'safety') => dataOf<RiskPoint>(await call(who, 'riskPoint.get', { id }));
const act = async (who: Who, move: string, id: string, input: Record<string, unknown> = {}) =>
  call(who, `riskPoint.${move}`, { id, version: (await read(id)).version, ...input });

const whole = (more: Record<string, unknown> = {}) => ({
  name: '4 号冲床',
  kind: 'equipment',
  place: '冲压车间 B 跨',
  department: '冲压车间',
  ownerId: rows.leader,
  hazards: [{ text: '手部进入', accidentTypes: ['machineInjury'] }],
  method: 'LEC',
  factors: { L: 3, E: 6, C: 7 },
  controls: [{ kind: 'engineering', text: '光电保护联锁' }],
  controlLayer: 'team',
  checkCycle: 'daily',
  assessedOn: today,
  ...more,
});
async function inForce(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await done('safety', 'riskPoint.create', whole(more));
  dataOf(await act('leader', 'submit', id));
  dataOf(await act('head', 'approve', id, { opinion: '同意' }));
  return id;
}
const checksOf = async (riskPointId: string) =>
  app.sql<{ id: string; layer: string; status: string; due_on: string }>(
    `select id, layer, status, due_on::text from risk_check where risk_point_id = $1 order by layer, due_on`,
    [riskPointId],
  );

test('requires a complete draft of a risk point before approval', async () => {
  const { id } = await done('worker', 'riskPoint.create', whole({ factors: {}, hazards: [], controls: [] }));
  expect((await read(id)).level).toBeNull();
  const lacks = (await act('worker', 'submit', id)).json as { data: { errors: { field: string }[] } };
  expect(lacks.data.errors.map(({ field }) => field)).toEqual(['hazards', 'factors', 'controls']);
  const patch = { hazards: whole().hazards, controls: whole().controls, factors: { L: 3, E: 6, C: 15 } };
  await done('worker', 'riskPoint.update', { id, version: (await read(id)).version, ...patch });
  expect(await read(id)).toMatchObject({ score: 270, level: '2', formula: 'LEC：3 × 6 × 15 = 270', rank: 3 });
  dataOf(await act('leader', 'submit', id));
  expect((await act('leader', 'approve', id, { opinion: '好' })).status).toBe(403);
  dataOf(await act('safety', 'approve', id, { opinion: '同意' }));
  expect(await read(id)).toMatchObject({ status: 'inForce', approvedBy: '许静远' });
  const color = await app.sql<{ color: string }>(`select inherent_color as color from enterprise where id = $1`, [
    people.home.enterpriseIds[0],
  ]);
  expect(color[0]?.color).toBe('considerable');
  expect((await call('regulator', 'riskPoint.create', whole())).status).toBe(403);
});

test('S100 requires emergency controls and the company layer for a major risk', async () => {
  const major = { factors: { L: 6, E: 6, C: 15 } };
  const { id } = await done('safety', 'riskPoint.create', whole(major));
  const refused = (await act('safety', 'submit', id)).json as { data: { errors: { msg: string }[] } };
  expect(refused.data.errors.map(({ msg }) => msg)).toEqual(['重大风险要有应急处置措施', '重大风险由公司级管控']);
  const lowered = await done(
    'safety',
    'riskPoint.create',
    whole({ adjustedLevel: '4', adjustReason: '已加装双重联锁' }),
  );
  dataOf(await act('safety', 'submit', lowered.id));
  expect((await act('safety', 'approve', lowered.id, { opinion: '同意' })).status).toBe(403);
  dataOf(await act('head', 'approve', lowered.id, { opinion: '同意' }));
  expect(await read(lowered.id)).toMatchObject({ computedLevel: '3', level: '4' });
  const own = await done('head', 'riskPoint.create', whole({ adjustedLevel: '4', adjustReason: '已加装双重联锁' }));
  dataOf(await act('head', 'submit', own.id));
  expect((await read(own.id, 'head')).abilities).not.toContain('approve');
  const answer = await act('head', 'approve', own.id, { opinion: '同意' });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('另一位主要负责人')]);
  expect(problem(await call('safety', 'riskPoint.create', whole({ factors: { L: 7 } })))).toEqual([400, 'factors']);
});

test('replaces the assessment in force of a risk point when a new one is approved', async () => {
  const id = await inForce();
  const before = await read(id);
  const draft = await done('safety', 'riskPoint.reassess', {
    id,
    version: before.version,
    cause: '加装光栅',
    controls: [{ kind: 'engineering', text: '光栅' }],
  });
  expect((await call('safety', 'riskPoint.reassess', { id, version: before.version, cause: '再来' })).status).toBe(400);
  const { version } = await read(draft.id);
  await done('safety', 'riskPoint.update', { id: draft.id, version, factors: { L: 1, E: 6, C: 7 } });
  expect(await read(id)).toMatchObject({ status: 'inForce', edition: 1, level: '3', version: before.version });
  dataOf(await act('safety', 'submit', draft.id));
  dataOf(await act('head', 'approve', draft.id, { opinion: '同意' }));
  const after = await read(id);
  expect(after).toMatchObject({ id, no: before.no, status: 'inForce', edition: 2, level: '4' });
  expect(after.controls).toHaveLength(2);
  expect(await read(draft.id)).toMatchObject({ status: 'retired', basisId: id, edition: 1, level: '3' });
  const page = dataOf<{ records: { id: string }[] }>(await call('safety', 'riskPoint.page', {}));
  expect(page.records.map((row) => row.id)).not.toContain(draft.id);
});

test('plans checks of every layer at the approval of a risk point', async () => {
  const id = await inForce({ controlLayer: 'department' });
  const planned = await checksOf(id);
  expect([...new Set(planned.map(({ layer }) => layer))]).toEqual(['department', 'post', 'team']);
  expect(planned.every(({ status }) => status === 'pending')).toBe(true);
  const span = { pauseReason: '大修', pausedFrom: today, pausedTo: addDays(today, 5) };
  // People who do the checks may not pause the point, because a pause removes checks from the score.
  expect((await act('leader', 'pause', id, span)).status).toBe(403);
  dataOf(await act('safety', 'pause', id, span));
  expect((await checksOf(id)).every(({ status }) => status === 'paused')).toBe(true);
  dataOf(await act('leader', 'resume', id));
  expect((await checksOf(id)).every(({ status }) => status === 'pending')).toBe(true);
  dataOf(await act('safety', 'retire', id, { reason: '设备拆除' }));
  expect((await checksOf(id)).every(({ status }) => status === 'cancelled')).toBe(true);
  const [first] = await checksOf(id);
  expect((await call('leader', 'riskCheck.begin', { id: first?.id })).status).toBe(400);
});

test('creates the notice card as PDF for people who see the risk point', async () => {
  const id = await inForce({ controls: [{ kind: 'protection', text: '护耳器、防护眼镜、防砸鞋' }] });
  const answer = await call('leader', 'riskPoint.cardPdf', { id, at: 'http://127.0.0.1:8080' });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await call('leader', 'riskPoint.cardPdf', { id, at: 'ftp://anlan.example' })).status).toBe(400);
  expect((await call('leader', 'riskPoint.cardPdf', { id, at: 'https://evil.example' })).status).toBe(400);
});

test('opens a danger for a failed item of a risk check', async () => {
  const id = await inForce({
    controls: [
      { kind: 'engineering', text: '光电保护联锁' },
      { kind: 'management', text: '挂牌上锁' },
    ],
  });
  const [check] = (await checksOf(id)).filter(({ layer, due_on: due }) => layer === 'team' && due === today);
  const checkId = check?.id ?? '';
  expect((await call('worker', 'riskCheck.begin', { id: checkId })).status).toBe(403);
  const card = dataOf<{ code: string | null }>(await call('safety', 'riskPoint.card', { id }));
  expect((await call('leader', 'riskCheck.begin', { id: checkId, code: 'wrong' })).status).toBe(400);
  await done('leader', 'riskCheck.begin', { id: checkId, code: card.code });
  const photo = await fileOf('leader');
  dataOf(
    await call('leader', 'riskCheck.answer', {
      id: checkId,
      key: 'c1',
      result: 'fail',
      note: '光栅失效',
      photos: [photo],
    }),
  );
  const { version } = dataOf<Made>(await call('leader', 'riskCheck.passRest', { id: checkId }));
  await done('leader', 'riskCheck.finish', { id: checkId, version });
  const after = dataOf<RiskCheck>(await call('safety', 'riskCheck.get', { id: checkId }));
  expect(after).toMatchObject({ status: 'done', presence: 'qr', doneByName: '高志刚', failCount: 1, late: false });
  const [danger] = await app.sql<Record<string, unknown>>(
    `select risk_point_id, place, duty_person_id, description, photos_before from danger where id = $1`,
    [after.items[0]?.dangerId],
  );
  expect(danger).toMatchObject({ risk_point_id: id, place: '冲压车间 B 跨', duty_person_id: rows.leader });
  expect(JSON.stringify(danger)).toContain(photo.id);
  expect((await call('leader', 'riskCheck.answer', { id: checkId, key: 'c2', result: 'fail' })).status).toBe(400);
  expect((await read(id)).openDangers).toBe(1);
});

test('marks a risk check as missed when its time is over', async () => {
  const id = await inForce({ name: '漏检的风险点' });
  const count = (await checksOf(id)).length;
  await app.sql(
    `update risk_check set due_on = due_on - 3, opens_at = opens_at - interval '3 days',
    due_at = due_at - interval '3 days' where risk_point_id = $1 and due_on = $2`,
    [id, today],
  );
  const missed = dataOf<{ records: RiskCheck[] }>(
    await call('safety', 'riskCheck.page', { riskPointId: id, missed: 'true' }),
  ).records;
  expect(missed.length).toBeGreaterThan(0);
  expect(missed.every((row) => row.missed)).toBe(true);
  const [stored] = await app.sql<{ status: string }>(`select status from risk_check where id = $1`, [missed[0]?.id]);
  expect(stored?.status).toBe('pending');
  expect((await checksOf(id)).length).toBe(count);
});

test('proposes a new assessment of a risk point after a repeated danger', async () => {
  const id = await inForce({ name: '反复出问题的风险点', place: '二号线末端' });
  for (const round of [1, 2, 3]) {
    const { id: dangerId } = await done('safety', 'danger.create', {
      title: '护栏缺失',
      level: 'general',
      category: 'equipment',
      source: 'self',
      place: '二号线末端',
      riskPointId: id,
      photosBefore: [await fileOf('safety')],
      foundAt: '2026-03-01 09:00:00',
      foundBy: '许静远',
      deadlineOn: '2026-03-08',
      ...(round === 3 ? { repeatCause: '焊点疲劳' } : {}),
    });
    await app.sql(`update danger set status = 'accepted', verified_at = now() where id = $1`, [dangerId]);
  }
  const point = await read(id);
  expect(point).toMatchObject({ level: '3', assessDue: true });
  expect(point.proposals).toMatchObject([{ repeats: 2, cause: '焊点疲劳' }]);
  dataOf(await act('safety', 'dismiss', id, { reason: '已改为整体护栏' }));
  expect(await read(id)).toMatchObject({ proposals: [], assessDue: false });
});

const sendWork = (who: Who, kind: string, body: object, id: string, secondsAgo = 0) => {
  const formatSecondsAgo = (seconds: number) => formatInstant(new Date(app.clock.now().getTime() - seconds * 1000));
  return call(who, 'delivery.send', {
    id,
    at: formatSecondsAgo(secondsAgo),
    sentAt: formatSecondsAgo(0),
    kind,
    body: JSON.stringify(body),
  });
};

test('S98 stores an offline check once, with the time at the risk point', async () => {
  const id = await inForce({
    name: '离线冲床',
    controls: [
      { kind: 'engineering', text: '光电保护联锁' },
      { kind: 'management', text: '挂牌上锁' },
    ],
  });
  const day = dataOf<RiskCheck[]>(await call('leader', 'riskCheck.day', {}));
  const storedCheck = day.find(({ riskPointId, layer }) => riskPointId === id && layer === 'team');
  if (!storedCheck) throw new Error('the phone keeps no check');
  expect(storedCheck.itemCount).toBe(0);
  expect(storedCheck.items.map(({ item }) => item.text)).toEqual(['光电保护联锁', '挂牌上锁']);
  expect(dataOf<RiskCheck[]>(await call('worker', 'riskCheck.day', {})).map((row) => row.layer)).not.toContain('team');
  const steps: [string, object, number][] = [
    ['riskCheck.begin', { id: storedCheck.id }, 7_300],
    ['riskCheck.answer', { id: storedCheck.id, key: 'c1', seen: null, given: { result: 'fail', note: '失灵' } }, 7_250],
    ['riskCheck.passRest', { id: storedCheck.id, keys: ['c2'] }, 7_220],
    ['riskCheck.finish', { id: storedCheck.id }, 7_200],
  ];
  for (const [kind, body, ago] of steps) {
    const work = crypto.randomUUID();
    const both = await Promise.all([1, 2].map(() => sendWork('leader', kind, body, work, ago)));
    const [one, other] = both.map((answer) => dataOf<object>(answer));
    expect(one).toEqual(other);
  }
  const after = dataOf<RiskCheck>(await call('safety', 'riskCheck.get', { id: storedCheck.id }));
  expect(after).toMatchObject({ status: 'done', failCount: 1, presence: 'none', doneByName: '高志刚' });
  expect(app.clock.now().getTime() - Date.parse(`${String(after.doneAt).replace(' ', 'T')}+08:00`)).toBe(7_200_000);
  expect((await read(id)).openDangers).toBe(1);
  const late = { id: storedCheck.id, key: 'c1', seen: null, given: { result: 'pass' } };
  expect((await sendWork('leader', 'riskCheck.answer', late, crypto.randomUUID())).status).toBe(400);
  const worker = await sendWork('worker', 'riskCheck.finish', { id: storedCheck.id }, crypto.randomUUID());
  expect([400, 403]).toContain(worker.status);
});

test('S98 refuses offline work for a retired risk point or with a wrong clock', async () => {
  const waiting = async (name: string) => {
    const id = await inForce({ name, controls: [{ kind: 'management', text: '挂牌上锁' }] });
    const check = (await checksOf(id)).find(({ layer, due_on: due }) => layer === 'team' && due === today);
    if (!check) throw new Error('nothing is planned');
    return { id, check: check.id };
  };
  const retired = await waiting('将停用的风险点');
  dataOf(await act('safety', 'retire', retired.id, { reason: '设备拆除' }));
  const begun = await sendWork('leader', 'riskCheck.begin', { id: retired.check }, crypto.randomUUID(), 7_200);
  expect([begun.status, (begun.json as { msg: string }).msg]).toEqual([400, '风险点已停用或停用检修，不需要检查']);
  // The elapsed time is correct even when the phone's clock is wrong by a day.
  const { check } = await waiting('钟不准的手机');
  const wrong = (seconds: number) => formatInstant(new Date(app.clock.now().getTime() - (86_400 + seconds) * 1000));
  const body = JSON.stringify({ id: check });
  const work = { id: crypto.randomUUID(), at: wrong(600), sentAt: wrong(0), kind: 'riskCheck.begin', body };
  const receipt = dataOf<{ at: string; clockOff: number }>(await call('leader', 'delivery.send', work));
  expect(receipt).toMatchObject({
    clockOff: 86_400,
    at: formatInstant(new Date(app.clock.now().getTime() - 600_000)),
  });
  // A batch stops at the first refused work item; items before it stay stored.
  const sent = formatInstant(app.clock.now());
  const piece = (kind: string, workBody: object) => ({
    id: crypto.randomUUID(),
    at: sent,
    kind,
    body: JSON.stringify(workBody),
  });
  const fine = { id: check, key: 'c1', seen: null, given: { result: 'pass' } };
  const many = [
    piece('riskCheck.answer', fine),
    piece('riskCheck.answer', { ...fine, key: 'none' }),
    piece('riskCheck.finish', { id: check }),
  ];
  const receipts = dataOf<object[]>(await call('leader', 'delivery.sendMany', { sentAt: sent, works: many }));
  expect(receipts).toHaveLength(1);
  const half = dataOf<RiskCheck>(await call('safety', 'riskCheck.get', { id: check }));
  expect(half).toMatchObject({ status: 'pending', doneCount: 1 });
  expect(await app.sql('select from delivery where id = any($1)', [many.map(({ id }) => id)])).toHaveLength(1);
});

test('S98 refuses offline work of a person who left', async () => {
  const id = await inForce({ name: '换了班长的风险点', controls: [{ kind: 'management', text: '挂牌上锁' }] });
  const check = (await checksOf(id)).find(({ layer, due_on: due }) => layer === 'team' && due === today)?.id;
  const [gone] = await makePeople(app, people.home, [
    { postKind: 'teamLeader', account: { username: 'gone', role: 'ROLE_ENT_STAFF' }, name: '段将离' },
  ]);
  const entered = async () => trySignIn(app, people.home.id, 'gone' as 'entadmin');
  let token = ((await entered()).json as { access_token: string }).access_token;
  const offlineWork = {
    id: crypto.randomUUID(),
    at: formatInstant(new Date(app.clock.now().getTime() - 7_200_000)),
    sentAt: formatInstant(app.clock.now()),
    kind: 'riskCheck.begin',
    body: JSON.stringify({ id: check }),
  };
  const sent = async () => sendCall(app, callNamed(app, 'delivery.send'), offlineWork, { token });
  const move = async (name: string, input: object) =>
    done('safety', `employee.${name}`, {
      id: gone?.id,
      version: dataOf<Made>(await call('safety', 'employee.get', { id: gone?.id })).version,
      ...input,
    });
  // The person was a team leader when the phone recorded the work, but no longer is.
  await move('update', { postKind: 'general' });
  const refused = await sent();
  expect([refused.status, (refused.json as { msg: string }).msg]).toEqual([403, '您不能填写这项排查任务']);
  // The person has left the enterprise: their session has ended, and a new session may do no work for this
  // enterprise.
  await move('leave', { leftOn: today });
  expect((await sent()).status).toBe(401);
  token = ((await entered()).json as { access_token: string }).access_token;
  const left = await sent();
  expect([left.status, (left.json as { msg: string }).msg]).toEqual([
    404,
    '这项检查已不在您现在的企业或数据范围内，没有保存',
  ]);
  await app.sql(`update app_user set lock_flag = '9' where id = $1`, [gone?.userId]);
  expect((await entered()).json).not.toHaveProperty('access_token');
  expect(await app.sql('select from delivery where id = $1', [offlineWork.id])).toEqual([]);
  const [row] = await app.sql<{ status: string; started: Date | null }>(
    'select status, started_at as started from risk_check where id = $1',
    [check],
  );
  expect(row).toEqual({ status: 'pending', started: null });
  expect((await sendWork('leader', 'riskCheck.begin', { id: check }, crypto.randomUUID())).status).toBe(200);
});

test('refuses a floor plan picture of 60 MB or of another type', async () => {
  const upload = (bytes: Buffer) =>
    sendCall(
      app,
      callNamed(app, 'file.upload'),
      { dir: 'photo' },
      { token: tokens.safety, file: { name: '总平面图.png', type: 'image/png', bytes } },
    );
  const large = Buffer.concat([png, Buffer.alloc(60 * 2 ** 20)]);
  for (const bytes of [large, Buffer.from('<svg onload="x()">')]) {
    const refused = await upload(bytes);
    expect([refused.status, (refused.json as { msg: string }).msg]).toEqual([400, '只能上传jpg/png图片，且不超过20M']);
  }
  // A floor plan without a picture gives the same error as in the form.
  const plan = await call('safety', 'riskPlan.create', { name: '总平面图', picture: [] });
  expect(problem(plan)).toEqual([400, 'picture']);
});
