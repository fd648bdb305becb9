// Names that are found by pinyin and initials (decision 0067), through the calls of lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declared } from '@anlan/contract/modules';
import { readNames } from '#platform/db/name-search.ts';
import { dataOf, signIn } from '../../testing/client.ts';
import {
  columnOf,
  declaredNamed,
  fieldsOf,
  keeperOf,
  newRow,
  openPeople,
  type People,
} from '../../testing/declared.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';

interface Page {
  records: { id: string }[];
  total: number;
}
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const found = async (call: string, keyword: string, kind: Parameters<People['call']>[2] = 'regulator') =>
  dataOf<Page>(await people.call(call, { keyword, current: 1, size: 50 }, kind)).records.map(({ id }) => id);

const named = declared.filter((one) => fieldsOf(one).some(([, spec]) => spec.search?.pinyin));

test('the register of people, places and things is found so', () => {
  expect(named.map(({ resource }) => resource.name)).toEqual(
    expect.arrayContaining(['employee', 'station', 'equipment', 'hazardSource', 'riskPoint', 'course', 'shop']),
  );
});

describe.each(named.map((one) => [one.resource.label, one] as const))('%s', (_label, one) => {
  const { resource } = one;
  const [name = ''] = fieldsOf(one).find(([, spec]) => spec.search?.pinyin) ?? [];

  test('has the column, its trigger, and indexes for the search and for names without readings', async () => {
    const [field] = fieldsOf(one).filter(([, spec]) => spec.search?.pinyin);
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

  // Shops come by application.
  test.skipIf(resource.name === 'shop' || resource.name === 'goods')(
    'is found by initials, pinyin and mixed words, by others no more',
    async () => {
      const keeper = keeperOf(one);
      const { id } = await newRow(app, people, one, { [name]: '鹿溪融合料长' });
      const page = `${resource.name}.page`;
      for (const keyword of ['lxrh', 'luxi', 'LuXiRongHe', 'lx rh', '鹿溪 ronghe', 'liaozhang', 'liaochang'])
        expect(await found(page, keyword, keeper), keyword).toContain(id);
      for (const keyword of ['lxhr', 'xilu', 'lxrh zzz', '鹿溪 xyz'])
        expect(await found(page, keyword, keeper), keyword).not.toContain(id);
    },
  );
});

describe('a name that changes', () => {
  test('is found by its new letters alone', async () => {
    const one = declaredNamed('employee');
    const { id } = await newRow(app, people, one, { name: '欧阳晚舟' });
    expect(await found('employee.page', 'oywz', 'entadmin')).toContain(id);
    dataOf(await people.call('employee.update', { id, version: 1, name: '许静远' }, 'entadmin'));
    expect(await found('employee.page', 'oywz', 'entadmin')).not.toContain(id);
    expect(await found('employee.page', 'xujing', 'entadmin')).toContain(id);
  });

  test('past the product leaves nothing of the old one, and is read anew', async () => {
    const one = declaredNamed('station');
    const { id } = await newRow(app, people, one, { name: '清潭客运站' });
    await app.sql(`update station set name = 'B区 望潮站' where id = $1`, [id]);
    const textOf = async () =>
      (await app.sql<{ text: string }>('select name_search as text from station where id = $1', [id]))[0]?.text;
    expect(await textOf()).toBe('b区 望潮站');
    // By its own letters at once, by its readings once they are made.
    expect(await found('station.page', 'b区')).toContain(id);
    expect(await found('station.page', 'wcz')).not.toContain(id);
    expect(await readNames(app.db, people.home.id, { table: 'station', column: 'name' })).toBeGreaterThan(0);
    expect(await found('station.page', 'wcz')).toContain(id);
    expect(await readNames(app.db, people.home.id, { table: 'station', column: 'name' })).toBe(0);
  });
});

test('letters that may begin a code are looked for in codes and in names', async () => {
  const one = declaredNamed('station');
  const { id: byName } = await newRow(app, people, one, { name: '奎峰站', code: 'ZZ-1' });
  const { id: byCode } = await newRow(app, people, one, { name: '别处', code: 'KFX' });
  expect((await found('station.page', 'kf')).toSorted()).toEqual([byName].toSorted());
  expect((await found('station.page', 'KF')).toSorted()).toEqual([byName, byCode].toSorted());
});

test('an enterprise is found by letters, others only visible, and a credit code as before', async () => {
  const [own = '', beside = ''] = people.home.enterpriseIds;
  const { token } = { token: (await signIn(app, people.home, 'regulator')).access_token };
  expect(token).toBeTruthy();
  for (const [id, version, name] of [[own, 1, '鹿溪融合新材料有限公司']] as const) {
    const file = dataOf<{ version: number }>(await people.call('enterprise.get', { id }, 'regulator'));
    dataOf(await people.call('enterprise.update', { id, version: file.version ?? version, name }, 'regulator'));
  }
  for (const keyword of ['lxrh', 'luxi', '鹿溪 xcl', 'XINCAILIAO yxgs'])
    expect(await found('enterprise.page', keyword), keyword).toEqual([own]);
  const [{ code = '' } = {}] = await app.sql<{ code: string }>(
    'select credit_code as code from enterprise where id = $1',
    [beside],
  );
  expect(await found('enterprise.page', code.slice(0, 17).toLowerCase())).toContain(beside);
  expect(dataOf<Page>(await people.call('enterprise.page', { keyword: 'lxrh' }, 'regulator', 'other')).total).toBe(0);
});

test('an enterprise is found by its short name, its letters too, and no more once that is another', async () => {
  const [own = ''] = people.home.enterpriseIds;
  const rename = async (shortName: string | null) => {
    const { version } = dataOf<{ version: number }>(await people.call('enterprise.get', { id: own }, 'regulator'));
    dataOf(await people.call('enterprise.update', { id: own, version, shortName }, 'regulator'));
  };
  await rename('云帆重工');
  for (const keyword of ['云帆', '帆重', 'yfzg', 'yunfan', '云帆 zhonggong'])
    expect(await found('enterprise.page', keyword), keyword).toEqual([own]);
  expect(dataOf<Page>(await people.call('enterprise.page', { keyword: '云帆' }, 'regulator', 'other')).total).toBe(0);
  await rename('星海制造');
  expect(await found('enterprise.page', 'yfzg')).toEqual([]);
  expect(await found('enterprise.page', 'xhzz')).toEqual([own]);
  await app.sql(`update enterprise set short_name = '望潮实业' where id = $1`, [own]);
  expect(await found('enterprise.page', 'xhzz')).toEqual([]);
  expect(await found('enterprise.page', '望潮')).toEqual([own]);
  await readNames(app.db, people.home.id, { table: 'enterprise', column: 'short_name' });
  expect(await found('enterprise.page', 'wcsy')).toEqual([own]);
  await rename(null);
  expect(await found('enterprise.page', '望潮')).toEqual([]);
});

test('accounts are found by letters, and no more once their owner was erased', async () => {
  const id = people.home.people.entstaff;
  await app.sql(`update app_user set nick_name = '欧阳晚舟' where id = $1`, [id]);
  await readNames(app.db, people.home.id, { table: 'app_user', column: 'nick_name' });
  expect(await found('user.page', 'ouyang', 'admin')).toContain(id);
  expect(await found('user.page', 'oywz', 'admin')).toContain(id);
  await app.sql(`update app_user set nick_name = '已删除用户' where id = $1`, [id]);
  expect(await found('user.page', 'oywz', 'admin')).not.toContain(id);
});
