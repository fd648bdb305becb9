// S97 Tests links for outsiders: a link shows listed fields of one danger, is limited, short-lived, stored as a hash,
// and revocable.
import { afterAll, expect, test } from 'vitest';
import { dataOf, send } from '../../../testing/client.ts';
import { openDangers } from '../../../testing/danger-people.ts';
import { png } from '../../../testing/sample-files.ts';

const { app, people, rows, call, create, act, fixed } = await openDangers();
afterAll(() => app.close());

const path = '/bus/enterpriseexpinfo/repair';
interface Made {
  id: string;
  token: string;
}
const linkOf = async (id: string, days = 3): Promise<Made> =>
  dataOf<Made>(await call('leader', 'makeLink', { id, name: '某某维修队', days }));
const open = (token: string, tenantId = people.home.id) => send(app, 'POST', path, { body: { tenantId, token } });
const note = (token: string, photos: string[] = [], text = '已更换') =>
  send(app, 'POST', `${path}/note`, { body: { tenantId: people.home.id, token, note: text, photos } });
const sampleFile = { name: 'after.png', type: 'image/png', bytes: png };
const photo = (token: string, file = sampleFile) =>
  send(app, 'POST', `${path}/photo`, { file, fields: { tenantId: people.home.id, token } });

test('shows only listed fields of a danger through a repair link', async () => {
  const id = await create('worker', { description: '护栏松动', interimMeasures: '派人看护' });
  const { token } = await linkOf(id);
  expect(Object.keys(dataOf<object>(await open(token))).sort()).toEqual([
    'deadlineOn',
    'description',
    'enterpriseName',
    'entries',
    'expiresAt',
    'name',
    'no',
    'place',
    'title',
  ]);
  const [stored] = await app.sql<{ row: string }>(
    'select row_to_json(l)::text as row from danger_link l where danger_id = $1',
    [id],
  );
  expect(stored?.row).not.toContain(token);
});

test('answers every invalid repair link in the same way', async () => {
  const id = await create('worker');
  const [short, gone] = [await linkOf(id, 1), await linkOf(id)];
  dataOf(await call('leader', 'revokeLink', { id: gone.id }));
  await app.sql(`update danger_link set expires_at = '2026-03-01T00:00:00Z' where id = $1`, [short.id]);
  const done = await create('worker', { dutyPersonId: rows.leader });
  const after = await linkOf(done);
  dataOf(await act('leader', 'receipt', done));
  dataOf(await act('leader', 'submit', done, await fixed('leader')));
  const foreign = await linkOf(await create('worker'));
  const answers = [
    await open(short.token),
    await open(gone.token),
    await open('A'.repeat(43)),
    await open(after.token),
    await open(foreign.token, people.other.id),
    await note(gone.token),
    await photo(gone.token),
  ];
  for (const { status, text } of answers) expect([status, text]).toEqual([404, answers[0]?.text]);
  // Repair links do not work while the tenant is suspended, and work again afterwards.
  const good = await linkOf(await create('worker'));
  const set = (status: string) =>
    app.sql('update tenant set status = $2 where tenant_id = $1', [people.home.id, status]);
  await set('frozen');
  const frozen = await open(good.token);
  await set('active');
  expect([frozen.status, frozen.text]).toEqual([404, answers[0]?.text]);
  expect((await open(good.token)).status).toBe(200);
});

test('binds uploaded photos to one repair link', async () => {
  const id = await create('worker');
  const [one, two] = [await linkOf(id), await linkOf(id)];
  const sent = dataOf<{ id: string }>(await photo(one.token));
  expect((await note(two.token, [sent.id])).status).toBe(400);
  dataOf(await note(one.token, [sent.id]));
  // A photo can be used in one note only.
  expect((await note(one.token, [sent.id])).status).toBe(400);
  const { entries } = dataOf<{ entries: { photos: { id: string }[] }[] }>(await call('leader', 'links', { id }));
  expect(entries.map(({ photos }) => photos.map((each) => each.id))).toEqual([[sent.id]]);
  expect(dataOf<{ entries: unknown[] }>(await open(two.token)).entries).toEqual([]);
  for (let at = 1; at < 20; at += 1) dataOf(await note(one.token, [], `第 ${at} 次`));
  expect((await note(one.token)).status).toBe(400);
  // Only the responsible person and the leads of the enterprise may create links.
  expect((await call('worker', 'makeLink', { id, name: '某某', days: 1 })).status).toBe(403);
  expect((await call('leader', 'makeLink', { id, name: '某某', days: 31 })).status).toBe(400);
});

test('refuses a file that is not a picture through a repair link', async () => {
  const { token } = await linkOf(await create('worker'));
  const answer = await photo(token, {
    name: '照片.png',
    type: 'image/png',
    bytes: Buffer.from('<svg onload=alert(1)>'),
  });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('只能上传jpg/png')]);
});
