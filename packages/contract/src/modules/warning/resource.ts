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
import { id, oneOrMany } from '../../domain/fields.ts';
import { resource, type Filter, type Row } from '../../kit/resource.ts';

/** Level of a warning: how near the last valid day of its item is, worst first. */
export const warningLevels = ['expired', 'urgent', 'soon', 'early'] as const;
export type WarningLevel = (typeof warningLevels)[number];

/** What an expiring item belongs to. `place`: a station. */
export const expirySubjects = ['enterprise', 'place', 'equipment', 'vehicle', 'person'] as const;
export type ExpirySubject = (typeof expirySubjects)[number];

/** Maximum number of days for which a reminder can be delayed or a warning ignored. */
export const warningLimits = { snoozeDays: 30, ignoreDays: 90, urged: 200 } as const;

/**
 * An item with an expiry date (证照、设备、保险 …) together with its warning, one row per item. The level of the row rises with
 * time. The warning ends when the item is renewed or removed.
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
    itemId: text(36, '业务编号').serverSet(),
    itemName: text(140, '名称').required().serverSet().search('pinyin'),
    source: code('warningSource', '预警来源').default('expiry').serverSet(),
    origin: oneOf(['entered', 'enterprise', 'module'], '数据来自')
      .default('entered')
      .dictionary('expiryOrigin')
      .serverSet(),
    subject: oneOf(expirySubjects, '对象类别').required().dictionary('expirySubject').serverSet(),
    level: oneOf(warningLevels, '预警等级').short('等级').dictionary('warningLevel').serverSet().filter('many'),
    status: oneOf({ open: '0', acknowledged: '1', handled: '2', ignored: '3', valid: '9' }, '预警状态')
      .short('状态')
      .default('valid')
      .dictionary('warningStatus')
      .serverSet()
      .filter('many'),
    isBlocking: boolean('过期不得作业或营业').default(false).serverSet(),
    edition: integer('版次').default(1).serverSet(),
    handlerId: person('处理人').serverSet().head('answers'),
    note: prose(300, '处理说明').serverSet(),
    ignoredUntil: day('忽略至').serverSet(),
    snoozedTo: day('稍后提醒').serverSet(),
    urgedAt: instant('催办时间').serverSet(),
    regionCode: region('行政区划').short('区域').required().serverSet().filter('below').column('oversight_code'),
    leftDays: integer('剩余天数').computed(),
    sameDay: integer('同日到期').computed(),
    proposedTo: day('建议有效期').computed(),
  },
  filters: {
    id,
    /** Source of the warning; almost all rows have the same source. */
    source: oneOrMany(z.string().check(z.regex(/^[A-Za-z]{1,32}$/))),
    /** What the item belongs to; derived from the type of the item. */
    subject: oneOrMany(z.enum(expirySubjects)),
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
      urge: {
        from: ['open', 'acknowledged'],
        label: '催办',
        permit: 'audit',
      },
      ignore: {
        from: ['open', 'acknowledged'],
        to: 'ignored',
        label: '忽略',
        permit: 'audit',
        ask: { reason: prose(300, '忽略理由').required(), ignoredUntil: day('忽略至').required() },
      },
    },
  },
});
export type Warning = Row<typeof warning>;
export type WarningFilter = Filter<typeof warning>;
