// Tests a danger from report to closure with all roles, and every refusal of its state machine.
import { afterAll, expect, test, describe } from 'vitest';
import { callNamed, dataOf, send, sendCall, trySignIn } from '../../../testing/client.ts';
import { openDangers, type Who } from '../../../testing/danger-people.ts';
import { waitingFile } from '../../../testing/resource-test-data.ts';
import { makePeople } from '../../../testing/staff.ts';

const {
  app,
  people,
  tokens,
  rows,
  users,
  call,
  fileOf,
  found,
  create,
  read,
  versionOf,
  act,
  fixed,
  problem,
  submitted,
} = await openDangers();
afterAll(() => app.close());

test('moves a danger from report to closure by four people', async () => {
  const todosOf = async (who: Who) =>
    dataOf<{ records: { kind: string; title: string; path: string }[] }>(
      await send(app, 'GET', '/bus/todo/page', { token: tokens[who], query: { size: '100' } }),
    ).records;
  const id = await create('worker', { title: '灭火器压力不足' });
  const open = await read(id, 'leader');
  expect(open).toMatchObject({ status: '0', turn: 'enterprise', turnName: '高志刚', origin: 'own', leftDays: 6 });
  expect(open.no).toMatch(/^YH20260302-\d{4}$/);
  expect((await todosOf('leader')).filter(({ path }) => path.includes(id))).toMatchObject([
    { kind: 'rectify', title: '签收并整改隐患：灭火器压力不足' },
  ]);
  expect((await act('worker', 'receipt', id)).status).toBe(403);
  dataOf(await act('leader', 'receipt', id));
  dataOf(await act('leader', 'progress', id, { reason: '已下单采购', files: [await fileOf('leader')] }));
  dataOf(await act('leader', 'submit', id, await fixed('leader')));
  const waits = await read(id, 'safety');
  expect(waits).toMatchObject({ status: '2', turn: 'verifier', recheckDueOn: '2026-03-09' });
  expect((await todosOf('leader')).some(({ path }) => path.includes(id))).toBe(false);
  expect((await todosOf('safety')).filter(({ path }) => path.includes(id))).toMatchObject([{ kind: 'recheck' }]);
  expect((await act('leader', 'accept', id, { opinion: '好' })).status).toBe(403);
  expect(problem(await act('safety', 'sendBack', id, { reason: '不行' }))).toEqual([400, 'reason']);
  dataOf(await act('safety', 'sendBack', id, { reason: '照片看不清压力表', deadlineOn: '2026-03-10' }));
  expect(await read(id)).toMatchObject({ status: '4', deadlineOn: '2026-03-10', turn: 'enterprise' });
  dataOf(await act('safety', 'receipt', id));
  dataOf(await act('leader', 'submit', id, await fixed('leader')));
  dataOf(await act('safety', 'accept', id, { opinion: '已核对，压力正常' }));
  const closed = await read(id);
  expect(closed).toMatchObject({
    status: '3',
    turn: 'nobody',
    turnName: null,
    verifierId: users.safety,
    overdue: false,
  });
  expect(closed.abilities).toEqual([]);
  const history = dataOf<{ move: string }[]>(await call('worker', 'history', { id }));
  expect(history.map(({ move }) => move)).toEqual([
    'create',
    'receipt',
    'progress',
    'submit',
    'sendBack',
    'receipt',
    'submit',
    'accept',
  ]);
  expect((await todosOf('safety')).some(({ path }) => path.includes(id))).toBe(false);
});

describe('the permission check for state changes of a danger', () => {
  test('lets only a regulator accept a danger that a regulator found', async () => {
    const id = await submitted('regulator');
    expect(await read(id)).toMatchObject({ turn: 'regulator', origin: 'regulator' });
    for (const who of ['head', 'safety', 'leader'] as const)
      expect((await act(who, 'accept', id, { opinion: '好' })).status).toBe(403);
    dataOf(await act('regulator', 'accept', id, { opinion: '现场核对' }));
  });

  test('lets the head or safety manager verify a danger that another person fixed', async () => {
    const bySafety = await submitted('worker', {}, 'safety');
    expect((await act('safety', 'accept', bySafety, { opinion: '好' })).status).toBe(403);
    expect((await act('regulator', 'accept', bySafety, { opinion: '好' })).status).toBe(403);
    dataOf(await act('head', 'accept', bySafety, { opinion: '好' }));
    const both = await submitted('worker', {}, 'head');
    await app.sql('update danger set fixer_id = $2 where id = $1', [both, users.safety]);
    expect((await act('head', 'accept', both, { opinion: '好' })).status).toBe(403);
    expect((await act('safety', 'accept', both, { opinion: '好' })).status).toBe(403);
  });

  test('lets the regulator verify dangers of an enterprise with one person', async () => {
    const enterpriseId = people.home.enterpriseIds[3];
    const [only] = await makePeople(app, people.home, [
      { postKind: 'head', account: { username: 'alone', role: 'ROLE_ENT_ADMIN' }, enterprise: 3 },
    ]);
    const { json } = await trySignIn(app, people.home.id, 'alone' as 'entadmin');
    const token = (json as { access_token: string }).access_token;
    const alone = (verb: string, input: Record<string, unknown>) =>
      sendCall(app, callNamed(app, `danger.${verb}`), input, { token });
    const photo = async () => {
      const file = await waitingFile(app, people.home, 'photo', 'regulator');
      await app.sql('update file set owner_id = $2, enterprise_id = $3 where id = $1', [
        file.id,
        only?.userId,
        enterpriseId,
      ]);
      return file;
    };
    const values = { ...(await found('safety')), enterpriseId, dutyPersonId: only?.id, photosBefore: [await photo()] };
    const { id } = dataOf<{ id: string }>(await alone('create', values));
    dataOf(await alone('receipt', { id, version: 1 }));
    dataOf(await alone('submit', { id, version: 2, ...(await fixed('safety')), photosAfter: [await photo()] }));
    expect(await read(id)).toMatchObject({ turn: 'regulator', origin: 'own' });
    expect((await alone('accept', { id, version: 3, opinion: '好' })).status).toBe(403);
    dataOf(await act('regulator', 'accept', id, { opinion: '现场核对' }));
  });

  test('lets the safety manager submit the rectification for a responsible person without an account', async () => {
    const [worker] = await makePeople(app, people.home, [{ postKind: 'general' }]);
    const id = await create('worker', { dutyPersonId: worker?.id });
    dataOf(await act('safety', 'receipt', id));
    dataOf(await act('safety', 'submit', id, await fixed('safety')));
    expect((await act('safety', 'accept', id, { opinion: '好' })).status).toBe(403);
    dataOf(await act('head', 'accept', id, { opinion: '好' }));
  });

  test('accepts an immediate fix of a danger only with both photos', async () => {
    const more = { measures: '当场扶正', photosAfter: [await fileOf('safety')], dutyPersonId: rows.leader };
    const spot = await call('safety', 'fixOnSpot', { ...(await found('safety')), ...more });
    const { id } = dataOf<{ id: string }>(spot);
    expect(await read(id)).toMatchObject({ status: '2', onSpot: true, turn: 'verifier' });
    expect((await act('safety', 'accept', id, { opinion: '好' })).status).toBe(403);
    dataOf(await act('head', 'accept', id, { opinion: '好' }));
    const major = { ...(await found('safety', { level: 'major', majorBasis: '见标准' })), ...more };
    expect(problem(await call('safety', 'fixOnSpot', { ...major, photosAfter: [await fileOf('safety')] }))).toEqual([
      400,
      'level',
    ]);
    const { photosAfter: _, ...without } = { ...(await found('safety')), ...more };
    expect(problem(await call('safety', 'fixOnSpot', without))).toEqual([400, 'photosAfter']);
  });
});

test('accepts a major danger only after treatment plan, approval, report and signature', async () => {
  const settlement = { done: true, evidence: '已落实' };
  const plan = {
    goal: '消除',
    method: '更换',
    fundsFen: 5_000_000,
    materials: '',
    organisation: '设备部',
    timeLimit: '一月内',
    safety: '停用',
    settlements: {
      duty: settlement,
      measures: settlement,
      funds: settlement,
      timeLimit: settlement,
      emergency: settlement,
    },
  };
  expect(problem(await call('worker', 'create', await found('worker', { level: 'major' })))).toEqual([
    400,
    'majorBasis',
  ]);
  const unknown = await found('worker', { level: 'major', majorCriterion: 'XX-1' });
  expect(problem(await call('worker', 'create', unknown))).toEqual([400, 'majorCriterion']);
  const id = await create('worker', { level: 'major', majorCriterion: 'GM-13-2', deadlineOn: '2026-03-31' });
  expect(problem(await act('leader', 'receipt', id))).toEqual([400, 'plan']);
  const hollow = { ...plan, settlements: { ...plan.settlements, funds: { done: true, evidence: '' } } };
  expect((await act('leader', 'savePlan', id, { plan: hollow })).status).toBe(400);
  dataOf(await act('leader', 'savePlan', id, { plan, planFiles: [await fileOf('leader', 'evidence')] }));
  expect(await read(id)).toMatchObject({ planState: 'waiting', turn: 'head', turnName: '主要负责人' });
  expect((await act('safety', 'approvePlan', id)).status).toBe(403);
  dataOf(await act('head', 'returnPlan', id, { reason: '经费不足' }));
  dataOf(await act('safety', 'savePlan', id, { plan }));
  dataOf(await act('head', 'approvePlan', id, { reason: '同意' }));
  expect(problem(await act('leader', 'receipt', id))).toEqual([400, 'interimMeasures']);
  dataOf(await act('leader', 'receipt', id, { interimMeasures: '停用并设围挡' }));
  expect(problem(await act('leader', 'submit', id, await fixed('leader')))).toEqual([400, 'acceptanceReport']);
  const report = { acceptanceReport: [await fileOf('leader', 'evidence')] };
  dataOf(await act('leader', 'submit', id, await fixed('leader', report)));
  expect(await read(id)).toMatchObject({ turn: 'head' });
  expect((await act('regulator', 'accept', id, { opinion: '好' })).status).toBe(403);
  dataOf(await act('head', 'sign', id));
  expect((await act('head', 'accept', id, { opinion: '好' })).status).toBe(403);
  dataOf(await act('regulator', 'accept', id, { opinion: '现场验收合格' }));
  dataOf(
    await act('safety', 'publish', id, {
      publishedOn: '2026-03-02',
      publishedFiles: [await fileOf('safety', 'evidence')],
    }),
  );
  expect(await read(id)).toMatchObject({ status: '3', publishedOn: '2026-03-02' });
});

describe('extension of the deadline of a danger', () => {
  test('is requested once before the deadline', async () => {
    const id = await create('worker');
    const ask = (newDeadlineOn: string) => act('leader', 'askExtension', id, { newDeadlineOn, reason: '备件未到' });
    expect(problem(await ask('2026-03-08'))).toEqual([400, 'newDeadlineOn']);
    expect(problem(await ask('2026-03-24'))).toEqual([400, 'newDeadlineOn']);
    expect((await act('worker', 'askExtension', id, { newDeadlineOn: '2026-03-20', reason: '备件' })).status).toBe(403);
    dataOf(await ask('2026-03-20'));
    expect(await read(id)).toMatchObject({ extensionStatus: 'pending', deadlineOn: '2026-03-08' });
    expect((await act('leader', 'grantExtension', id)).status).toBe(403);
    dataOf(await act('safety', 'refuseExtension', id, { reason: '可借用' }));
    dataOf(await ask('2026-03-20'));
    dataOf(await act('safety', 'grantExtension', id));
    const granted = await read(id);
    expect(granted).toMatchObject({ extensionStatus: 'approved', deadlineOn: '2026-03-20' });
    expect(granted.extensions.map(({ status }) => status)).toEqual(['refused', 'approved']);
    expect((await ask('2026-03-22')).status).toBe(403);
    const late = await create('worker');
    await app.sql(`update danger set deadline_on = '2026-03-01' where id = $1`, [late]);
    expect(await read(late)).toMatchObject({ overdue: true, lateDays: 1 });
    expect((await act('leader', 'askExtension', late, { newDeadlineOn: '2026-03-05', reason: '备件' })).status).toBe(
      403,
    );
  });
});

describe('the validation of dangers', () => {
  test('refuses a new danger with an invalid date, deadline or source', async () => {
    const refused = async (more: Record<string, unknown>) =>
      problem(await call('worker', 'create', await found('worker', more)));
    expect(await refused({ foundAt: '2026-03-03 09:00:00', deadlineOn: '2026-03-08' })).toEqual([400, 'foundAt']);
    expect(await refused({ deadlineOn: '2026-02-28' })).toEqual([400, 'deadlineOn']);
    expect(await refused({ deadlineOn: '2026-03-17' })).toEqual([400, 'deadlineOn']);
    expect(await refused({ source: 'campaign' })).toEqual([400, 'source']);
    expect(await refused({ photosBefore: [] })).toEqual([400, 'photosBefore']);
  });

  test('S99 refuses a danger that an enterprise found more than a week ago', async () => {
    const old = { foundAt: '2026-02-22 09:00:00', deadlineOn: '2026-03-05' };
    for (const who of ['worker', 'head'] as const)
      expect(problem(await call(who, 'create', await found(who, old)))).toEqual([400, 'foundAt']);
    const past = { foundAt: '2026-02-26 09:00:00', deadlineOn: '2026-03-01' };
    expect(problem(await call('worker', 'create', await found('worker', past)))).toEqual([400, 'deadlineOn']);
    dataOf(await call('regulator', 'create', await found('regulator', old)));
    const id = await create('worker');
    const { version } = await read(id);
    const earlier = { id, version, foundAt: '2026-02-22 09:00:00' };
    expect(problem(await call('worker', 'update', earlier))).toEqual([400, 'foundAt']);
    expect(problem(await call('worker', 'update', { id, version, deadlineOn: '2026-03-01' }))).toEqual([
      400,
      'deadlineOn',
    ]);
  });

  test('refuses a fix in the future, before the finding or without a photo', async () => {
    const id = await create('worker');
    dataOf(await act('leader', 'receipt', id));
    const submit = async (more: Record<string, unknown>) =>
      problem(await act('leader', 'submit', id, await fixed('leader', more)));
    expect(await submit({ fixedAt: '2026-03-03 09:00:00' })).toEqual([400, 'fixedAt']);
    expect(await submit({ fixedAt: '2026-02-28 09:00:00' })).toEqual([400, 'fixedAt']);
    expect(await submit({ photosAfter: [] })).toEqual([400, 'photosAfter']);
    expect((await act('worker', 'submit', id, await fixed('worker'))).status).toBe(403);
    const wrongState = await act('safety', 'accept', id, { opinion: '好' });
    expect([wrongState.status, wrongState.text]).toEqual([
      400,
      expect.stringContaining('隐患现在是“整改中”，不能销号'),
    ]);
  });

  test('lets an enterprise update neither deadline, responsible person nor level of its danger', async () => {
    const id = await create('safety');
    const change = (patch: Record<string, unknown>) => call('safety', 'update', { id, version: 1, ...patch });
    expect(problem(await change({ deadlineOn: '2026-03-10' }))).toEqual([400, 'deadlineOn']);
    expect(problem(await change({ dutyPersonId: rows.worker }))).toEqual([400, 'dutyPersonId']);
    expect((await call('leader', 'update', { id, version: 1, title: '改' })).status).toBe(403);
    const major = await create('safety', { level: 'major', majorBasis: '见标准' });
    expect(problem(await call('safety', 'update', { id: major, version: 1, level: 'general' }))).toEqual([
      400,
      'level',
    ]);
    dataOf(await act('safety', 'reassign', id, { dutyPersonId: rows.worker, reason: '换岗' }));
    expect(await read(id)).toMatchObject({ dutyPersonId: rows.worker, turnName: '沈安然' });
    expect((await act('leader', 'reassign', id, { dutyPersonId: rows.leader, reason: '换岗' })).status).toBe(403);
    const regulators = await create('regulator');
    expect((await call('safety', 'update', { id: regulators, version: 1, title: '改' })).status).toBe(403);
  });

  test('lets only regulators list major dangers', async () => {
    const listing = {
      listingLevel: 'county',
      listingAuthority: '某某区安委办',
      listingNo: '安委办〔2026〕3号',
      listedOn: '2026-03-02',
    };
    const general = await create('regulator');
    expect((await act('regulator', 'list', general, { ...listing, listingDueOn: '2026-04-01' })).status).toBe(403);
    const id = await create('regulator', { level: 'major', majorBasis: '见标准' });
    expect((await act('safety', 'list', id, { ...listing, listingDueOn: '2026-04-01' })).status).toBe(403);
    expect(problem(await act('regulator', 'list', id, { ...listing, listingDueOn: '2026-03-01' }))).toEqual([
      400,
      'listingDueOn',
    ]);
    dataOf(await act('regulator', 'list', id, { ...listing, listingDueOn: '2026-04-01' }));
    expect((await act('regulator', 'void', id, { reason: '重复登记' })).status).toBe(403);
    await app.sql(`update danger set status = 'accepted', turn = 'nobody' where id = $1`, [id]);
    dataOf(await act('regulator', 'delist', id, { delistedOn: '2026-03-02', reason: '已完成整改' }));
    expect(await read(id)).toMatchObject({ delistedOn: '2026-03-02', listingNo: '安委办〔2026〕3号' });
  });

  test('refuses to void a danger without permission, without a reason or after three days', async () => {
    const id = await create('worker');
    expect(problem(await act('worker', 'void', id))).toEqual([400, 'reason']);
    expect((await act('leader', 'void', id, { reason: '重复' })).status).toBe(403);
    dataOf(await act('safety', 'void', id, { reason: '登记错误' }));
    expect(await read(id)).toMatchObject({ status: '9', abilities: [] });
    const old = await create('worker', { foundAt: '2026-02-26 09:00:00' });
    // The finding time may not be moved later, because that would extend the time for voiding (S99).
    const { version } = await read(old);
    const later = await call('worker', 'update', { id: old, version, foundAt: '2026-03-01 09:00:00' });
    expect(problem(later)).toEqual([400, 'foundAt']);
    expect((await act('worker', 'void', old, { reason: '登记错误' })).status).toBe(403);
    const regulators = await create('regulator');
    expect((await act('safety', 'void', regulators, { reason: '登记错误' })).status).toBe(403);
  });

  test('lets a user remind the responsible people of a danger once a day', async () => {
    const id = await create('worker');
    expect((await read(id, 'leader')).abilities).not.toContain('urge');
    const frames = async () =>
      app.sql<{ n: number }>(`select count(*)::int as n from resource_history where row_id = $1 and move = 'urge'`, [
        id,
      ]);
    dataOf(await act('regulator', 'urge', id, { reason: '请尽快整改' }));
    expect(await frames()).toEqual([{ n: 1 }]);
    expect((await act('safety', 'urge', id)).status).toBe(403);
    const dangerNow = await read(id);
    expect([dangerNow.status, dangerNow.turn, dangerNow.abilities.includes('urge')]).toEqual([
      '0',
      'enterprise',
      false,
    ]);
    const own = await create('safety', { dutyPersonId: rows.safety });
    expect((await read(own, 'safety')).abilities).not.toContain('urge');
    expect((await read(own, 'head')).abilities).toContain('urge');
    const handed = await submitted('regulator');
    expect((await act('regulator', 'urge', handed)).status).toBe(403);
  });

  test('completes the to-do to supervise a late danger for some workdays when a regulator urges', async () => {
    const id = await create('worker');
    await app.sql(
      `update danger set found_at = found_at - interval '20 days', deadline_on = deadline_on - 20 where id = $1`,
      [id],
    );
    const supervised = async () => {
      await app.doNow('todo.repair');
      const rowsOpen = await app.sql<{ n: number }>(
        `select count(*)::int as n from todo where subject_id = $1 and title like '督促整改%' and done_at is null`,
        [id],
      );
      return rowsOpen[0]?.n;
    };
    expect(await supervised()).toBe(1);
    // A reminder by the head is not the act of the regulator, but nobody may remind twice on a day.
    dataOf(await act('head', 'urge', id));
    expect(await supervised()).toBe(0);
    await app.sql(`update danger set urged_at = urged_at - interval '1 day' where id = $1`, [id]);
    expect(await supervised()).toBe(1);
    dataOf(await act('regulator', 'urge', id));
    expect(await supervised()).toBe(0);
    const urge = `update resource_history set at = at - interval '10 days' where row_id = $1 and move = 'urge'`;
    await app.sql(urge, [id]);
    await app.sql(`update danger set urged_at = urged_at - interval '10 days' where id = $1`, [id]);
    expect(await supervised()).toBe(1);
  });

  test('completes one of twenty concurrent state changes of a danger', async () => {
    const id = await submitted('worker');
    const version = await versionOf(id);
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        call(at % 2 ? 'safety' : 'head', 'accept', { id, version, opinion: `第 ${at} 次` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, text } of answers.filter((answer) => answer.status !== 200)) {
      expect([400, 409, 429]).toContain(status);
      expect(text).toMatch(/已销号|已被|修改|稍后/);
    }
    expect(dataOf<unknown[]>(await call('head', 'history', { id }))).toHaveLength(4);
  });
});
