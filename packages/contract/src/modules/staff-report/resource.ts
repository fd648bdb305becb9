import { code, files, instant, money, oneOf, phone, prose, ref, serial, text } from '../../kit/field.ts';
import { resource, type Input, type Row } from '../../kit/resource.ts';

export const staffReportStates = ['submitted', 'confirmed', 'rejected', 'rewarded', 'closed'] as const;

/** A report of an employee (员工举报) about a danger, named or anonymous, with its reward. */
export const staffReport = resource('staffReport', {
  label: '员工举报',
  counter: '件',
  title: 'matter',
  subtitle: 'no',
  class: 'enterprise',
  permits: 'bus:staffreport',
  order: '-reportedAt',
  fields: {
    no: serial('JB', '举报编号'),
    enterpriseId: ref('enterprise', '所属企业').own('请选择企业').immutable().filter(),
    matter: text(200, '举报内容').required().immutable().search('contains'),
    place: text(100, '地点'),
    photos: files('现场照片', { purpose: 'photo', most: 9 }).immutable(),
    reporterName: text(30, '举报人').immutable().help('不填写为匿名举报'),
    reporterPhone: phone('举报人手机').immutable().encrypted({ findable: true }),
    codeName: text(30, '举报码').serverSet(),
    reportedAt: instant('举报时间').serverSet().sortable().filter('range'),
    status: oneOf(staffReportStates, '状态')
      .serverSet()
      .default('submitted')
      .dictionary('staffReportStatus')
      .filter('many'),
    checkedAt: instant('核实时间').serverSet(),
    checkedBy: text(30, '核实人').serverSet(),
    opinion: prose(300, '核实意见').serverSet(),
    dangerId: ref('danger', '登记的隐患').serverSet(),
    rewardFen: money('奖励金额').serverSet(),
    rewardReason: prose(300, '奖励理由').serverSet(),
    rewardTo: text(30, '领取人').serverSet(),
    rewardedAt: instant('奖励时间').serverSet().filter('range'),
    rewardedBy: text(30, '经办人').serverSet(),
  },
  states: {
    field: 'status',
    moves: {
      confirm: {
        from: ['submitted'],
        to: 'confirmed',
        label: '核实属实',
        permit: 'check',
        ask: {
          opinion: prose(300, '核实意见').required(),
          category: code('hiddenDangerCategory', '隐患类别').required(),
          foundPlace: text(100, '隐患部位').required(),
          repeatCause: prose(300, '反复出现的原因').help('同一部位的同类隐患多次出现时填写'),
        },
      },
      reject: {
        from: ['submitted'],
        to: 'rejected',
        label: '不属实',
        permit: 'check',
        danger: true,
        ask: { opinion: prose(300, '核实意见').required() },
      },
      reward: {
        from: ['confirmed'],
        to: 'rewarded',
        label: '发放奖励',
        permit: 'reward',
        ask: {
          rewardFen: money('奖励金额').required(),
          rewardReason: prose(300, '奖励理由').required(),
          rewardTo: text(30, '领取人').help('匿名举报可以不填写'),
        },
      },
      close: {
        from: ['confirmed'],
        to: 'closed',
        label: '不予奖励',
        permit: 'reward',
        ask: { reason: prose(300, '原因').required() },
      },
    },
  },
});
export type StaffReport = Row<typeof staffReport>;
export type StaffReportInput = Input<typeof staffReport>;
