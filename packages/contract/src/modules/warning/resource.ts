import {
  boolean,
  code,
  day,
  files,
  integer,
  oneOf,
  person,
  prose,
  ref,
  region,
  text,
  instant,
} from '../../kit/field.ts';
import * as z from 'zod/mini';
import { id, several } from '../../domain/fields.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from '../../kit/resource.ts';

/** How near the last day of an item is, the worst first. */
export const warningLevels = ['expired', 'urgent', 'soon', 'early'] as const;
/** How near the last day of an item is. */
export type WarningLevel = (typeof warningLevels)[number];

/** What items with a last day belong to; a place is a station. */
export const expirySubjects = ['enterprise', 'place', 'equipment', 'vehicle', 'person'] as const;
/** What an item with a last day belongs to. */
export type ExpirySubject = (typeof expirySubjects)[number];

/** Most days for which a reminder is put off, and for which a warning is ignored. */
export const warningLimits = { snoozeDays: 30, ignoreDays: 90, urged: 200 } as const;

/**
 * An item with a last day (证照、设备、保险 …) and the warning about it: one row an item, whose level climbs in place and
 * whose warning ends when the item is renewed or gone.
 */
export const warning = resource('warning', {
  label: '到期事项',
  counter: '项',
  title: 'itemName',
  class: 'enterprise',
  permits: 'bus:enterprisewarn',
  order: 'validTo',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    itemType: code('expiryItemType', '事项类型').required().immutable().filter('many'),
    subjectName: text(60, '对象名称').short('对象').example('车牌号、设备名称、人员姓名或场所'),
    docNo: text(60, '证号').example('证照、报告或保单的编号'),
    validTo: day('有效期至').short('到期日').required().immutable().filter('range').sortable().head('expires'),
    papers: files('证照影像', { purpose: 'evidence', most: 9 }).immutable().help('扫描件或照片，续办后旧件仍保留'),
    remark: text(200, '备注'),
    itemId: text(36, '业务编号').kept(),
    itemName: text(140, '名称').required().kept().search('contains'),
    source: code('warningSource', '预警来源').default('expiry').kept(),
    origin: oneOf(['entered', 'enterprise', 'module'], '数据来自').default('entered').dictionary('expiryOrigin').kept(),
    subject: oneOf(expirySubjects, '对象类别').required().dictionary('expirySubject').kept(),
    level: oneOf(warningLevels, '预警级别').short('级别').dictionary('warningLevel').kept().filter('many'),
    status: oneOf({ open: '0', acknowledged: '1', handled: '2', ignored: '3', valid: '9' }, '预警状态')
      .short('状态')
      .default('valid')
      .dictionary('warningStatus')
      .kept()
      .filter('many'),
    isBlocking: boolean('过期不得作业或营业').default(false).kept(),
    edition: integer('版次').default(1).kept(),
    handlerId: person('处理人').kept().head('answers'),
    note: prose(300, '处理说明').kept(),
    ignoredUntil: day('忽略至').kept(),
    snoozedTo: day('稍后提醒').kept(),
    urgedAt: instant('催办时间').kept(),
    regionCode: region('行政区划').short('区域').required().kept().filter('below').column('oversight_code'),
    leftDays: integer('剩余天数').computed(),
    sameDay: integer('同日到期').computed(),
    proposedTo: day('建议有效期').computed(),
  },
  filters: {
    /** One item alone, where a number of the home page leads. */
    id,
    /** What warns; all but few rows are of one source. */
    source: several(z.string().check(z.regex(/^[A-Za-z]{1,32}$/))),
    /** What the items belong to; their types say it. */
    subject: several(z.enum(expirySubjects)),
  },
  filterLabels: { id: '指定的一项', source: '指定的来源', subject: '指定的对象' },
  states: {
    field: 'status',
    moves: {
      renew: {
        from: ['open', 'acknowledged', 'handled', 'ignored', 'valid'],
        to: 'handled',
        label: '处理',
        permit: 'handle',
        ask: {
          renewedTo: day('新的有效期至').required(),
          files: files('新证照影像', { purpose: 'evidence', least: 1, most: 9 }).required(),
          reason: prose(300, '处理说明'),
        },
      },
      acknowledge: {
        from: ['open'],
        to: 'acknowledged',
        label: '已知晓',
        permit: 'handle',
        ask: { reason: prose(300, '打算怎样办') },
      },
      snooze: {
        from: ['open', 'acknowledged'],
        label: '稍后提醒',
        permit: 'handle',
        ask: { snoozedTo: day('提醒日期').required() },
      },
      ignore: {
        from: ['open', 'acknowledged'],
        to: 'ignored',
        label: '忽略',
        permit: 'audit',
        ask: { reason: prose(300, '忽略理由').required(), ignoredUntil: day('忽略至').required() },
      },
      urge: {
        from: ['open', 'acknowledged'],
        label: '催办',
        permit: 'audit',
      },
    },
  },
});
/** An item with its warning as people see it. */
export type Warning = Row<typeof warning>;
/** A new item. */
export type WarningInput = Input<typeof warning>;
/** Changes to an item. */
export type WarningPatch = Patch<typeof warning>;
/** What the list is narrowed by. */
export type WarningFilter = Filter<typeof warning>;
/** What the list is ordered by. */
export type WarningSort = Sort<typeof warning>;
