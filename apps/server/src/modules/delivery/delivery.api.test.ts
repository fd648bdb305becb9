import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { PreviousPending, Receipt } from '@anlan/contract/modules/delivery/offline-work';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import { callNamed, dataOf, sendCall, signIn, type Answer } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { png } from '../../../testing/sample-files.ts';
import { officers, type Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let template = '';
let token = '';
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  token = (await signIn(app, people.home, 'regulator')).access_token;
  const items = [
    { key: 'exit', kind: 'judgement', text: '安全出口畅通' },
    { key: 'guard', kind: 'judgement', text: '防护装置齐全' },
    { key: 'heat', kind: 'number', text: '储存室温度', clause: '《危险化学品安全管理条例》', max: 30, unit: '℃' },
  ];
  const list = await people.call('checklist.create', { name: '离线检查表', kind: 'special', items });
  template = dataOf<{ id: string }>(list).id;
}, 120_000);
afterAll(() => app.close());

const begin = async (enterpriseId = people.home.enterpriseIds[0]) =>
  dataOf<{ id: string }>(
    await people.call('inspection.create', {
      enterpriseId,
      title: '离线检查',
      kind: 'special',
      checklistId: template,
      inspectors: officers,
    }),
  ).id;
async function begunBefore() {
  const id = await begin();
  await app.sql(
    `update inspection set created_at = created_at - interval '1 day', started_at = started_at - interval '1 day' where id = $1`,
    [id],
  );
  return id;
}
const read = async (id: string) => dataOf<Inspection>(await people.call('inspection.get', { id }));
const itemOf = async (id: string, key: string) => (await read(id)).items.find(({ item }) => item.key === key);
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ago = (seconds: number) => formatInstant(new Date(app.clock.now().getTime() - seconds * 1000));
const msg = ({ status, json }: Answer) => [status, (json as { msg: string }).msg];

interface Sent {
  id?: string;
  at?: string;
  sentAt?: string;
}
const clocks = ({ id = crypto.randomUUID(), at = ago(0), sentAt = ago(0) }: Sent) => ({ id, at, sentAt });
const send = (kind: string, body: object, sent: Sent = {}, who?: Kind) =>
  people.call('delivery.send', { ...clocks(sent), kind, body: JSON.stringify(body) }, who);
const receiptOf = async (answer: Promise<Answer>) => dataOf<Receipt>(await answer);
const answerOf = (id: string, key: string, answerInput: object, seen: string | null = null) => ({
  id,
  key,
  seen,
  given: answerInput,
});

/** Uploads a photo. Every call sends the same picture, except for bytes at its end. */
async function photo({
  id = crypto.randomUUID(),
  bytes = png,
  hash = hashOf(bytes),
  purpose = 'photo',
  as = token,
  at = app,
} = {}) {
  const call = callNamed(at, 'delivery.photo');
  const input = { ...clocks({ id }), purpose, hash, latitude: '30.1', longitude: '120.2' };
  return sendCall(at, call, input, { token: as, file: { name: '现场.png', type: 'image/png', bytes } });
}

test('S98 applies an item of offline work once, also when it is sent several times concurrently', async () => {
  const id = await begin();
  const sent = { id: crypto.randomUUID() };
  const body = { id, keys: ['exit', 'guard'] };
  const [one, other] = await Promise.all([
    receiptOf(send('inspection.passRest', body, sent)),
    receiptOf(send('inspection.passRest', body, sent)),
  ]);
  expect(other).toEqual(one);
  expect(one.hash).toBe(hashOf(JSON.stringify(body)));
  const { version } = await read(id);
  expect(await receiptOf(send('inspection.passRest', body, sent))).toEqual(one);
  expect((await read(id)).version).toBe(version);
  const again = await send('inspection.passRest', { id, keys: ['exit'] }, sent);
  expect(msg(again)).toEqual([409, '同一编号已收到过不同的内容，没有再次保存']);
  const knownReceipts = dataOf<Receipt[]>(
    await people.call('delivery.receipts', { ids: [sent.id, crypto.randomUUID()] }),
  );
  expect(knownReceipts).toEqual([one]);
});

test('S98 processes a batch of offline work in order up to the first refused item', async () => {
  const id = await begin();
  const piece = (body: object, kind = 'inspection.answer') => {
    const { sentAt: _, ...own } = clocks({});
    return { ...own, kind, body: JSON.stringify(body) };
  };
  const many = (works: object[]) => people.call('delivery.sendMany', { sentAt: ago(0), works });
  const exit = piece(answerOf(id, 'exit', { result: 'fail', note: '堆放纸箱' }));
  const works = [
    exit,
    piece(answerOf(id, 'exit', { note: '堆放纸箱两处' }, exit.id)),
    piece({ id, keys: ['guard'] }, 'inspection.passRest'),
  ];
  const [one, other] = await Promise.all([many(works), many(works)]);
  const receipts = dataOf<Receipt[]>(one);
  expect(receipts.map((receipt) => [receipt.id, receipt.outcome, receipt.hash])).toEqual(
    works.map((work) => [work.id, 'done', hashOf(work.body)]),
  );
  expect(dataOf<Receipt[]>(other)).toEqual(receipts);
  const { version } = await read(id);
  expect(await itemOf(id, 'exit')).toMatchObject({ result: 'fail', note: '堆放纸箱两处' });
  expect(dataOf<Receipt[]>(await many(works))).toEqual(receipts);
  expect((await read(id)).version).toBe(version);
  // A refused item has no effect. The items after it are not processed; the items before it stay.
  const heat = piece(answerOf(id, 'heat', { amount: 20 }));
  const none = piece(answerOf(id, 'nowhere', { result: 'pass' }));
  const after = piece(answerOf(id, 'guard', { result: 'fail' }, 'x'));
  expect(dataOf<Receipt[]>(await many([heat, none, after])).map((receipt) => receipt.id)).toEqual([heat.id]);
  expect(dataOf<Receipt[]>(await many([none, after]))).toEqual([]);
  expect((await send('inspection.answer', JSON.parse(none.body), { id: none.id })).status).toBe(404);
  expect((await itemOf(id, 'guard'))?.result).toBe('pass');
  // Another answer arrived in between and becomes the rival of the item. A person must decide about the later items.
  const rest = piece(answerOf(id, 'heat', { amount: 21 }, heat.id));
  const laterReceipts = dataOf<Receipt[]>(await many([after, rest]));
  expect(laterReceipts.map((receipt) => receipt.outcome)).toEqual(['rivalled']);
  // The server refuses an id that has already arrived with different content.
  expect(dataOf<Receipt[]>(await many([{ ...heat, body: after.body }]))).toEqual([]);
  expect((await many(Array.from({ length: 51 }, () => exit))).status).toBe(400);
});

test('stores the correct time of offline work although the phone clock is wrong by a day', async () => {
  const id = await begunBefore();
  await send('inspection.answer', answerOf(id, 'exit', { result: 'pass' }), { at: ago(7_200) });
  expect((await itemOf(id, 'exit'))?.at).toBe(ago(7_200));
  const wrong = { at: ago(86_400 + 3_600), sentAt: ago(86_400) };
  const receipt = await receiptOf(send('inspection.answer', answerOf(id, 'guard', { result: 'pass' }), wrong));
  expect(receipt.at).toBe(ago(3_600));
  expect(receipt.clockOff).toBe(86_400);
  const ahead = { at: ago(-86_400), sentAt: ago(-86_400) };
  expect((await receiptOf(send('inspection.answer', answerOf(id, 'heat', { amount: 20 }), ahead))).at).toBe(ago(0));
});

test('applies a conflicting answer only after a user sends it again', async () => {
  const id = await begin();
  const first = { id: crypto.randomUUID() };
  await send('inspection.answer', answerOf(id, 'exit', { result: 'fail', note: '堆放纸箱' }), first);
  // Neither a follow-up by the same phone nor the same text from another phone is a conflict.
  await receiptOf(send('inspection.answer', answerOf(id, 'exit', { note: '堆放纸箱两处' }, first.id), {}));
  const same = await receiptOf(
    send('inspection.answer', answerOf(id, 'exit', { result: 'fail', note: '堆放纸箱两处' }), {}),
  );
  expect(same.outcome).toBe('done');
  const other = { id: crypto.randomUUID() };
  const rivalled = await receiptOf(send('inspection.answer', answerOf(id, 'exit', { result: 'pass' }), other));
  expect(rivalled).toMatchObject({ outcome: 'rivalled', rival: { said: '不符合，堆放纸箱两处', photos: 0 } });
  expect((await itemOf(id, 'exit'))?.result).toBe('fail');
  const deliveries = await app.sql<{ body: string }>('select body from delivery where id = $1', [other.id]);
  expect(JSON.parse(deliveries[0]?.body ?? '{}')).toMatchObject({ given: { result: 'pass' } });
  const over = answerOf(id, 'exit', { result: 'pass' }, rivalled.rival?.seen ?? '');
  expect((await receiptOf(send('inspection.answer', over))).outcome).toBe('done');
  expect((await itemOf(id, 'exit'))?.result).toBe('pass');
});

test('stores a photo of offline work once, verified by its hash', async () => {
  const id = await begin();
  const name = crypto.randomUUID();
  const [one, other] = await Promise.all([photo({ id: name }), photo({ id: name })]);
  const receipts = [one, other, await photo({ id: name })].filter(({ status }) => status === 200);
  expect(receipts.length).toBeGreaterThanOrEqual(2);
  const [first, ...more] = receipts.map((answer) => dataOf<Receipt>(answer));
  for (const next of more) expect(next).toEqual(first);
  expect(first?.hash).toBe(hashOf(png));
  const rows = await app.sql<Record<string, unknown>>(`select taken_at, taken_lat, taken_lng from file where id = $1`, [
    first?.file?.id,
  ]);
  // Time and place come from the phone, because the image has no such metadata.
  expect(rows).toEqual([
    { taken_at: new Date(`${first?.at.replace(' ', 'T')}+08:00`), taken_lat: 30.1, taken_lng: 120.2 },
  ]);
  const stray = await app.sql<{ count: string }>(
    `select count(*) from file f where purpose = 'photo' and name = '现场.png'`,
  );
  expect(Number(stray[0]?.count)).toBe(1);
  expect(msg(await photo({ hash: hashOf('other') }))).toEqual([400, '照片在传输中损坏，请重新发送']);
  const failInput = { result: 'fail', photos: [{ id: name, name: '现场.png' }] };
  await receiptOf(send('inspection.answer', answerOf(id, 'exit', failInput)));
  expect((await itemOf(id, 'exit'))?.photos).toEqual([first?.file]);
  // The receipt reports that the same picture was uploaded before.
  expect(dataOf<Receipt>(await photo()).same).toBe('own');
  // Users outside the scope of the other picture only learn that such a picture exists.
  const bytes = await sharp({ create: { width: 9, height: 7, channels: 3, background: '#4a6' } })
    .png()
    .toBuffer();
  const photoId = crypto.randomUUID();
  await receiptOf(photo({ id: photoId, bytes }));
  const beyond = await begin(people.home.enterpriseIds[1]);
  const there = { result: 'fail', photos: [{ id: photoId, name: '现场.png' }] };
  await receiptOf(send('inspection.answer', answerOf(beyond, 'exit', there)));
  const theirs = (await signIn(app, people.home, 'entadmin')).access_token;
  expect((await receiptOf(photo({ bytes, as: theirs }))).same).toBe('elsewhere');
  expect((await receiptOf(photo({ bytes }))).same).toBe('own');
});

test('S98 stores a photo that two servers receive as one file', async () => {
  const at = await openTestApp({ database: app.database });
  try {
    const as = (await signIn(at, people.home, 'entstaff')).access_token;
    const own = (await signIn(app, people.home, 'entstaff')).access_token;
    const id = crypto.randomUUID();
    const bytes = await sharp({ create: { width: 11, height: 5, channels: 3, background: '#a46' } })
      .png()
      .toBuffer();
    const first = await receiptOf(photo({ id, bytes, as: own }));
    expect(await receiptOf(photo({ id, bytes, as, at }))).toEqual(first);
    expect(msg(await photo({ id, as, at }))).toEqual([409, '同一编号已收到过不同的内容，没有再次保存']);
    // The daily file limit is reached and the bytes are cut off. A photo that was already received still gets its
    // receipt.
    await app.sql(`update file_use set files = 100000 where enterprise_id = $1`, [people.home.enterpriseIds[0]]);
    expect(await receiptOf(photo({ id, bytes, as, at }))).toEqual(first);
    const cut = { bytes: bytes.subarray(0, 40), hash: hashOf(bytes), as, at };
    expect(await receiptOf(photo({ id, ...cut }))).toEqual(first);
    expect((await photo(cut)).status).toBe(400);
    const files = await app.sql(
      `select from file where id = $1 or (name = '现场.png' and sha256 =
      (select sha256 from file where id = $1))`,
      [first.file?.id],
    );
    expect(files).toHaveLength(1);
  } finally {
    await app.sql(`update file_use set files = 0 where enterprise_id = $1`, [people.home.enterpriseIds[0]]);
    await at.close();
  }
}, 180_000);

test('finishes an inspection later with the time and signatures from the site', async () => {
  const id = await begunBefore();
  const [mine, second, theirs] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await photo({ id: mine, purpose: 'evidence' });
  const copied = crypto.randomUUID();
  await photo({ id: copied, purpose: 'evidence' });
  const bytes = await sharp({ create: { width: 13, height: 7, channels: 3, background: '#46a' } })
    .png()
    .toBuffer();
  await photo({ id: theirs, purpose: 'evidence', bytes });
  const other = await sharp({ create: { width: 11, height: 7, channels: 3, background: '#a46' } })
    .png()
    .toBuffer();
  await photo({ id: second, purpose: 'evidence', bytes: other });
  await send('inspection.answer', answerOf(id, 'heat', { amount: 35 }));
  await send('inspection.answer', answerOf(id, 'heat', { note: '空调停机' }, null));
  await send('inspection.addItem', { id, key: 'xabc', text: '通道堆放货物' });
  await send('inspection.answer', answerOf(id, 'xabc', { note: '北门' }, null));
  const before = (await read(id)).items;
  for (const failedItem of before.filter(({ note, result }) => result === 'fail' && !note))
    await send(
      'inspection.answer',
      answerOf(id, failedItem.item.key, { note: '现场', clause: '《消防法》第二十八条' }, failedItem.via ?? null),
    );
  await send('inspection.passRest', { id, keys: ['exit', 'guard'] });
  const finish = {
    id,
    conclusion: '发现问题',
    signatures: [
      { role: 'inspector', name: '李检查', file: { id: mine, name: '签名.png' } },
      { role: 'inspector', name: '王检查', file: { id: second, name: '签名.png' } },
      { role: 'party', name: '赵厂长', file: { id: theirs, name: '签名.png' } },
    ],
    dueOn: addDays(dayOf(app.clock.now()), 5),
    noticeKind: 'order',
  };
  const sent = { id: crypto.randomUUID(), at: ago(5_400) };
  // A copied signature, a non-inspector and a duplicate person: the reason is returned and nothing is stored.
  const [own, partner, party] = finish.signatures;
  for (const [signatures, why] of [
    [
      [own, partner, { ...party, file: { id: copied, name: '签名.png' } }],
      '有签名图片与另一个签名完全相同，请本人重新手写签名',
    ],
    [[own, { ...party, role: 'inspector' }], '赵厂长不是这次检查的检查人员，不能以检查人员身份签名'],
    [[own, own, partner, party], '同一个人只签一次名'],
  ] as const)
    expect(msg(await send('inspection.finish', { ...finish, signatures }))).toEqual([400, why]);
  expect((await receiptOf(send('inspection.finish', finish, sent))).outcome).toBe('done');
  const done = await read(id);
  expect(done).toMatchObject({ status: 'finished', failCount: 2 });
  expect(done.finishedAt).toBe(ago(5_400));
  await receiptOf(send('inspection.finish', finish, sent));
  const dangers = await app.sql(`select from danger where inspection_id = $1`, [id]);
  expect(dangers).toHaveLength(2);
  const late = await send('inspection.answer', answerOf(id, 'exit', { result: 'fail' }));
  expect(msg(late)).toEqual([400, '检查已交表，不能修改']);
});

test('S98 checks offline work by the rights at the time of receipt', async () => {
  const id = await begin();
  const own = answerOf(id, 'exit', { result: 'pass' });
  expect(msg(await send('inspection.answer', own, {}, 'shop'))).toEqual([403, '您现在没有这项权限，没有保存']);
  expect((await people.call('delivery.send', { ...clocks({}), kind: 'inspection.answer', body: '[' })).status).toBe(
    400,
  );
  expect((await send('inspection.answer', { id, key: 'exit', given: { result: 'gut' } })).status).toBe(400);
  expect((await send('inspection.answer', answerOf(crypto.randomUUID(), 'exit', {}))).status).toBe(404);
  const stranger = await people.call(
    'delivery.send',
    { ...clocks({}), kind: 'inspection.answer', body: JSON.stringify(own) },
    'regulator',
    'other',
  );
  expect(stranger.status).toBe(404);
  // The refused item left no effect: its id may be sent again.
  expect((await itemOf(id, 'exit'))?.result).toBeNull();
});

test('S98 binds the encryption key of a browser to one user', async () => {
  const device = crypto.randomUUID();
  const key = async (who: Kind, at = device) =>
    dataOf<{ key: string }>(await people.call('delivery.key', { device: at }, who)).key;
  const mine = await key('regulator');
  expect(Buffer.from(mine, 'base64url')).toHaveLength(32);
  expect(await key('regulator')).toBe(mine);
  expect(await key('entadmin')).not.toBe(mine);
  expect(await key('regulator', crypto.randomUUID())).not.toBe(mine);
});

test('stores how many items of offline work a browser has not sent', async () => {
  const [phone, tablet] = [crypto.randomUUID(), crypto.randomUUID()];
  const owed = async (device: string, count: number, isNew = false, who?: Kind) =>
    dataOf<PreviousPending[]>(
      await people.call('delivery.owed', { device, count, since: count > 0 ? ago(600) : null, isNew }, who),
    );
  expect(await owed(phone, 0, true)).toEqual([]);
  expect(await owed(phone, 3)).toEqual([]);
  expect(await owed(tablet, 5)).toEqual([]);
  expect(await owed(tablet, 0)).toEqual([]);
  expect(await owed(crypto.randomUUID(), 0, true, 'entadmin')).toEqual([]);
  const owedReport = { count: 3, since: ago(600), toldAt: ago(0) };
  const fresh = crypto.randomUUID();
  expect(await owed(fresh, 0, true)).toEqual([{ ...owedReport, isHere: false }]);
  expect(await owed(crypto.randomUUID(), 0, true)).toEqual([]);
  // The stored items of the same browser were cleared, but its device id remained.
  await owed(phone, 3);
  expect(await owed(phone, 0, true)).toEqual([{ ...owedReport, isHere: true }]);
  for (let other = 0; other < 25; other += 1) await owed(crypto.randomUUID(), 1);
  expect(await owed(fresh, 0, true)).toHaveLength(20);
});

test('S99 limits times of an inspection to between its start and the receipt', async () => {
  const id = await begin();
  const before = { at: ago(86_400 * 30) };
  await receiptOf(send('inspection.answer', answerOf(id, 'exit', { result: 'pass' }), before));
  expect((await itemOf(id, 'exit'))?.at).toBe(ago(0));
  await receiptOf(send('inspection.passRest', { id, keys: ['guard'] }, before));
  await receiptOf(send('inspection.answer', answerOf(id, 'heat', { amount: 20 }), before));
  const [mine, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const bytes = await sharp({ create: { width: 17, height: 7, channels: 3, background: '#6a4' } })
    .png()
    .toBuffer();
  await photo({ id: mine, purpose: 'evidence', bytes });
  const other = await sharp({ create: { width: 19, height: 7, channels: 3, background: '#64a' } })
    .png()
    .toBuffer();
  await photo({ id: second, purpose: 'evidence', bytes: other });
  const signatures = [
    { role: 'inspector', name: '李检查', file: { id: mine, name: '签名.png' } },
    { role: 'inspector', name: '王检查', file: { id: second, name: '签名.png' } },
    { role: 'party', name: '赵厂长', file: null, refused: '不在现场' },
  ];
  await receiptOf(send('inspection.finish', { id, conclusion: '无问题', signatures }, before));
  const done = await read(id);
  expect([done.startedAt, done.finishedAt]).toEqual([ago(0), ago(0)]);
  const history = dataOf<{ move: string; note: string | null }[]>(await people.call('inspection.history', { id }));
  expect(history.find(({ move }) => move === 'finish')?.note).toBe(
    `填写于 ${ago(86_400 * 30)}，送达于 ${ago(0)}，按送达时间计算`,
  );
});

test('S31 refuses a deeply nested body of offline work with one message', async () => {
  const body = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
  expect(msg(await people.call('delivery.send', { ...clocks({}), kind: 'inspection.answer', body }))).toEqual([
    400,
    '提交的内容层级过深',
  ]);
  const works = [{ id: crypto.randomUUID(), at: ago(0), kind: 'inspection.answer', body }];
  expect((await people.call('delivery.sendMany', { sentAt: ago(0), works })).status).toBeLessThan(500);
});
