// Numbers of tenants, for the platform.
import { measuresOf, noRows } from '../../kit/measure.ts';

const page = '/upms/tenant/index';

export const tenantMeasures = measuresOf('tenant', {
  tenants: {
    label: '租户',
    unit: '个',
    definition: '没有删除的单位数，含平台自己和已停用的',
    page,
    rows: () => ({}),
    places: ['tenant.count.tenants'],
  },
  frozen: {
    label: '停用的租户',
    unit: '个',
    definition: '已停用、没有删除的单位数',
    page,
    rows: () => ({ status: 'frozen' }),
    places: ['tenant.count.frozen'],
  },
  people: {
    ...noRows,
    label: '用户',
    unit: '人',
    definition: '各单位和平台没有删除的账号数',
    places: ['tenant.count.people'],
  },
  databaseBytes: {
    ...noRows,
    label: '数据库',
    unit: '字节',
    kind: 'value',
    definition: '数据库占用的磁盘空间',
    places: ['tenant.count.databaseBytes'],
  },
});
