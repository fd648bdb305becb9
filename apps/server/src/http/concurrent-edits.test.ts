// ER: two regulators and the enterprise's staff change one enterprise file concurrently.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryEntry } from '@anlan/contract/modules/audit/audit';
import { dataOf, type Answer } from '../../testing/client.ts';
import { openSetup, type Setup, type EnterpriseFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

type File = EnterpriseFile & { shortName: string | null; headcount: number | null; dossierRate: unknown };

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());

const three = ['regulator', 'admin', 'entadmin'] as const;
type Person = (typeof three)[number];
const own = () => tenant.enterpriseIds[0] ?? '';
const read = async (kind: Person) => (await setup.read(own(), kind)) as File;
const update = (kind: Person, version: number, patch: Record<string, unknown>) =>
  setup.call('update', { id: own(), version, ...patch }, kind);
const saidIn = (answer: Answer) => answer.json as { msg: string; data: { current: File } };
/** Reads the history of the enterprise file as this user sees it, oldest change first. */
const readUpdates = async (kind: Person) =>
  dataOf<HistoryEntry[]>(await setup.call('history', { id: own() }, kind))
    .filter(({ call }) => call === 'enterprise.update')
    .toReversed();

describe('three people who save the same version of an enterprise', () => {
  const patches = {
    regulator: { town: '西兴街道' },
    admin: { shortName: '江滨' },
    entadmin: { headcount: 137, safetyManagerPhone: '13911112222' },
  } as const;

  test('store one change and get the current row with the conflict', async () => {
    const { version } = await read('regulator');
    const answers = await Promise.all(three.map((kind) => update(kind, version, patches[kind])));
    const saved = answers.filter(({ status }) => status === 200);
    expect(saved).toHaveLength(1);
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 200) continue;
      expect(answer.status).toBe(409);
      const { msg, data } = saidIn(answer);
      expect(msg).toBe('内容已被他人修改，请核对后再保存');
      const kind = three[at] ?? 'admin';
      expect(data.current).toMatchObject({ id: own(), version: version + 1 });
      // The completeness is counted again in the background, perhaps between the two reads.
      expect(data.current).toEqual({ ...(await read(kind)), dossierRate: data.current.dossierRate });
      expect(data.current.safetyManagerPhone).toMatch(kind === 'entadmin' ? /^1\d{10}$/ : /^1\d{2}\*{4}\d{4}$/);
    }
  });

  test('store all three changes when each saves again on the returned row', async () => {
    const { version } = await read('regulator');
    const before = (await readUpdates('regulator')).length;
    const again = async (kind: Person, at: number): Promise<void> => {
      const answer = await update(kind, at, patches[kind]);
      if (answer.status === 409) return again(kind, saidIn(answer).data.current.version);
      expect(answer.status, answer.text).toBe(200);
    };
    await Promise.all(three.map((kind) => again(kind, version)));
    expect(await read('entadmin')).toMatchObject({
      version: version + 3,
      town: '西兴街道',
      shortName: '江滨',
      headcount: 137,
      safetyManagerPhone: '13911112222',
    });
    for (const kind of three) {
      const seen = (await readUpdates(kind)).slice(before);
      expect(seen.map(({ byName }) => byName).toSorted()).toEqual(
        three.map((who) => `${tenant.mark}${who}`).toSorted(),
      );
    }
  });
});

test('loses no change of an enterprise in 36 concurrent saves', async () => {
  const { version } = await read('admin');
  const before = (await readUpdates('admin')).length;
  const saved: string[] = [];
  const conflicts = new Map<string, number>();
  await Promise.all(
    three.map(async (kind) => {
      let at = version;
      for (let turn = 0; turn < 12;) {
        const shortName = `${kind} 第 ${turn} 次`;
        const answer = await update(kind, at, { shortName });
        if (answer.status === 200) {
          at = dataOf<{ version: number }>(answer).version;
          saved.push(shortName);
          turn += 1;
        } else {
          expect(answer.status, answer.text).toBe(409);
          at = saidIn(answer).data.current.version;
          conflicts.set(kind, (conflicts.get(kind) ?? 0) + 1);
        }
      }
    }),
  );
  expect((await read('regulator')).version).toBe(version + saved.length);
  expect(conflicts.size).toBeGreaterThan(0);
  const chain = (await readUpdates('admin'))
    .slice(before)
    .flatMap(({ changes }) => changes.filter(({ field }) => field === 'shortName'));
  expect(chain.map(({ after }) => after).toSorted()).toEqual(saved.toSorted());
  for (const [at, { before: was }] of chain.entries()) if (at > 0) expect(was).toBe(chain[at - 1]?.after);
  expect((await read('entadmin')).shortName).toBe(chain.at(-1)?.after);
}, 60_000);

test('refuses a change of an enterprise that was closed in the meantime', async () => {
  const id = tenant.enterpriseIds[1] ?? '';
  const { version } = await setup.read(id);
  await app.sql(`update enterprise set status = 'closed', version = version + 1 where id = $1`, [id]);
  const stale = await setup.call('update', { id, version, shortName: '晚了一步' }, 'admin');
  expect(stale.status).toBe(409);
  expect(saidIn(stale).data.current.abilities).not.toContain('update');
  const late = await setup.call('update', { id, version: version + 1, shortName: '晚了一步' }, 'admin');
  expect(late.status).toBe(400);
  expect(saidIn(late).msg).toBe('已注销的企业不能修改');
});
