// Tests inspections, their enforcement notices and the inspection plan on a real database.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import type { Enforcement } from '@anlan/contract/modules/enforcement/resource';
import { dataOf, type Answer } from '../../../testing/client.ts';
import { openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { officers, type Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let template = '';
let soon = '';
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  soon = addDays(dayOf(app.clock.now()), 10);
}, 120_000);
afterAll(() => app.close());

type Who = [kind?: Kind, tenant?: 'home' | 'other'];
type Made = Pick<Inspection, 'id' | 'version'>;
const call = (name: string, input: Record<string, unknown>, ...who: Who) => people.call(name, input, ...who);
const made = async (name: string, input: Record<string, unknown>, ...who: Who) =>
  dataOf<Made>(await call(name, input, ...who));
const statusAndMessage = ({ status, json }: Answer) => [status, (json as { msg: string }).msg];

const items = [
  { key: 'exit', kind: 'judgement', text: '安全出口畅通', clause: '《安全生产法》第四十二条' },
  { key: 'guard', kind: 'judgement', text: '防护装置齐全' },
  { key: 'heat', kind: 'number', text: '储存室温度', max: 30, unit: '℃' },
  {
    key: 'alarm',
    kind: 'choice',
    text: '报警装置',
    options: [
      { label: '在线', ok: true },
      { label: '故障', ok: false },
    ],
  },
];
beforeEach(async () => {
  template = (await made('checklist.create', { name: '现场检查表', kind: 'special', items })).id;
});

const begin = (more: Record<string, unknown> = {}, ...who: Who) =>
  made(
    'inspection.create',
    {
      ...(who[0] === undefined ? { enterpriseId: people.home.enterpriseIds[0] } : {}),
      title: '消防安全检查',
      kind: 'special',
      checklistId: template,
      inspectors: officers,
      startedAt: '2026-01-15 08:00:00',
      ...more,
    },
    ...who,
  );
const read = async (id: string, ...who: Who) => dataOf<Inspection>(await call('inspection.get', { id }, ...who));
const answer = async (id: string, key: string, answerInput: Record<string, unknown>, ...who: Who) =>
  dataOf<{ items: AnsweredItem[]; version: number }>(
    await call('inspection.answer', { id, key, ...answerInput }, ...who),
  );

/** Inserts an uploaded file that the given user can see and attach. */
async function sent(kind: Kind, purpose = 'evidence') {
  const file = await waitingFile(app, people.home, purpose, kind);
  if (kind.startsWith('ent'))
    await app.sql('update file set enterprise_id = $2 where id = $1', [file.id, people.home.enterpriseIds[0]]);
  return file;
}
const signatures = async () => [
  { role: 'inspector', name: '李检查', file: await sent('regulator') },
  { role: 'inspector', name: '王检查', file: await sent('regulator') },
  { role: 'party', name: '赵厂长', file: await sent('regulator') },
];

async function finished(noticeKind = 'order') {
  const { id } = await begin();
  await answer(id, 'exit', { result: 'fail', note: '纸箱堵塞出口', photos: [await sent('regulator', 'photo')] });
  await answer(id, 'heat', { amount: 21 });
  await answer(id, 'alarm', { said: '在线' });
  const { version } = dataOf<{ version: number }>(await call('inspection.passRest', { id }));
  const input = {
    id,
    version,
    conclusion: '责令改正',
    signatures: await signatures(),
    dueOn: soon,
    noticeKind,
  };
  dataOf(await call('inspection.finish', input));
  const [row] = await app.sql<{ id: string }>('select id from enforcement where inspection_id = $1', [id]);
  return { id, notice: row?.id ?? '' };
}
const notice = async (id: string, ...who: Who) => dataOf<Enforcement>(await call('enforcement.get', { id }, ...who));

test('does not change a running inspection when the checklist is edited', async () => {
  const { id } = await begin();
  const list = dataOf<Made>(await call('checklist.get', { id: template }));
  dataOf(await call('checklist.update', { id: template, version: list.version, items: items.slice(0, 1) }));
  const changed = dataOf<{ edition: number; itemCount: number }>(await call('checklist.get', { id: template }));
  expect(changed).toMatchObject({ edition: 2, itemCount: 1 });
  dataOf(await call('checklist.remove', { id: template }));
  const row = await read(id);
  expect(row.items.map(({ item }) => item.key)).toEqual(['exit', 'guard', 'heat', 'alarm']);
  expect(row).toMatchObject({ checklistName: '现场检查表', checklistEdition: 1, itemCount: 4, doneCount: 0 });
});

test('marks a check item with a number outside its limits as failed', async () => {
  const { id } = await begin();
  const heat = await answer(id, 'heat', { amount: 36.5 });
  expect(heat.items).toMatchObject([{ result: 'fail', amount: 36.5, by: expect.any(String) as string }]);
  await answer(id, 'guard', { result: 'notApplicable' });
  const rest = dataOf<{ items: AnsweredItem[] }>(await call('inspection.passRest', { id }));
  expect(rest.items.map(({ item }) => item.key)).toEqual(['exit']);
  expect((await read(id)).items.map(({ result }) => result)).toEqual(['pass', 'notApplicable', 'fail', null]);
  dataOf(await call('inspection.undoRest', { id }));
  expect((await read(id)).items.map(({ result }) => result)).toEqual([null, 'notApplicable', 'fail', null]);
  expect((await call('inspection.answer', { id, key: 'alarm', said: '别的' })).status).toBe(400);
  expect((await call('inspection.answer', { id, key: 'none', result: 'pass' })).status).toBe(404);
  const added = dataOf<{ items: AnsweredItem[] }>(await call('inspection.addItem', { id, text: '配电箱无盖板' }));
  expect(added.items).toMatchObject([{ item: { key: 'x1', text: '配电箱无盖板' }, result: 'fail' }]);
});

test('stores concurrent answers of two inspectors', async () => {
  const { id } = await begin();
  await Promise.all([
    answer(id, 'exit', { result: 'pass' }),
    answer(id, 'guard', { result: 'pass' }),
    answer(id, 'heat', { amount: 20 }),
  ]);
  expect(await read(id)).toMatchObject({ doneCount: 3, version: 4 });
});

test('finishes an inspection only with all answers and signatures', async () => {
  const { id } = await begin();
  const finish = async (more: Record<string, unknown>) => {
    const { version } = await read(id);
    return call('inspection.finish', { id, version, conclusion: '责令改正', ...more });
  };
  expect(statusAndMessage(await finish({ signatures: await signatures() }))).toEqual([
    400,
    '第 1 项还没有结果，共有 4 项未完成',
  ]);
  await answer(id, 'exit', { result: 'unchecked' });
  await answer(id, 'guard', { result: 'pass' });
  await answer(id, 'heat', { amount: 20 });
  await answer(id, 'alarm', { said: '在线' });
  expect(statusAndMessage(await finish({ signatures: await signatures() }))).toEqual([
    400,
    '第 1 项未排查请说明原因，共有 1 项未完成',
  ]);
  await answer(id, 'exit', { note: '当日停产未开放' });
  const [own, second, party] = await signatures();
  expect(statusAndMessage(await finish({ signatures: [second, party] }))).toEqual([400, '请检查人员签名：李检查']);
  expect(statusAndMessage(await finish({ signatures: [own, second] }))).toEqual([
    400,
    '请被检查单位负责人签名，拒绝签名的请注明原因',
  ]);
  expect(statusAndMessage(await finish({ signatures: [own, second, { ...party, file: null }] }))).toEqual([
    400,
    '请赵厂长签名',
  ]);
  const foreign = {
    role: 'inspector',
    name: '李检查',
    file: { id: '01a00000-0000-7000-8000-000000000000', name: 'x.png' },
  };
  expect((await finish({ signatures: [foreign, second, party] })).status).toBe(400);
  const refused = { role: 'party', name: '赵厂长', file: null, refused: '不认可检查结果' };
  dataOf(await finish({ signatures: [own, second, refused] }));
  const row = await read(id);
  expect(row).toMatchObject({
    status: 'finished',
    failCount: 0,
    abilities: [],
    signatures: [{}, {}, { refused: '不认可检查结果' }],
  });
  expect((await call('inspection.answer', { id, key: 'exit', result: 'pass' })).status).toBe(400);
  expect(await app.sql('select 1 from enforcement where inspection_id = $1', [id])).toEqual([]);
});

test('lets regulators and enterprises edit only their own inspections', async () => {
  const nameless = await call('inspection.create', {
    enterpriseId: people.home.enterpriseIds[0],
    title: '检查',
    kind: 'daily',
    inspectors: [{ name: '李检查' }, { name: '王检查' }],
    startedAt: '2026-01-15 08:00:00',
  });
  expect(statusAndMessage(nameless)).toEqual([400, '请填写每名检查人员的执法证号']);
  const { id } = await begin();
  expect(statusAndMessage(await call('inspection.answer', { id, key: 'exit', result: 'pass' }, 'entadmin'))).toEqual([
    400,
    '监管检查由检查人员填写',
  ]);
  expect((await read(id, 'entadmin')).abilities).toEqual([]);
  // Staff may use the unit's check list, although its row is not visible to them. Staff enter no card numbers.
  const own = await begin({ inspectors: [{ name: '安全员' }] }, 'entadmin');
  expect(await read(own.id)).toMatchObject({ source: 'self', itemCount: 4, abilities: [] });
  expect((await call('checklist.get', { id: template }, 'entadmin')).status).toBe(404);
  const offered = dataOf<{ id: string; shared: boolean }[]>(await call('checklist.offered', {}, 'entadmin'));
  expect(offered).toContainEqual(expect.objectContaining({ id: template, shared: true }));
  const copied = await made('checklist.copy', { id: template }, 'entadmin');
  expect(dataOf(await call('checklist.get', { id: copied.id }, 'entadmin'))).toMatchObject({
    enterpriseId: people.home.enterpriseIds[0],
    itemCount: 4,
  });
});

test('creates an enforcement notice from a failed item of an inspection', async () => {
  const { id, notice: at } = await finished();
  const issued = await notice(at, 'entadmin');
  expect(issued).toMatchObject({ status: '0', kind: 'order', inspectionId: id, dueOn: soon });
  expect(issued.no).toMatch(/^ZLZG\d{8}-\d{4}$/);
  expect(issued.items).toMatchObject([{ key: 'exit', text: '纸箱堵塞出口', clause: '《安全生产法》第四十二条' }]);
  expect(issued.abilities).toEqual(['receive']);
  const dots = async (kind: Kind) =>
    dataOf<{ spotUnNotice: number }>(await call('notice.redDot', {}, kind)).spotUnNotice;
  const waiting = await dots('entadmin');
  expect(waiting).toBeGreaterThan(0);
  expect((await call('enforcement.receive', { id: at, version: 1, receivedBy: '张三' })).status).toBe(403);
  const { version } = await made('enforcement.receive', { id: at, version: 1, receivedBy: '张三' }, 'entadmin');
  const answerIt = async (replies: unknown, v: number) =>
    call('enforcement.reply', { id: at, version: v, replies }, 'entadmin');
  expect(statusAndMessage(await answerIt([], version))).toEqual([400, '第 1 项还没有整改情况或证据']);
  expect((await answerIt([{ key: 'exit', text: '已清理', evidence: [] }], version)).status).toBe(400);
  expect((await answerIt([{ key: 'exit', text: '已清理', evidence: [await sent('regulator')] }], version)).status).toBe(
    400,
  );
  const first = await sent('entadmin');
  const replied = dataOf<Made>(await answerIt([{ key: 'exit', text: '已清理', evidence: [first] }], version));
  const regulators = await dots('regulator');
  expect(regulators).toBeGreaterThan(0);
  expect(await dots('entadmin')).toBe(waiting - 1);
  const back = await made('enforcement.sendBack', { ...replied, reason: '照片看不清' });
  // A new answer may contain earlier evidence together with new evidence.
  const again = [{ key: 'exit', text: '已清理并划线', evidence: [first, await sent('entadmin')] }];
  const { version: last } = dataOf<Made>(await answerIt(again, back.version));
  await made('enforcement.close', { id: at, version: last, opinion: '同意办结' });
  expect(await notice(at)).toMatchObject({ status: '3', opinion: '同意办结', abilities: [] });
  expect(await dots('regulator')).toBe(regulators - 1);
  const history = dataOf<{ move: string; note: string | null }[]>(await call('enforcement.history', { id: at }));
  expect(history.map(({ move }) => move)).toEqual(['create', 'receive', 'reply', 'sendBack', 'reply', 'close']);
  expect(history[3]?.note).toBe('照片看不清');
});

test('renders a PDF for every kind of enforcement notice', async () => {
  const { notice: at } = await finished();
  const pdf = async (id: string) => call('enforcement.pdf', { id, at: 'http://127.0.0.1:8080' });
  expect((await call('enforcement.pdf', { id: at, at: 'https://evil.example' })).status).toBe(400);
  const answer = await pdf(at);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toContain('ZLZG');
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const values = { enterpriseId: people.home.enterpriseIds[0], title: '提醒', dueOn: soon };
  for (const kind of ['siteRecord', 'recheck', 'interview', 'reminder']) {
    const { id } = await made('enforcement.create', { ...values, kind, inspectors: officers });
    expect((await pdf(id)).status, kind).toBe(200);
  }
  const rare = await made('enforcement.create', { ...values, kind: 'reminder', basis: '由𠮷某核对' });
  expect(statusAndMessage(await pdf(rare.id))).toEqual([400, '字库中没有“𠮷”，不能生成 PDF，请在页面上打印']);
}, 60_000);

test('answers notFound for an enforcement notice of another enterprise or tenant', async () => {
  const [, foreign] = people.home.enterpriseIds;
  const values = { enterpriseId: foreign, kind: 'reminder', title: '提醒', dueOn: '2099-01-15' };
  const { id } = await made('enforcement.create', values);
  for (const who of [['entadmin'], ['regulator', 'other']] as Who[])
    for (const [name, more] of [
      ['get', {}],
      ['paper', {}],
      ['history', {}],
    ] as const)
      expect((await call(`enforcement.${name}`, { id, ...more }, ...who)).status, name).toBe(404);
  expect((await call('enforcement.receive', { id, version: 1, receivedBy: '张三' }, 'entadmin')).status).toBe(404);
});

test('requires items or measures in a manual enforcement notice, depending on its kind', async () => {
  const base = { enterpriseId: people.home.enterpriseIds[0], title: '指令', dueOn: '2099-01-15' };
  const create = (more: Record<string, unknown>) =>
    call('enforcement.create', { ...base, inspectors: officers, ...more });
  const matter = [{ key: 'a1', text: '未设置警示标志', clause: '《安全生产法》第三十五条' }];
  const stop = [{ kind: 'stop', scope: '喷涂车间' }];
  expect(statusAndMessage(await create({ kind: 'order' }))).toEqual([400, '请填写至少一个事项']);
  expect(statusAndMessage(await create({ kind: 'onSiteDecision', items: matter }))).toEqual([
    400,
    '请填写现场处理措施',
  ]);
  expect(statusAndMessage(await create({ kind: 'reminder', measures: stop }))).toEqual([
    400,
    '只有现场处理措施决定书可以有现场处理措施',
  ]);
  const numbers = [];
  for (let at = 0; at < 2; at += 1)
    numbers.push((await notice((await made('enforcement.create', { ...base, kind: 'interview' })).id)).no);
  expect(new Set(numbers).size).toBe(2);
});

test('opens a danger for each failed item of an inspection (art. 65)', async () => {
  const { id, notice: at } = await finished();
  const [failedItem] = (await read(id)).items.filter(({ result }) => result === 'fail');
  const dangerOf = async (dangerId: unknown) =>
    dataOf<{ [key: string]: unknown }>(await call('danger.get', { id: dangerId }));
  expect(await dangerOf(failedItem?.dangerId)).toMatchObject({
    inspectionId: id,
    title: '纸箱堵塞出口',
    deadlineOn: soon,
    source: 'regulator',
  });
  expect((await notice(at)).items).toMatchObject([{ dangerId: failedItem?.dangerId }]);
  const values = {
    enterpriseId: people.home.enterpriseIds[0],
    kind: 'onSiteDecision',
    title: '现场处理措施决定书',
    dueOn: soon,
    items: [{ key: 'a1', text: '喷涂车间通风设施停用', clause: '《安全生产法》第三十六条' }],
    inspectors: officers,
    measures: [{ kind: 'stop', scope: '喷涂车间' }],
  };
  const decision = await made('enforcement.create', values);
  const issued = await notice(decision.id);
  expect(issued).toMatchObject({ stops: true, abilities: ['update', 'withdraw', 'lift'] });
  const dangerId = issued.items[0]?.dangerId;
  expect(await dangerOf(dangerId)).toMatchObject({ title: '喷涂车间通风设施停用' });
  const lift = async (version: number) =>
    call('enforcement.lift', {
      id: decision.id,
      version,
      reason: '现场核查，同意复产',
      files: [await sent('regulator')],
    });
  expect(statusAndMessage(await lift(1))).toEqual([400, '还有 1 项隐患没有销号，不能解除停产措施']);
  const received = await made('enforcement.receive', { id: decision.id, version: 1, receivedBy: '张三' }, 'entadmin');
  const replies = [{ key: 'a1', text: '已修复', evidence: [await sent('entadmin')] }];
  const { version } = await made('enforcement.reply', { ...received, replies }, 'entadmin');
  const close = (v: number) => call('enforcement.close', { id: decision.id, version: v, opinion: '同意' });
  expect((await close(version)).status).toBe(400);
  // Set the state directly: the module danger tests the acceptance itself.
  await app.sql(`update danger set status = 'accepted' where id = $1`, [dangerId]);
  expect((await call('enforcement.lift', { id: decision.id, version, reason: '同意', files: [] })).status).toBe(400);
  const lifted = dataOf<Made>(await lift(version));
  expect(await notice(decision.id)).toMatchObject({
    stops: false,
    liftedAt: expect.any(String) as string,
    status: '2',
  });
  dataOf(await close(lifted.version));
});

test('reminds the enterprise after a day of an enforcement notice without a receipt', async () => {
  const values = { enterpriseId: people.home.enterpriseIds[0], kind: 'reminder', title: '汛期提醒', dueOn: soon };
  const { id } = await made('enforcement.create', values);
  const title = async () =>
    (await app.sql<{ title: string }>(`select title from todo where subject_id = $1 and done_at is null`, [id])).map(
      (one) => one.title,
    );
  expect(await title()).toEqual(['签收执法通知：汛期提醒']);
  const before = new Date(app.clock.now().getTime() - 25 * 3_600_000);
  await app.sql('update enforcement set issued_at = $2 where id = $1', [id, before]);
  await app.doNow('enforcement.unreceived');
  expect(await title()).toEqual(['超过 24 小时未签收：汛期提醒']);
});

test('returns the authority, the officers and a check code for the printed notice', async () => {
  const { notice: at } = await finished();
  const paper = dataOf<{ authority: string; check: string; notice: Enforcement; inspectedAt: string }>(
    await call('enforcement.paper', { id: at }, 'entadmin'),
  );
  expect(paper.authority.length).toBeGreaterThan(1);
  expect(paper.check).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  expect(paper).toMatchObject({ inspectedAt: '2026-03-02 10:00:00', notice: { inspectors: officers } });
});

test('starts one inspection from an entry of an inspection plan', async () => {
  const year = app.clock.now().getFullYear() + 1;
  const plan = {
    enterpriseId: people.home.enterpriseIds[0],
    subject: '年度检查',
    year,
    period: 'q2',
    kind: 'special',
    inspectors: '李检查',
  };
  const { id } = await made('inspectionPlan.create', plan);
  const planned = async () => dataOf<{ state: string; dueOn: string }>(await call('inspectionPlan.get', { id }));
  expect(await planned()).toMatchObject({ state: 'planned', dueOn: `${year}-06-30` });
  const start = { id, title: '年度检查', checklistId: template, inspectors: officers };
  const begun = await made('inspectionPlan.start', start);
  expect(await planned()).toMatchObject({ state: 'running' });
  expect(statusAndMessage(await call('inspectionPlan.start', start))).toEqual([400, '这项计划的检查正在进行']);
  expect(statusAndMessage(await call('inspectionPlan.remove', { id }))).toEqual([400, '已有检查记录的计划不能删除']);
  dataOf(await call('inspection.void', { ...begun, reason: '企业停产' }));
  expect(await planned()).toMatchObject({ state: 'planned' });
  expect(dataOf(await call('inspectionPlan.coverage', { year }))).toMatchObject({ planned: 1, done: 0, late: 0 });
});
