// Tests the officer register and the signers of an enforcement notice, through the API on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { Enforcement } from '@anlan/contract/modules/enforcement/resource';
import type { OfferedOfficer } from '@anlan/contract/modules/officer/calls';
import { dataOf, type Answer } from '../../../testing/client.ts';
import { openPeople, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { officers, type Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let today = '';
let region = '';
let firm: string | undefined;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  today = dayOf(app.clock.now());
  firm = people.home.enterpriseIds[0];
  const [row] = await app.sql<{ code: string }>('select region_code as code from enterprise where id = $1', [firm]);
  region = row?.code ?? '';
}, 120_000);
afterAll(() => app.close());

interface Made {
  id: string;
  version: number;
}
const call = (name: string, input: Record<string, unknown>, kind?: Kind) => people.call(name, input, kind);
const statusAndMessage = ({ status, json }: Answer) => [status, (json as { msg: string }).msg];
let numbers = 0;
async function officer(name: string, more: Record<string, unknown> = {}) {
  const paperNo = `测0100-${String((numbers += 1)).padStart(3, '0')}`;
  const values = { name, paperNo, validFrom: '2024-01-01', validTo: '2030-01-01', regionCodes: [region], ...more };
  const { id, version } = dataOf<Made>(await call('officer.create', values, 'admin'));
  return { id, version, named: { name, paperNo } };
}
const order = (inspectors: unknown, more: Record<string, unknown> = {}) =>
  call('enforcement.create', {
    enterpriseId: firm,
    kind: 'order',
    title: '责令限期整改指令书',
    items: [{ key: 'a1', text: '安全出口被纸箱堵塞', clause: '《消防法》第二十八条' }],
    dueOn: addDays(today, 7),
    inspectors,
    ...more,
  });

test('requires two registered officers with valid enforcement cards for a rectification order', async () => {
  const [first, second] = officers;
  const late = (await officer('周到期', { validTo: addDays(today, -1) })).named;
  const early = (await officer('吴未到', { validFrom: addDays(today, 1) })).named;
  const elsewhere = (await officer('郑外区', { regionCodes: ['110101'] })).named;
  const lastDay = (await officer('冯当日', { validTo: today })).named;
  expect(statusAndMessage(await order([]))).toEqual([400, '须由 2 名执法人员共同执法，请再选择 2 名']);
  expect(statusAndMessage(await order([first]))).toEqual([400, '须由 2 名执法人员共同执法，请再选择 1 名']);
  expect(statusAndMessage(await order([first, first]))).toEqual([400, '同一名执法人员只能选一次，请另选一名']);
  expect(statusAndMessage(await order([first, late]))).toEqual([
    400,
    `周到期的执法证已于 ${addDays(today, -1)} 到期，请另选执法人员，或换证后更新有效期`,
  ]);
  expect(statusAndMessage(await order([first, early]))).toEqual([
    400,
    `吴未到的执法证 ${addDays(today, 1)} 起才有效，请另选执法人员`,
  ]);
  expect(statusAndMessage(await order([first, elsewhere]))[1]).toMatch(
    /^郑外区的管辖区域不含“.+”所在地，请另选执法人员$/,
  );
  expect(statusAndMessage(await order([first, { name: '不存在', paperNo: '临0100-000' }]))).toEqual([
    400,
    '执法人员名册中没有不存在（证号 临0100-000），请从名册中选择',
  ]);
  // An unregistered name with another officer's card number is refused.
  expect((await order([first, { name: '冒名者', paperNo: second?.paperNo }])).status).toBe(400);
  const [twin, other] = [await officer('孙同名'), await officer('孙同名')];
  expect(statusAndMessage(await order([twin.named, other.named]))).toEqual([
    400,
    '两名执法人员同名，签名无法区分，请另选一名',
  ]);
  const { id } = dataOf<Made>(await order([first, lastDay]));
  expect(dataOf<Enforcement>(await call('enforcement.get', { id })).inspectors).toEqual([first, lastDay]);
});

test('refuses an enforcement notice with an unregistered officer or without a legal basis', async () => {
  const { id, version } = dataOf<Made>(await order(officers));
  const change = (patch: Record<string, unknown>) => call('enforcement.update', { id, version, ...patch });
  expect((await change({ inspectors: [officers[0], { name: '冒名者', paperNo: '1' }] })).status).toBe(400);
  expect((await change({ inspectors: [officers[0]] })).status).toBe(400);
  expect(statusAndMessage(await change({ items: [{ key: 'a1', text: '出口被堵' }] }))).toEqual([
    400,
    '第 1 项没有法律依据，请填写违反的法律、法规、规章或标准条款',
  ]);
  expect((await order(officers, { items: [{ key: 'a1', text: '出口被堵', clause: ' ' }] })).status).toBe(400);
});

test('requires two registered officers with valid enforcement cards for an inspection', async () => {
  const items = [{ key: 'exit', kind: 'judgement', text: '安全出口畅通', fault: '安全出口被堵塞' }];
  const list = dataOf<Made>(await call('checklist.create', { name: '出口检查', kind: 'special', items }));
  const partner = await officer('陈同行');
  const begin = (inspectors: unknown) =>
    call('inspection.create', { enterpriseId: firm, title: '检查', kind: 'special', checklistId: list.id, inspectors });
  expect((await begin([officers[0], { name: '编造者', paperNo: 'X-1' }])).status).toBe(400);
  expect((await begin([officers[0]])).status).toBe(400);
  const { id } = dataOf<Made>(await begin([officers[0], partner.named]));
  const answer = (input: Record<string, unknown>) => call('inspection.answer', { id, key: 'exit', ...input });
  const { version } = dataOf<Made>(await answer({ result: 'fail', note: '纸箱堆放' }));
  const file = () => waitingFile(app, people.home, 'evidence');
  const finish = async (at: number) =>
    call('inspection.finish', {
      id,
      version: at,
      conclusion: '责令改正',
      dueOn: addDays(today, 7),
      noticeKind: 'order',
      signatures: [
        { role: 'inspector', name: officers[0]?.name, file: await file() },
        { role: 'inspector', name: '陈同行', file: await file() },
        { role: 'party', name: '赵厂长', file: null, refused: '不在现场' },
      ],
    });
  expect(statusAndMessage(await finish(version))).toEqual([
    400,
    '第 1 项没有法律依据，请在该项填写法律依据，或改用提醒函',
  ]);
  const cited = dataOf<Made>(await answer({ clause: '《消防法》第二十八条' }));
  const ended = { id: partner.id, version: partner.version, validTo: addDays(today, -1) };
  const { version: later } = dataOf<Made>(await call('officer.update', ended, 'admin'));
  expect(statusAndMessage(await finish(cited.version))[1]).toMatch(/^陈同行的执法证已于 .+ 到期/);
  // After the partner's card is renewed, the inspection can be finished with this officer.
  dataOf(await call('officer.update', { id: partner.id, version: later, validTo: addDays(today, 365) }, 'admin'));
  dataOf(await finish(cited.version));
  const [notice] = await app.sql<{ id: string }>('select id from enforcement where inspection_id = $1', [id]);
  expect(dataOf<Enforcement>(await call('enforcement.get', { id: notice?.id }))).toMatchObject({
    inspectors: [officers[0], partner.named],
    items: [{ text: '安全出口被堵塞：纸箱堆放', clause: '《消防法》第二十八条' }],
  });
});

test('gives the reason for each officer who cannot be selected as signer', async () => {
  const { named } = await officer('沈过期', { validTo: addDays(today, -3) });
  const mine = (await officer('韩本人', { userId: people.home.people.regulator })).named;
  const offered = dataOf<OfferedOfficer[]>(await call('officer.offered', { enterpriseId: firm }));
  expect(offered).toContainEqual({ ...officers[0], problem: null, isSelf: false });
  expect(offered).toContainEqual({ ...mine, problem: null, isSelf: true });
  expect(offered.find(({ paperNo }) => paperNo === named.paperNo)?.problem).toMatch(/到期/);
  // Inserts the permit directly into the database. The server ignores it when an enterprise role has it (S32).
  await app.sql(
    `insert into role_permit (tenant_id, role_id, permit) select tenant_id, id, 'bus:officer:index' from role
     where tenant_id = $1 and code in ('ROLE_ENT_ADMIN', 'ROLE_ENT_STAFF')`,
    [people.home.id],
  );
  for (const kind of ['entadmin', 'entstaff', 'shop'] as const) {
    expect((await call('officer.page', {}, kind)).status).toBe(403);
    expect((await call('officer.offered', { enterpriseId: firm }, kind)).status).toBe(403);
  }
  // An account that only does inspections may read the register but not change it.
  const values = { name: '赵自荐', paperNo: 'Z-1', validFrom: today, validTo: today, regionCodes: [region] };
  expect((await call('officer.create', values)).status).toBe(403);
});

test('requires valid dates and existing divisions for the enforcement card of an officer', async () => {
  const values = { name: '许核对', paperNo: 'X-9', validFrom: today, validTo: today, regionCodes: [region] };
  const create = (more: Record<string, unknown>) => call('officer.create', { ...values, ...more }, 'admin');
  expect(statusAndMessage(await create({ validTo: addDays(today, -1) }))).toEqual([400, '有效期止不能早于有效期起']);
  expect(statusAndMessage(await create({ regionCodes: ['999999'] }))).toEqual([
    400,
    '没有行政区划 999999，请重新选择管辖区域',
  ]);
  expect((await create({ regionCodes: [] })).status).toBe(400);
  expect(statusAndMessage(await create({ userId: people.home.people.entadmin }))).toEqual([
    400,
    '执法人员只能绑定监管人员的账号',
  ]);
});
