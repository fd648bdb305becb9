// Name search by pinyin and initials (decision 0067), through the list calls.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredResources } from '@anlan/contract/modules';
import { readNames } from '#platform/db/name-search.ts';
import { peopleOf } from '../../testing/actors.ts';
import { callNamed, dataOf, sendCall, signIn } from '../../testing/client.ts';
import { fixtureOf } from '../../testing/fixtures.ts';
import {
  columnOf,
  declaredNamed,
  fieldsOf,
  keeperOf,
  newRow,
  openPeople,
  type People,
} from '../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';

interface Page {
  records: { id: string }[];
  total: number;
}
let app: TestApp;
let people: People;
let actors: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  actors = peopleOf(app, people.home);
}, 120_000);
afterAll(() => app.close());

const idsMatching = async (call: string, keyword: string, kind: Parameters<People['call']>[2] = 'regulator') =>
  dataOf<Page>(await people.call(call, { keyword, current: 1, size: 50 }, kind)).records.map(({ id }) => id);

const named = declaredResources.filter((one) => fieldsOf(one).some(([, spec]) => spec.search?.pinyin));

/** Titles and searched texts without pinyin, and why. */
const withoutPinyin = {
  calendarDay: 'the days of a year, which a filter selects',
  phoneReport: 'calls are few, and filters select their time and enterprise',
  question: 'a question is prose (decision 0067)',
  staffReport: 'a report is prose (decision 0067)',
  wxAutoReply: 'an account has few rules, and the word that triggers a rule is its field `keyword`',
};

test('searches every title and every searched text by pinyin, except those with a reason', () => {
  const lacking = declaredResources.filter((one) =>
    fieldsOf(one).some(
      ([key, { kind, search, encrypted }]) =>
        (search?.how === 'contains' || (key === one.resource.title && kind === 'text' && search?.how !== 'prefix')) &&
        !search?.pinyin &&
        !encrypted,
    ),
  );
  expect(lacking.map(({ resource }) => resource.name).toSorted()).toEqual(Object.keys(withoutPinyin));
});

describe.each(named.map((one) => [one.resource.label, one] as const))('%s', (_label, one) => {
  const { resource } = one;
  const [field] = fieldsOf(one).filter(([, spec]) => spec.search?.pinyin);
  const [name = '', spec] = field ?? [];

  test('has a search column with its trigger and indexes', async () => {
    const column = field && `${columnOf(field)}_search`;
    const [index, trigger] = [
      await app.sql<{ text: string }>(`select indexdef as text from pg_indexes where tablename = $1`, [resource.table]),
      await app.sql(
        `select from pg_trigger where tgrelid = $1::regclass and tgname = 'name_search_follows' and tgenabled = 'O'`,
        [resource.table],
      ),
    ];
    expect(index.some(({ text }) => text.includes(`(tenant_id, ${column}, id)`))).toBe(true);
    expect(index.some(({ text }) => text.includes(`strpos(${column}, chr(10)) = 0`))).toBe(true);
    expect(trigger).toHaveLength(1);
  });

  // Skips resources whose rows are not created through a form.
  test.skipIf(resource.name === 'shop' || resource.name === 'goods')(
    'is found only by initials, pinyin and mixed words of its name',
    async () => {
      const keeper = keeperOf(one);
      const { id } = await newRow(app, people, one, spec?.serverSet ? {} : { [name]: '鹿溪融合料长' });
      if (field && spec?.serverSet) {
        const column = columnOf(field);
        await app.sql(`update ${resource.table} set ${column} = '鹿溪融合料长' where id = $1`, [id]);
        await readNames(app.db, people.home.id, { table: resource.table, column });
      }
      const page = `${resource.name}.page`;
      for (const keyword of ['lxrh', 'luxi', 'LuXiRongHe', 'lx rh', '鹿溪 ronghe', 'liaozhang', 'liaochang'])
        expect(await idsMatching(page, keyword, keeper), keyword).toContain(id);
      for (const keyword of ['lxhr', 'xilu', 'lxrh zzz', '鹿溪 xyz'])
        expect(await idsMatching(page, keyword, keeper), keyword).not.toContain(id);
    },
  );
});

// Lists without a declared resource: the calls that write a name, its field, and the search.
describe.each([
  ['角色', 'admin', ['access.roleCreate', 'access.roleUpdate'], 'roleName', 'access.rolePage', 'keyword'],
  ['公告', 'admin', ['notice.create', 'notice.update'], 'title', 'notice.page', 'keyword'],
  ['通知', 'platform', ['notice.systemCreate', 'notice.systemUpdate'], 'title', 'notice.systemPage', 'keyword'],
  ['租户', 'platform', ['tenant.create', 'tenant.update'], 'name', 'tenant.page', 'name'],
  ['粉丝', 'admin', ['wxFollower.update'], 'remark', 'wxFollower.page', 'nickName'],
] as const)('%s', (_label, kind, writes, name, page, search) => {
  test.each(writes)('are found by the pinyin of a name that %s wrote', async (write) => {
    const actor = await actors.signedIn(kind);
    const call = callNamed(app, write);
    const { input, sending } = await fixtureOf(actor, write, call);
    const { id } = dataOf<{ id: string }>(await sendCall(app, call, { ...input, [name]: `鹿溪${write}` }, sending));
    const idsOf = async (keyword: string) =>
      dataOf<Page>(await sendCall(app, callNamed(app, page), { [search]: keyword }, sending)).records.map(
        (one) => one.id,
      );
    const suffix = write.slice(0, 6).toLowerCase();
    for (const keyword of ['luxi', 'lx', '鹿溪', `LX${suffix}`, `鹿溪 ${suffix}`])
      expect(await idsOf(keyword), keyword).toContain(id);
    expect(await idsOf('xilu')).not.toContain(id);
  });
});

describe('a changed name', () => {
  test('is found by its new pinyin, not by the old pinyin', async () => {
    const one = declaredNamed('employee');
    const { id } = await newRow(app, people, one, { name: '欧阳晚舟' });
    expect(await idsMatching('employee.page', 'oywz', 'entadmin')).toContain(id);
    dataOf(await people.call('employee.update', { id, version: 1, name: '许静远' }, 'entadmin'));
    expect(await idsMatching('employee.page', 'oywz', 'entadmin')).not.toContain(id);
    expect(await idsMatching('employee.page', 'xujing', 'entadmin')).toContain(id);
  });

  test('loses its old pinyin when SQL changes it', async () => {
    const one = declaredNamed('station');
    const { id } = await newRow(app, people, one, { name: '清潭客运站' });
    await app.sql(`update station set name = 'B区 望潮站' where id = $1`, [id]);
    const textOf = async () =>
      (await app.sql<{ text: string }>('select name_search as text from station where id = $1', [id]))[0]?.text;
    expect(await textOf()).toBe('b区 望潮站');
    // The new row is found by its characters at once, and by pinyin after the job has computed the pinyin readings.
    expect(await idsMatching('station.page', 'b区')).toContain(id);
    expect(await idsMatching('station.page', 'wcz')).not.toContain(id);
    expect(await readNames(app.db, people.home.id, { table: 'station', column: 'name' })).toBeGreaterThan(0);
    expect(await idsMatching('station.page', 'wcz')).toContain(id);
    expect(await readNames(app.db, people.home.id, { table: 'station', column: 'name' })).toBe(0);
  });
});

test('searches station codes too when the keyword is in capitals', async () => {
  const one = declaredNamed('station');
  const { id: byName } = await newRow(app, people, one, { name: '奎峰站', code: 'ZZ-1' });
  const { id: byCode } = await newRow(app, people, one, { name: '别处', code: 'KFX' });
  expect((await idsMatching('station.page', 'kf')).toSorted()).toEqual([byName].toSorted());
  expect((await idsMatching('station.page', 'KF')).toSorted()).toEqual([byName, byCode].toSorted());
});

test('finds a visible enterprise by pinyin', async () => {
  const [own = '', beside = ''] = people.home.enterpriseIds;
  const { token } = { token: (await signIn(app, people.home, 'regulator')).access_token };
  expect(token).toBeTruthy();
  for (const [id, version, name] of [[own, 1, '鹿溪融合新材料有限公司']] as const) {
    const file = dataOf<{ version: number }>(await people.call('enterprise.get', { id }, 'regulator'));
    dataOf(await people.call('enterprise.update', { id, version: file.version ?? version, name }, 'regulator'));
  }
  for (const keyword of ['lxrh', 'luxi', '鹿溪 xcl', 'XINCAILIAO yxgs'])
    expect(await idsMatching('enterprise.page', keyword), keyword).toEqual([own]);
  const [{ code = '' } = {}] = await app.sql<{ code: string }>(
    'select credit_code as code from enterprise where id = $1',
    [beside],
  );
  expect(await idsMatching('enterprise.page', code.slice(0, 17).toLowerCase())).toContain(beside);
  expect(dataOf<Page>(await people.call('enterprise.page', { keyword: 'lxrh' }, 'regulator', 'other')).total).toBe(0);
});

test('finds an enterprise by its current short name and the pinyin of that name', async () => {
  const [own = ''] = people.home.enterpriseIds;
  const rename = async (shortName: string | null) => {
    const { version } = dataOf<{ version: number }>(await people.call('enterprise.get', { id: own }, 'regulator'));
    dataOf(await people.call('enterprise.update', { id: own, version, shortName }, 'regulator'));
  };
  await rename('云帆重工');
  for (const keyword of ['云帆', '帆重', 'yfzg', 'yunfan', '云帆 zhonggong'])
    expect(await idsMatching('enterprise.page', keyword), keyword).toEqual([own]);
  expect(dataOf<Page>(await people.call('enterprise.page', { keyword: '云帆' }, 'regulator', 'other')).total).toBe(0);
  await rename('星海制造');
  expect(await idsMatching('enterprise.page', 'yfzg')).toEqual([]);
  expect(await idsMatching('enterprise.page', 'xhzz')).toEqual([own]);
  await app.sql(`update enterprise set short_name = '望潮实业' where id = $1`, [own]);
  expect(await idsMatching('enterprise.page', 'xhzz')).toEqual([]);
  expect(await idsMatching('enterprise.page', '望潮')).toEqual([own]);
  await readNames(app.db, people.home.id, { table: 'enterprise', column: 'short_name' });
  expect(await idsMatching('enterprise.page', 'wcsy')).toEqual([own]);
  await rename(null);
  expect(await idsMatching('enterprise.page', '望潮')).toEqual([]);
});

test('finds an account by pinyin until its owner is erased', async () => {
  const id = people.home.people.entstaff;
  await app.sql(`update app_user set nick_name = '欧阳晚舟' where id = $1`, [id]);
  await readNames(app.db, people.home.id, { table: 'app_user', column: 'nick_name' });
  expect(await idsMatching('user.page', 'ouyang', 'admin')).toContain(id);
  expect(await idsMatching('user.page', 'oywz', 'admin')).toContain(id);
  await app.sql(`update app_user set nick_name = '已删除用户' where id = $1`, [id]);
  expect(await idsMatching('user.page', 'oywz', 'admin')).not.toContain(id);
});
