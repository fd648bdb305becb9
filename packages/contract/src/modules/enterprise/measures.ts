// Numbers of enterprises.
import { measuresOf, noRows, thisMonth, thisYear, type Days } from '../../kit/measure.ts';
import { enterpriseColor, enterpriseStatus } from './codes.ts';

export const page = '/bus/enterprise/index';
export const supervised = { status: [enterpriseStatus.active, enterpriseStatus.suspended] };
const activated = ({ from, to }: Days, activatedBy: string) => ({
  ...supervised,
  activatedFrom: from,
  activatedTo: to,
  activatedBy,
});

export const enterpriseMeasures = measuresOf(
  'enterprise',
  {
    supervised: {
      label: '监管企业',
      unit: '家',
      definition: '状态为正常或停产停业的企业数',
      rows: () => supervised,
    },
    suspended: {
      label: '停产停业',
      unit: '家',
      definition: '状态为停产停业的企业数',
      rows: () => ({ status: enterpriseStatus.suspended }),
    },
    underReview: {
      label: '待审核',
      unit: '家',
      definition: '状态为待审核的入驻申请数',
      rows: () => ({ status: enterpriseStatus.underReview }),
    },
    added: {
      label: '本月新增',
      unit: '家',
      definition: '本月逐家启用的监管企业数，与上月同样的天数相比；随批量导入启用的另计',
      days: thisMonth,
      rows: (days) => activated(days, 'decision'),
    },
    addedByImport: {
      label: '导入新增',
      unit: '家',
      definition: '本月随批量导入启用的监管企业数',
      days: thisMonth,
      rows: (days) => activated(days, 'import'),
    },
    joined: {
      label: '入驻率',
      unit: '%',
      counter: '家',
      definition: '本企业人员至少成功登录过一次的监管企业 ÷ 监管企业',
      kind: 'share',
      rows: () => supervised,
      part: () => ({ signedIn: 'true' }),
    },
    perfect: {
      label: '档案完善',
      unit: '%',
      counter: '家',
      definition: '必填项全部填写且资料齐全率不低于 90% 的监管企业 ÷ 监管企业',
      kind: 'share',
      rows: () => supervised,
      part: () => ({ perfect: 'true' }),
    },
    expiring: {
      label: '企业证照到期',
      unit: '家',
      definition:
        '企业信息中的营业执照、标准化证书、安责险保单、道路运输许可有任一项已过期或 30 天内到期的监管企业数；人员、车辆和设备的到期事项按件数另列',
      rows: () => ({ ...supervised, expiring: '30' }),
    },
    red: {
      label: '红色企业',
      unit: '家',
      definition: '四色为红的监管企业数',
      rows: () => ({ ...supervised, color: enterpriseColor.red }),
    },
    inspected: {
      label: '本年检查覆盖',
      unit: '%',
      counter: '家',
      definition: '本年已完成监管检查的监管企业 ÷ 监管企业（状态为正常或停产停业）；一家检查多次只算一家',
      kind: 'share',
      days: thisYear,
      rows: () => supervised,
      part: ({ from, to }) => ({ inspectedFrom: from, inspectedTo: to }),
      places: ['inspectionPlan.coverage.rate=covered/enterprises'],
    },
    score: {
      label: '安全分中位数',
      unit: '分',
      definition: '监管企业中有安全分的，按分数排列居中的一家；数据不足的不参加排列',
      kind: { median: 'healthScore' },
      rows: () => ({ ...supervised, scored: 'true', ascs: 'healthScore' }),
    },
    standing: {
      ...noRows,
      label: '安全分排位',
      unit: '%',
      counter: '家',
      kind: 'share',
      definition: '本区划有安全分的其他监管企业中，分数低于本企业的占比；其他企业不足五家时不显示',
      places: ['home.enterprise.standing.share=below/peers'],
    },
    ofCause: {
      label: '颜色的原因',
      unit: '家',
      definition: '监管企业中颜色由这个原因造成的企业数；一家企业可以有几个原因',
      rows: () => supervised,
    },
  },
  { page, area: 'regionCode' },
);
