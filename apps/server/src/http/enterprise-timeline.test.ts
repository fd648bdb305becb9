// CA-13: paging of a long enterprise timeline. Every page except the last is full, and all pages together contain every
// entry.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resumeChecks, timelineKinds, type TimelineKind } from '@anlan/contract/modules/enterprise/lifecycle';
import { callNamed, dataOf, send, sendCall, signIn } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

interface Entry {
  id: string;
  kind: TimelineKind;
  call: string;
  from: string | null;
  to: string | null;
  note: string | null;
  changes: { field: string }[];
}
interface Piece {
  entries: Entry[];
  next: string | null;
}

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
let own = '';
async function act(verb: string, more: Record<string, unknown> = {}) {
  const { version } = dataOf<{ version: number }>(await setup.call('get', { id: own }));
  const answer = await setup.call(verb, { id: own, version, ...more });
  if (answer.status !== 200) throw new Error(`${verb}: ${answer.text}`);
}
const label = (labels: string[] | null) => act('update', { labels });
const suspend = () => act('suspend', { kind: 'production', fromOn: '2026-03-01', reason: '设备检修一个月' });
const resume = () => act('resume', { checklist: Object.keys(resumeChecks) });

beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
  own = tenant.enterpriseIds[0] ?? '';
  await app.sql(`update enterprise set region_code = '330108' where id = $1`, [own]);
  const file = { name: '执照.png', type: 'image/png', bytes: png };
  const licences: string[] = [];
  for (let at = 0; at < 2; at += 1)
    licences.push(
      dataOf<{ url: string }>(
        await send(app, 'POST', '/upms/file/upload?dir=licence', { ...setup.as('regulator'), file }),
      ).url,
    );
  for (let at = 0; at < 30; at += 1) {
    // Creates more than one page of entries that staff cannot read.
    for (let mark = 0; mark < 4; mark += 1) await label(mark % 2 === 0 ? ['keySupervision'] : null);
    await suspend();
    await act('update', { town: `第${at}街道` });
    await resume();
    await act('update', { licence: licences[at % 2] });
    if (at % 3 === 0) await act('transfer', { regionCode: at % 2 === 0 ? '330106' : '330108', reason: '属地监管调整' });
  }
  // The newest entry is a closing by a merge. The filter for status changes does not include it.
  const keep = tenant.enterpriseIds[2] ?? '';
  const versionOf = async (id: string) => dataOf<{ version: number }>(await setup.call('get', { id })).version;
  for (const dropId of [tenant.enterpriseIds[4] ?? '', tenant.enterpriseIds[5] ?? ''])
    dataOf(
      await setup.call('merge', {
        keepId: own,
        keepVersion: await versionOf(own),
        dropId,
        dropVersion: await versionOf(dropId),
      }),
    );
  await suspend();
  dataOf(
    await setup.call('merge', {
      keepId: keep,
      keepVersion: await versionOf(keep),
      dropId: own,
      dropVersion: await versionOf(own),
    }),
  );
  // A merge moves staff to the remaining enterprise. The test moves them back, so that these users can read the old
  // timeline.
  await app.sql(`update enterprise set status = 'active' where id = $1`, [own]);
  await app.sql('insert into user_enterprise (tenant_id, user_id, enterprise_id) values ($1, $2, $3)', [
    tenant.id,
    tenant.people.entadmin,
    own,
  ]);
  for (const kind of ['regulator', 'entadmin'] as const)
    tokens.set(kind, (await signIn(app, tenant, kind, kind === 'entadmin' ? { shopId: own } : {})).access_token);
}, 300_000);
afterAll(() => app.close());

const tokens = new Map<Kind, string>();
const read = async <T>(call: 'timeline' | 'history', input: object, kind: Kind): Promise<T> =>
  dataOf<T>(
    await sendCall(app, callNamed(app, `enterprise.${call}`), { id: own, ...input }, { token: tokens.get(kind) }),
  );
const piece = (input: object, kind: Kind) => read<Piece>('timeline', input, kind);
async function pieces(input: object, size: number, kind: Kind = 'regulator'): Promise<Piece[]> {
  const all: Piece[] = [];
  let before: string | null = null;
  do {
    const next: Piece = await piece({ ...input, size, ...(before === null ? {} : { before }) }, kind);
    all.push(next);
    before = next.next;
  } while (before !== null);
  return all;
}
const entriesIn = (all: readonly Piece[]) => all.flatMap(({ entries }) => entries);
const kinds = Object.keys(timelineKinds) as TimelineKind[];
const counts = (whole: readonly Entry[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, whole.filter((entry) => entry.kind === kind).length]));

describe.each<Kind>(['regulator', 'entadmin'])('CA-13 the timeline of an enterprise for %s', (kind) => {
  test('contains each entry once, ordered by time', async () => {
    const whole = entriesIn(await pieces({}, 100, kind));
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    expect(whole.map(({ id }) => id)).toEqual(
      whole
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(counts(whole)).toEqual({
      status: 61,
      fields: kind === 'regulator' ? 150 : 30,
      files: 30,
      merge: 3,
      transfer: 10,
    });
  });

  test.each([undefined, ...kinds])('returns only full pages except the last one for the filter %s', async (of) => {
    const whole = entriesIn(await pieces({}, 100, kind)).filter((entry) => of === undefined || entry.kind === of);
    for (const size of [1, 7, 10, 61, 100]) {
      const all = await pieces(of === undefined ? {} : { kind: of }, size, kind);
      expect(all.slice(0, -1).every(({ entries }) => entries.length === size)).toBe(true);
      expect(all.at(-1)?.entries.length).toBeGreaterThan(0);
      expect(entriesIn(all).map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
      // An entry has the same content under every filter.
      expect(entriesIn(all).map(({ call, from, to, note, changes }) => [call, from, to, note, changes])).toEqual(
        whole.map(({ call, from, to, note, changes }) => [call, from, to, note, changes]),
      );
    }
  });
});

test('leaves no gaps for hidden entries in the history of staff', async () => {
  for (let at = 0; at < 210; at += 1)
    await app.sql(
      `insert into audit (tenant_id, id, user_name, address, user_agent, request_id, call, object_type, object_id, outcome, changes)
         values ($1, gen_random_uuid(), '', '', '', '', 'enterprise.update', 'enterprise', $2, 'done',
           '[{"field": "labels", "before": null, "after": ["x"]}]')`,
      [tenant.id, own],
    );
  expect((await read<unknown[]>('history', {}, 'entadmin')).length).toBeGreaterThan(100);
});
