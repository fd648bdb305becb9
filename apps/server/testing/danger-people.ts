// Creates hidden dangers of a test enterprise and the users who handle them.
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { callNamed, dataOf, sendCall, trySignIn, type Answer } from './client.ts';
import { openPeople, waitingFile } from './resource-test-data.ts';
import { openTestApp } from './app.ts';
import { makePeople } from './staff.ts';

export type DangerRow = Danger & { status: string };
export type Who = 'head' | 'safety' | 'leader' | 'worker' | 'regulator';

export async function openDangers() {
  const tokens: Partial<Record<Who, string>> = {};
  const rows: Partial<Record<Who, string>> = {};
  const users: Partial<Record<Who, string>> = {};

  const app = await openTestApp();
  const people = await openPeople(app);
  const made = await makePeople(app, people.home, [
    { postKind: 'head', account: 'entadmin', name: '周明舟' },
    { postKind: 'safetyManager', account: { username: 'safety', role: 'ROLE_ENT_SAFETY' }, name: '许静远' },
    { postKind: 'teamLeader', account: { username: 'leader', role: 'ROLE_ENT_STAFF' }, name: '高志刚' },
    { postKind: 'general', account: 'entstaff', name: '沈安然' },
  ]);
  for (const [at, who] of (['head', 'safety', 'leader', 'worker'] as const).entries()) {
    rows[who] = made[at]?.id ?? '';
    users[who] = made[at]?.userId ?? '';
  }
  users.regulator = people.home.people.regulator;
  tokens.head = people.token('entadmin');
  tokens.worker = people.token('entstaff');
  tokens.regulator = people.token('regulator');
  for (const who of ['safety', 'leader'] as const) {
    const { json } = await trySignIn(app, people.home.id, who as 'entadmin');
    tokens[who] = (json as { access_token: string }).access_token;
  }

  const call = (who: Who, verb: string, input: Record<string, unknown>): Promise<Answer> =>
    sendCall(app, callNamed(app, `danger.${verb}`), input, { token: tokens[who] });
  async function fileOf(who: Who, purpose: 'photo' | 'evidence' = 'photo') {
    const file = await waitingFile(app, people.home, purpose, who === 'regulator' ? 'regulator' : 'entadmin');
    await app.sql('update file set owner_id = $2 where id = $1', [file.id, users[who]]);
    return file;
  }
  let last = 0;
  async function newFinding(who: Who, more: Record<string, unknown> = {}) {
    last += 1;
    return {
      enterpriseId: people.home.enterpriseIds[0],
      title: `隐患${last}`,
      level: 'general',
      category: 'fire',
      source: who === 'regulator' ? 'regulator' : 'self',
      place: `部位${last}`,
      photosBefore: [await fileOf(who)],
      foundAt: '2026-03-01 09:00:00',
      foundBy: '某人',
      deadlineOn: '2026-03-08',
      dutyPersonId: rows.leader,
      ...more,
    };
  }
  const create = async (who: Who, more: Record<string, unknown> = {}) =>
    dataOf<{ id: string }>(await call(who, 'create', await newFinding(who, more))).id;
  const read = async (id: string, who: Who = 'regulator') => dataOf<DangerRow>(await call(who, 'get', { id }));
  const versionOf = async (id: string) => (await read(id)).version;
  const act = async (who: Who, move: string, id: string, moveInput: Record<string, unknown> = {}) =>
    call(who, move, { id, version: await versionOf(id), ...moveInput });
  const fixed = async (who: Who, more: Record<string, unknown> = {}) => ({
    measures: '已更换灭火器',
    photosAfter: [await fileOf(who)],
    fixedAt: '2026-03-01 18:00:00',
    ...more,
  });
  const problem = ({ status, json }: Answer) => [
    status,
    (json as { data?: { errors?: { field: string }[] } | null }).data?.errors?.[0]?.field,
  ];
  async function submitted(finder: Who, more: Record<string, unknown> = {}, fixer: Who = 'leader') {
    const id = await create(finder, { dutyPersonId: rows[fixer], ...more });
    dataOf(await act(fixer, 'receipt', id));
    dataOf(await act(fixer, 'submit', id, await fixed(fixer)));
    return id;
  }
  return {
    app,
    people,
    tokens,
    rows,
    users,
    call,
    fileOf,
    found: newFinding,
    create,
    read,
    versionOf,
    act,
    fixed,
    problem,
    submitted,
  };
}
