// Dictionaries (CA-15, S35, ST-08): who may edit them, how selects and labels change, and when the cache is updated.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, send, sendCall, type Answer } from '../../testing/client.ts';
import { freshFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { actorOf } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

interface Item {
  id: string;
  version: number;
  value: string;
  label: string;
  color: string | null;
  enabled: boolean;
  own: boolean;
  abilities: string[];
}
interface Dictionary {
  id: string;
  version: number;
  type: string;
  edit: string;
  items: number;
  abilities: string[];
}
type Who = 'platform' | 'admin' | 'regulator' | 'entadmin' | 'other';

let app: TestApp;
let tenant: TestTenant;
const tokens = new Map<Who, string>();
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  const other = await makeTenant(app);
  for (const kind of ['platform', 'admin', 'regulator', 'entadmin'] as const)
    tokens.set(kind, (await actorOf(app, tenant, kind)).tokens.access_token);
  tokens.set('other', (await actorOf(app, other, 'admin')).tokens.access_token);
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown>, who: Who = 'admin'): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token: tokens.get(who) });
const words = async (type: string, who: Who = 'regulator') =>
  dataOf<{ value: string; label: string; color: string | null; enabled: boolean }[]>(
    await call('dictionary.byType', { type }, who),
  );
const values = async (type: string, who: Who = 'regulator') => (await words(type, who)).map(({ value }) => value);
const typeOf = async (type: string, who: Who = 'admin') => {
  const { records } = dataOf<{ records: Dictionary[] }>(
    await call('dictionary.page', { keyword: type, size: 100 }, who),
  );
  const dictionaryRow = records.find((row) => row.type === type);
  if (!dictionaryRow) throw new Error(`no dictionary ${type}`);
  return dictionaryRow;
};
const itemsIn = async (type: string, who: Who = 'admin') => {
  const { id } = await typeOf(type, who);
  return dataOf<{ records: Item[] }>(await call('dictionary.itemPage', { dictId: id, size: 100 }, who)).records;
};
const itemIn = async (type: string, value: string, who: Who = 'admin') => {
  const itemRow = (await itemsIn(type, who)).find((item) => item.value === value);
  if (!itemRow) throw new Error(`no ${value} in ${type}`);
  return itemRow;
};
const added = async (type: string, more: object, who: Who = 'admin') => {
  const { id } = await typeOf(type, who);
  return dataOf<{ id: string; version: number }>(await call('dictionary.itemCreate', { dictId: id, ...more }, who));
};
const words400 = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(400);
  return (answer.json as { msg: string }).msg;
};

describe('CA-15 dictionaries', () => {
  test('can be added and edited by the platform', async () => {
    const bodies = ['testKindA', 'testKindB'].map((type) => ({ type, label: `类别${type}`, edit: 'tenant' }));
    const token = tokens.get('platform');
    for (const [path, body] of [
      ['/upms/dict', bodies[0]],
      ['/upms/dict/', bodies[1]],
    ] as const)
      expect((await send(app, 'POST', path, { token, body })).status).toBe(200);
    expect(words400(await send(app, 'POST', '/upms/dict', { token, body: bodies[0] }))).toBe('类型已存在，请换一个');
    const row = await typeOf('testKindA', 'platform');
    expect(row).toMatchObject({ edit: 'tenant', items: 0, abilities: ['add', 'update', 'remove'] });
    const patch = { id: row.id, version: row.version, label: '改名', type: 'somethingElse' };
    dataOf(await call('dictionary.update', patch, 'platform'));
    expect((await call('dictionary.update', patch, 'platform')).status).toBe(409);
    expect(await typeOf('testKindA', 'platform')).toMatchObject({ type: 'testKindA', version: 2 });
    const { id } = await added('testKindA', { value: 'a', label: '甲' });
    expect(words400(await call('dictionary.remove', { id: row.id }, 'platform'))).toContain('里还有字典项');
    dataOf(await call('dictionary.itemRemove', { id }));
    dataOf(await call('dictionary.remove', { id: row.id }, 'platform'));
    expect(words400(await call('dictionary.remove', { id: (await typeOf('userType')).id }, 'platform'))).toContain(
      '由程序使用',
    );
  });

  test('accept items of a tenant and hide these items from other tenants', async () => {
    const first = await added('enterpriseLabel', { value: 'mineOne', label: '本地一号', color: 'purple' });
    const second = await added('enterpriseLabel', { label: '本地二号' });
    expect((await values('enterpriseLabel')).slice(-2, -1)).toEqual(['mineOne']);
    expect(await values('enterpriseLabel', 'other')).not.toContain('mineOne');
    expect(await values('enterpriseLabel', 'platform')).not.toContain('mineOne');
    const { id: dictId } = await typeOf('enterpriseLabel');
    dataOf(await call('dictionary.itemSort', { dictId, ids: [second.id, first.id] }));
    const own = (await itemsIn('enterpriseLabel')).filter((item) => item.own);
    expect(own.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(own[1]).toMatchObject({ color: 'purple', abilities: ['update', 'switch', 'remove'] });
    expect((await values('enterpriseLabel')).at(-1)).toBe('mineOne');
    expect((await call('dictionary.itemSort', { dictId, ids: [first.id] })).status).toBe(404);
    for (const [body, msg] of [
      [{ value: 'mineOne', label: '另一个' }, '值已存在，请换一个'],
      [{ value: 'model', label: '另一个' }, '值已存在，请换一个'],
      [{ value: 'fresh', label: '本地一号' }, '名称已存在，请换一个'],
      [{ value: '中文', label: '另一个' }, '值只能用字母、数字、_ 和 -'],
    ] as const)
      expect(words400(await call('dictionary.itemCreate', { dictId, ...body }))).toBe(msg);
  });

  test('show platform items to a tenant read-only', async () => {
    const platformItem = await itemIn('enterpriseLabel', 'model');
    expect(platformItem).toMatchObject({ own: false, abilities: [] });
    const patch = { id: platformItem.id, version: platformItem.version, label: '改' };
    expect((await call('dictionary.itemUpdate', patch)).status).toBe(404);
    expect((await call('dictionary.itemRemove', { id: platformItem.id })).status).toBe(404);
    for (const type of ['economicType', 'userType'])
      expect((await call('dictionary.itemCreate', { dictId: (await typeOf(type)).id, label: '新' })).status).toBe(403);
    expect((await typeOf('enterpriseLabel', 'regulator')).abilities).toEqual([]);
    const own = (await itemsIn('enterpriseLabel')).find((item) => item.own);
    expect((await call('dictionary.itemUpdate', { ...patch, id: own?.id }, 'regulator')).status).toBe(403);
    expect((await call('dictionary.itemUpdate', { ...patch, id: own?.id }, 'other')).status).toBe(404);
    expect((await call('dictionary.page', {}, 'entadmin')).status).toBe(403);
    const fixed = await itemIn('userType', '1', 'platform');
    expect(fixed.abilities).toEqual(['update']);
    expect(
      words400(await call('dictionary.itemUpdate', { ...fixed, enabled: false, label: undefined }, 'platform')),
    ).toContain('由程序使用');
  });

  test('refuse to remove a used item and name the uses of the item', async () => {
    const { id } = await added('enterpriseLabel', { value: 'inUse', label: '在用标签' });
    const create = (labels: string[]) => call('enterprise.create', { ...freshFile(tenant.mark), labels }, 'regulator');
    const firm = dataOf<{ id: string; version: number }>(await create(['inUse']));
    expect(words400(await call('dictionary.itemRemove', { id }))).toBe(
      '“在用标签”正在使用：1 家企业。不能删除，可以停用',
    );
    dataOf(await call('dictionary.itemUpdate', { id, version: 1, enabled: false }));
    expect((await words('enterpriseLabel')).find(({ value }) => value === 'inUse')).toMatchObject({
      label: '在用标签',
      enabled: false,
    });
    expect(words400(await create(['inUse']))).toBe('不在字典中，请从列表中选择');
    const labelledFirm = { ...firm, labels: ['inUse', 'model'] };
    const { version } = dataOf<{ version: number }>(await call('enterprise.update', labelledFirm, 'regulator'));
    dataOf(await call('enterprise.update', { id: firm.id, version, labels: [] }, 'regulator'));
    dataOf(await call('dictionary.itemRemove', { id }));
    expect(await values('enterpriseLabel')).not.toContain('inUse');
  });

  test('S32 refuse to remove an item that enterprises outside the divisions of the user have', async () => {
    const { id } = await added('enterpriseLabel', { value: 'farAway', label: '别区在用' });
    dataOf(await call('enterprise.create', { ...freshFile(tenant.mark), labels: ['farAway'] }, 'regulator'));
    const reach = async (dataScope: string, codes: string[]) => {
      const of = [tenant.id, 'ROLE_TENANT_ADMIN'];
      await app.sql('update role set data_scope = $3 where tenant_id = $1 and code = $2', [...of, dataScope]);
      await app.sql('delete from role_region where tenant_id = $1', [tenant.id]);
      await app.sql(
        `insert into role_region select tenant_id, id, unnest($3::text[]) from role where tenant_id = $1 and code = $2`,
        [...of, codes],
      );
      app.clock.pass(6);
    };
    await reach('1', ['110101']);
    expect(dataOf<{ total: number }>(await call('enterprise.page', { labels: 'farAway' })).total).toBe(0);
    expect(words400(await call('dictionary.itemRemove', { id }))).toContain('1 家企业');
    await reach('0', []);
    expect(await values('enterpriseLabel')).toContain('farAway');
  });

  test('tell the platform how many tenants use a platform value, but not which tenants', async () => {
    const { id } = await added('supervisionKind', { value: 'newKind', label: '新业态' }, 'platform');
    const file = { ...freshFile(tenant.mark), supervisionKind: 'newKind' };
    dataOf(await call('enterprise.create', file, 'regulator'));
    const refusalText = words400(await call('dictionary.itemRemove', { id }, 'platform'));
    expect(refusalText).toContain('1 个单位的数据');
    expect(refusalText).not.toContain(tenant.mark);
  });

  test('refuse to remove a used kind of announcement', async () => {
    const fields = (kind: string) => ({ title: '关于检查的通知', kind, content: '<p>请自查。</p>', audience: 'all' });
    const own = await added('noticeKind', { value: 'circular', label: '内部通报' });
    const draft = dataOf<{ id: string }>(await call('notice.create', fields('circular'), 'regulator'));
    expect(words400(await call('dictionary.itemRemove', { id: own.id }))).toBe(
      '“内部通报”正在使用：1 条公告。不能删除，可以停用',
    );
    dataOf(await call('notice.remove', { id: draft.id }, 'regulator'));
    dataOf(await call('dictionary.itemRemove', { id: own.id }));
    const everybodys = await added('noticeKind', { value: 'express', label: '快讯' }, 'platform');
    const { id } = dataOf<{ id: string }>(await call('notice.systemCreate', fields('express'), 'platform'));
    dataOf(await call('notice.create', fields('express'), 'regulator'));
    expect(words400(await call('dictionary.itemRemove', { id: everybodys.id }, 'platform'))).toContain(
      '1 条系统通知，1 个单位的数据',
    );
    dataOf(await call('notice.systemRemove', { id }, 'platform'));
    expect(words400(await call('dictionary.itemRemove', { id: everybodys.id }, 'platform'))).toContain(
      '：1 个单位的数据',
    );
  });

  test('never change the stored code of an item', async () => {
    const { id } = await added('noticeKind', { value: 'steady', label: '稳定' });
    dataOf(await call('dictionary.itemUpdate', { id, version: 1, value: 'moved', code: 'moved', label: '稳定值' }));
    expect(await itemIn('noticeKind', 'steady')).toMatchObject({ label: '稳定值', version: 2 });
  });
});

describe('S35 the dictionary cache', () => {
  test('is separate per tenant and invalidated by every change', async () => {
    for (const who of ['regulator', 'other', 'platform'] as const) await words('hazardFeature', who);
    const { id } = await added('hazardFeature', { value: 'onlyMine', label: '只在本地' });
    expect(await values('hazardFeature')).toContain('onlyMine');
    for (const who of ['other', 'platform'] as const)
      expect(await values('hazardFeature', who)).not.toContain('onlyMine');
    dataOf(await call('dictionary.itemUpdate', { id, version: 1, label: '改过的', color: 'red' }));
    expect((await words('hazardFeature')).at(-1)).toMatchObject({ label: '改过的', color: 'red' });
    await added('hazardFeature', { value: 'forAll', label: '所有单位都有' }, 'platform');
    for (const who of ['regulator', 'other', 'platform'] as const)
      expect(await values('hazardFeature', who)).toContain('forAll');
  });

  test('ignores a forged tenant in header, query or body (S21)', async () => {
    const forged = { tenantId: '0', tenant_id: '0' };
    const { id: dictId } = await typeOf('enterpriseLabel');
    const token = tokens.get('admin');
    const body = { dictId, value: 'forgedOne', label: '伪造', ...forged };
    dataOf(await send(app, 'POST', '/upms/dict/item', { token, body, query: forged }));
    expect(await values('enterpriseLabel', 'other')).not.toContain('forgedOne');
    const answer = await send(app, 'GET', '/upms/dict/page', { token, headers: { tenant_id: '0' } });
    expect(answer.status).toBe(403);
  });
});

test('ST-08 shows anonymous users at once that the platform switched the grey mode', async () => {
  const grey = async () =>
    dataOf<{ value: string }[]>(await send(app, 'GET', '/upms/dict/type/grey')).map(({ value }) => value);
  expect(await grey()).toEqual(['false']);
  const [on, off] = [await itemIn('grey', 'true', 'platform'), await itemIn('grey', 'false', 'platform')];
  expect(on.abilities).toEqual(['update', 'switch']);
  expect(
    words400(await call('dictionary.itemUpdate', { id: off.id, version: off.version, enabled: false }, 'platform')),
  ).toBe('请改为启用另一个值');
  expect((await call('dictionary.itemUpdate', { id: on.id, version: on.version, enabled: true })).status).toBe(404);
  dataOf(await call('dictionary.itemUpdate', { id: on.id, version: on.version, enabled: true }, 'platform'));
  expect(await grey()).toEqual(['true']);
  dataOf(await call('dictionary.itemUpdate', { id: off.id, version: off.version + 1, enabled: true }, 'platform'));
  expect(await grey()).toEqual(['false']);
});

test('CA-15 gives public pages the names of user kinds that the platform set', async () => {
  const readPublicConfig = async () =>
    (await send(app, 'GET', '/config.json')).json as { userTypes: Readonly<Record<string, string>> };
  const usual = { regulator: '监管人员', enterprise: '企业人员', shop: '店铺用户' };
  expect((await readPublicConfig()).userTypes).toEqual(usual);
  const { id, version } = await itemIn('userType', '2', 'platform');
  dataOf(await call('dictionary.itemUpdate', { id, version, label: '商城商家' }, 'platform'));
  expect((await readPublicConfig()).userTypes).toEqual({ ...usual, shop: '商城商家' });
});
