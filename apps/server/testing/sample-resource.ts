// A resource with states and every kind of field, for tests of the kit. The product has no such table.
import {
  boolean,
  code,
  codes,
  creditCode,
  day,
  decimal,
  files,
  industry,
  instant,
  integer,
  json,
  money,
  oneOf,
  person,
  phone,
  prose,
  ref,
  region,
  rich,
  text,
} from '@anlan/contract/kit/field';
import { resource } from '@anlan/contract/kit/resource';
import * as z from 'zod/mini';
import { withConnection } from '#platform/db/connection.ts';
import { prepareAppRole } from '#platform/db/roles.ts';
import type { TestApp } from './app.ts';

export const sample = resource('sample', {
  label: '样品',
  counter: '件',
  title: 'name',
  subtitle: 'code',
  class: 'enterprise',
  permits: 'bus:station',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    code: text(32, '编号')
      .required()
      .unique()
      .sortable()
      .search('prefix', /^[A-Za-z0-9-]+$/),
    name: text(60, '名称').required().sortable().search('contains'),
    remark: prose(500, '说明'),
    content: rich('正文').whole(),
    pieces: integer('件数', { unit: '件' }).sortable(),
    weight: decimal('重量', { unit: 'kg' }),
    price: money('单价'),
    fragile: boolean('易碎').default(false).filter(),
    madeOn: day('生产日期').filter('range'),
    seenAt: instant('查看时间').filter('range'),
    kind: code('stationKind', '类型').filter('many'),
    features: codes('hazardFeature', '特征').filter('many'),
    colour: oneOf({ red: '1', blue: '2' }, '颜色').filter('many'),
    keeperId: person('保管人'),
    regionCode: region('行政区划').filter('below'),
    industryCode: industry('行业'),
    keeperPhone: phone('保管人电话').encrypted(),
    maker: creditCode('生产单位'),
    photos: files('照片', { purpose: 'photo', most: 3 }),
    size: json('尺寸', z.object({ width: z.number() })),
    checks: integer('检查次数').serverSet(),
    age: integer('库龄').computed(),
    hint: text(10, '提示').inputOnly(),
    status: oneOf(['planned', 'running', 'ended', 'cancelled'], '状态').default('planned').serverSet().filter('many'),
  },
  states: {
    field: 'status',
    moves: {
      start: { from: ['planned'], to: 'running', label: '开始' },
      check: { from: ['running'], label: '检查', ask: { checks: integer('检查次数').required() } },
      end: { from: ['running'], to: 'ended', label: '结束', permit: 'del' },
      cancel: {
        from: ['planned', 'running'],
        to: 'cancelled',
        label: '取消',
        danger: true,
        ask: { reason: prose(300, '原因').required() },
      },
    },
  },
});

const ddl = `
  create table sample (
    tenant_id text not null, id uuid not null, version int not null default 1, enterprise_id uuid not null,
    code text collate "C" not null, name text collate "C" not null, remark text, content text, pieces int,
    weight numeric, price bigint, fragile boolean not null, made_on date, seen_at timestamptz, kind text,
    features text[], colour text, keeper_id uuid, region_code text collate "C", industry_code text,
    keeper_phone text, keeper_phone_sealed text, maker text, photos jsonb, size jsonb, checks int,
    status text not null, created_at timestamptz not null, created_by uuid, updated_at timestamptz not null,
    updated_by uuid, removed_at timestamptz, removed_by uuid,
    primary key (tenant_id, id), foreign key (tenant_id, enterprise_id) references enterprise
  );
  comment on table sample is 'class: enterprise';
  create unique index sample_code_key on sample (tenant_id, code) where removed_at is null;
  select follow_enterprise('sample')`;

export async function createSampleTable({ database }: TestApp): Promise<void> {
  await withConnection(database.ownerUrl, async (client) => void (await client.query(ddl)));
  await prepareAppRole(database.ownerUrl, database.appUrl);
}
