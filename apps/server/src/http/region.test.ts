// Streets and grids of a tenant: who edits and sees them, their region codes, and their enterprises.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { updateDivisions } from '#modules/dictionary/seed.ts';
import { callNamed, dataOf, send, sendCall, signIn, type Answer } from '../../testing/client.ts';
import { freshFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

interface Own {
  code: string;
  version: number;
  name: string;
  level: number;
  path: string;
  pinyin: string;
  leaf: boolean;
  enabled: boolean;
  abilities: string[];
}
interface File {
  id: string;
  version: number;
  townCode: string | null;
  town: string | null;
  profileRate: number;
}
type Who = 'admin' | 'regulator' | 'entadmin' | 'other';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
const tokens = new Map<Who, string>();
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  for (const kind of ['admin', 'regulator', 'entadmin'] as const)
    tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
  tokens.set('other', (await signIn(app, other, 'admin')).access_token);
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown>, who: Who = 'admin'): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token: tokens.get(who) });
const region = (verb: string, input: Record<string, unknown>, who: Who = 'admin') =>
  call(`dictionary.region${verb}`, input, who);
const added = async (parent: string, name: string, who: Who = 'admin') =>
  dataOf<{ code: string; version: number }>(await region('Create', { parent, name }, who));
const listed = async (input: Record<string, unknown> = {}, who: Who = 'admin') =>
  dataOf<{ records: Own[] }>(await region('Page', { size: 100, ...input }, who)).records;
const offered = async (input: Record<string, unknown> = {}, who: Who = 'regulator') =>
  dataOf<{ code: string; leaf: boolean }[]>(await region('Towns', input, who));
const fieldOf = (answer: Answer) => (answer.json as { data: { errors: { field: string }[] } }).data.errors[0]?.field;

describe('streets and grids', () => {
  test('get the next free region code, also when four are added concurrently', async () => {
    expect(dataOf(await region('Next', { parent: '330106' }))).toEqual({ code: '330106001' });
    const street = await added('330106', '望潮街道');
    expect(street).toEqual({ code: '330106001', version: 1 });
    expect(await added(street.code, '第一网格')).toEqual({ code: '330106001001', version: 1 });
    const many = await Promise.all(Array.from({ length: 4 }, (_, at) => added('330106', `并发街道${at}`)));
    expect(new Set(many.map(({ code }) => code)).size).toBe(4);
    const [row, grid] = await listed({ regionCode: '330106001' });
    expect(row).toMatchObject({
      name: '望潮街道',
      level: 4,
      path: '浙江省 / 杭州市 / 西湖区 / 望潮街道',
      pinyin: 'wcjd',
      leaf: false,
      enabled: true,
      abilities: ['add', 'update', 'remove'],
    });
    expect(grid).toMatchObject({ level: 5, leaf: true, path: '浙江省 / 杭州市 / 西湖区 / 望潮街道 / 第一网格' });
    for (const keyword of ['wcj', '望潮', '330106001'])
      expect((await listed({ keyword })).map(({ code }) => code)).toContain('330106001');
  });

  test.each(['constructor', '__proto__', 'toString'])('can be named %s, at creation and later', async (name) => {
    const { code, version } = await added('330108', name);
    expect((await listed({ regionCode: code }))[0]).toMatchObject({
      name,
      pinyin: name.replaceAll('_', '').toLowerCase(),
    });
    dataOf(await region('Update', { code, version, name: `${name} 街道` }));
    dataOf(await region('Update', { code, version: version + 1, name }));
    dataOf(await region('Remove', { code }));
  });

  test('belong to a division or an own street', async () => {
    const street = await added('330110', '清潭街道');
    for (const [input, field] of [
      [{ parent: '330100', name: '甲街道' }, 'parent'],
      [{ parent: '330104', name: '甲街道' }, 'parent'],
      [{ parent: '330110999', name: '甲网格' }, 'parent'],
      [{ parent: '330110', name: '清潭街道' }, 'name'],
      [{ parent: '330110', name: '乙街道', code: street.code }, 'code'],
      [{ parent: '330110', name: '乙街道', code: '330106777' }, 'code'],
      [{ parent: '330110', name: '名'.repeat(16) }, 'name'],
    ] as const) {
      const answer = await region('Create', input);
      expect(answer.status, JSON.stringify(input)).toBe(400);
      expect(fieldOf(answer)).toBe(field);
    }
    expect((await region('Create', { parent: '330110', name: '丙街道' }, 'regulator')).status).toBe(403);
  });

  test('S35 are visible only in their tenant, also right after a change', async () => {
    const before = (await offered({ parent: '330109' })).length;
    const { code } = await added('330109', '栖鹭街道');
    expect((await offered({ parent: '330109' })).length).toBe(before + 1);
    expect((await offered({ q: 'qljd' })).map((row) => row.code)).toEqual([code]);
    expect(await offered({ parent: '330109' }, 'other')).toEqual([]);
    expect((await region('Update', { code, version: 1, name: '别名' }, 'other')).status).toBe(404);
    expect((await region('Remove', { code }, 'other')).status).toBe(404);
    await added('330109', '栖鹭街道', 'other');
    for (const path of [`/upms/region/children?parent=330109`, '/upms/region/search?q=栖鹭'])
      expect(dataOf(await send(app, 'GET', encodeURI(path)))).toEqual([]);
    dataOf(await region('Update', { code, version: 1, enabled: false }));
    expect((await offered({ q: 'qljd' })).length).toBe(0);
    expect(await offered({ q: 'qljd' }, 'other')).toHaveLength(1);
  });

  test('cannot be removed while an enterprise belongs to the street or grid', async () => {
    const street = await added('330108', '云埠街道');
    const grid = await added(street.code, '三网格');
    const create = (more: object) => call('enterprise.create', { ...freshFile(tenant.mark), ...more }, 'regulator');
    const { id } = dataOf<{ id: string }>(await create({ townCode: grid.code }));
    const read = async () => dataOf<File>(await call('enterprise.get', { id }, 'regulator'));
    const idsInRegion = async (regionCode: string) =>
      dataOf<{ records: { id: string }[] }>(
        await call('enterprise.page', { regionCode, size: 100 }, 'regulator'),
      ).records.map((row) => row.id);
    expect(await read()).toMatchObject({ townCode: grid.code, town: '云埠街道三网格' });
    for (const code of [street.code, grid.code, '3301', '3301080']) expect(await idsInRegion(code)).toContain(id);
    expect(await idsInRegion('330108999')).toEqual([]);
    dataOf(await region('Update', { code: street.code, version: 1, name: '云港街道' }));
    expect((await read()).town).toBe('云港街道三网格');
    for (const code of [street.code, grid.code]) {
      const refused = await region('Remove', { code });
      expect(refused.status).toBe(400);
      expect(refused.text).toMatch(code === street.code ? /还有网格/ : /已有企业/);
    }
    for (const more of [{ townCode: grid.code, regionCode: '330106' }, { townCode: '330108777' }]) {
      const answer = await create(more);
      expect(answer.status).toBe(400);
      expect(fieldOf(answer)).toBe('townCode');
    }
    const { version, profileRate } = await read();
    dataOf(await call('enterprise.update', { id, version, town: '手写的街道' }, 'regulator'));
    expect(await read()).toMatchObject({ townCode: null, town: '手写的街道', profileRate });
    dataOf(await region('Remove', { code: grid.code }));
    dataOf(await region('Remove', { code: street.code, version: 2 }));
    expect((await region('Remove', { code: street.code })).status).toBe(404);
  });

  test('are removed from an enterprise that moves to another division', async () => {
    const { code } = await added('330108', '鹿溪镇');
    const { id } = dataOf<{ id: string }>(
      await call('enterprise.create', { ...freshFile(tenant.mark), townCode: code }, 'regulator'),
    );
    const { version } = dataOf<File>(await call('enterprise.get', { id }, 'regulator'));
    dataOf(await call('enterprise.update', { id, version, regionCode: '330106' }, 'regulator'));
    expect(dataOf<File>(await call('enterprise.get', { id }, 'regulator'))).toMatchObject({
      townCode: null,
      town: null,
    });
  });

  test('cannot be selected in an abolished division', async () => {
    expect(dataOf(await send(app, 'GET', encodeURI('/upms/region/search?q=江干')))).toEqual([]);
    const [row] = await app.sql<{ replacement: string; ended: boolean }>(
      `select replacement, valid_to is not null as ended from region where tenant_id = '0' and code = '330104'`,
    );
    expect(row).toEqual({ replacement: '330102', ended: true });
    expect(
      (await call('enterprise.create', { ...freshFile(tenant.mark), regionCode: '330104' }, 'regulator')).status,
    ).toBe(400);
  });

  test('remain when an older database gets the divisions of this edition', async () => {
    const { code } = await added('330108', '旧库街道');
    const facts = () => app.sql(`select code, name, path, replacement from region where tenant_id = '0' order by code`);
    const now = await facts();
    await app.sql(`delete from region where tenant_id = '0' and (valid_to is not null or code = '330108')`);
    await app.sql(`update region set name = '旧名', path = '旧名' where tenant_id = '0' and code = '330106'`);
    const renewed = () => app.db.scoped(systemScope('test', '0'), (tx) => updateDivisions(tx));
    expect(await renewed()).toBeGreaterThan(10);
    expect(await facts()).toEqual(now);
    expect(await renewed()).toBe(0);
    expect((await listed({ regionCode: code })).map((row) => row.name)).toEqual(['旧库街道']);
  });

  test('belong to divisions that a search finds by common names', async () => {
    const searchRegions = async (q: string) =>
      dataOf<{ code: string; leaf: boolean }[]>(
        await send(app, 'GET', `/upms/region/search?q=${encodeURIComponent(q)}`),
      );
    for (const q of ['杭州滨江', '浙江省杭州市滨江区', '浙江 杭州 滨江', '滨江区', 'bjq', '330108'])
      expect(
        (await searchRegions(q)).map(({ code }) => code),
        q,
      ).toContain('330108');
    expect((await searchRegions('杭州')).map(({ code }) => code)).toEqual(expect.arrayContaining(['330100', '330106']));
    expect(await searchRegions('东莞')).toEqual([expect.objectContaining({ code: '441900', leaf: true })]);
    // Normalising leaves nothing of these keywords, so the search uses them literally.
    expect((await searchRegions('省')).length).toBeLessThanOrEqual(50);
    expect(await searchRegions('%')).toEqual([]);
  });

  test('are found by pinyin initials: hz, dl', async () => {
    const names = dataOf<{ name: string }[]>(await send(app, 'GET', '/upms/region/search?q=hz')).map((row) => row.name);
    expect(names).toContain('杭州市');
    const sections = dataOf<{ children: { code: string; pinyin: string }[] }[]>(
      await send(app, 'GET', '/upms/industry/tree'),
    );
    const road = sections.flatMap(({ children }) => children).find(({ code }) => code === 'G54');
    expect(road?.pinyin.startsWith('dl')).toBe(true);
  });
});
