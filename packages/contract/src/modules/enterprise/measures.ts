// Numbers of enterprises.
import { measuresOf, noRows, thisMonth, thisYear, type Days, type Line } from '../../kit/measure.ts';
import { enterpriseColor, enterpriseStatus } from './codes.ts';

const page = '/bus/enterprise/index';
const area = 'regionCode';
const supervised = { status: [enterpriseStatus.active, enterpriseStatus.suspended] };
const activated = ({ from, to }: Days, activatedBy: string) => ({
  ...supervised,
  activatedFrom: from,
  activatedTo: to,
  activatedBy,
});

/** The server gives the address of the enterprises of a region. */
const ofRegion = ({ href }: Line) => {
  const query = new URLSearchParams(String(href).split('?')[1]);
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
};
const colorOfRegion = (color: keyof typeof enterpriseColor, label: string) => ({
  label,
  unit: '家',
  definition: `区域内四色为${label}的企业数`,
  page,
  rows: () => ({ ...supervised, color: enterpriseColor[color] }),
  line: (line: Line) => ({ ...ofRegion(line), color: enterpriseColor[color] }),
  places: [`enterprise.regionRanking.rows[].colors.${color}`],
});
const colorsOfRegions = {
  redInRegion: colorOfRegion('red', '红'),
  orangeInRegion: colorOfRegion('orange', '橙'),
  yellowInRegion: colorOfRegion('yellow', '黄'),
  blueInRegion: colorOfRegion('blue', '蓝'),
  unratedInRegion: colorOfRegion('unrated', '未评定'),
};

export const enterpriseMeasures = measuresOf('enterprise', {
  supervised: {
    label: '监管企业',
    unit: '家',
    definition: '状态为正常或停产停业的企业数',
    page,
    area,
    rows: () => supervised,
  },
  suspended: {
    label: '停产停业',
    unit: '家',
    definition: '状态为停产停业的企业数',
    page,
    area,
    rows: () => ({ status: enterpriseStatus.suspended }),
  },
  underReview: {
    label: '待审核',
    unit: '家',
    definition: '状态为待审核的入驻申请数',
    page,
    area,
    rows: () => ({ status: enterpriseStatus.underReview }),
  },
  added: {
    label: '本月新增',
    unit: '家',
    definition: '本月逐家启用的监管企业数，与上月同样的天数相比；随批量导入启用的另计',
    days: thisMonth,
    page,
    area,
    rows: (days) => activated(days, 'decision'),
  },
  addedByImport: {
    label: '导入新增',
    unit: '家',
    definition: '本月随批量导入启用的监管企业数',
    days: thisMonth,
    page,
    area,
    rows: (days) => activated(days, 'import'),
  },
  joined: {
    label: '入驻率',
    unit: '%',
    counter: '家',
    definition: '本企业人员至少成功登录过一次的监管企业 ÷ 监管企业',
    kind: 'share',
    page,
    area,
    rows: () => supervised,
    part: () => ({ signedIn: 'true' }),
  },
  perfect: {
    label: '档案完善',
    unit: '%',
    counter: '家',
    definition: '必填项全部填写且资料齐全率不低于 90% 的监管企业 ÷ 监管企业',
    kind: 'share',
    page,
    area,
    rows: () => supervised,
    part: () => ({ perfect: 'true' }),
  },
  expiring: {
    label: '企业证照到期',
    unit: '家',
    definition:
      '企业信息中的营业执照、标准化证书、安责险保单、道路运输许可有任一项已过期或 30 天内到期的监管企业数；人员、车辆和设备的到期事项按件数另列',
    page,
    area,
    rows: () => ({ ...supervised, expiring: '30' }),
  },
  red: {
    label: '红色企业',
    unit: '家',
    definition: '四色为红的监管企业数',
    page,
    area,
    rows: () => ({ ...supervised, color: enterpriseColor.red }),
  },
  inspected: {
    label: '本年检查覆盖',
    unit: '%',
    counter: '家',
    definition: '本年已完成监管检查的监管企业 ÷ 监管企业（状态为正常或停产停业）；一家检查多次只算一家',
    kind: 'share',
    days: thisYear,
    page,
    area,
    rows: () => supervised,
    part: ({ from, to }) => ({ inspectedFrom: from, inspectedTo: to }),
    places: ['inspectionPlan.coverage.rate=covered/enterprises'],
  },
  score: {
    label: '安全分中位数',
    unit: '分',
    definition: '监管企业中有安全分的，按分数排列居中的一家；数据不足的不参加排列',
    kind: { median: 'healthScore' },
    page,
    area,
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
  inRegion: {
    label: '企业',
    unit: '家',
    definition: '区域内的企业数；没有选择状态时为监管企业',
    page,
    rows: () => supervised,
    line: ofRegion,
    places: ['enterprise.regionRanking.rows[].count'],
  },
  shareOfRegion: {
    ...noRows,
    label: '占比',
    unit: '%',
    kind: 'share',
    definition: '区域内的企业 ÷ 各区域的企业合计',
    places: ['enterprise.regionRanking.rows[].share=count/total'],
  },
  locatedInRegion: {
    label: '有坐标',
    unit: '家',
    definition: '区域内填写了坐标的企业数',
    page,
    rows: () => ({ ...supervised, located: 'true' }),
    line: (line) => ({ ...ofRegion(line), located: 'true' }),
    places: ['enterprise.regionRanking.rows[].located'],
  },
  profileRateOfRegion: {
    label: '资料齐全率',
    unit: '%',
    kind: { mean: 'profileRate' },
    definition: '区域内企业资料齐全率的平均值',
    page,
    rows: () => supervised,
    line: ofRegion,
    places: ['enterprise.regionRanking.rows[].profileRate'],
  },
  ...colorsOfRegions,
  ofCause: {
    label: '颜色的原因',
    unit: '家',
    definition: '监管企业中颜色由这个原因造成的企业数；一家企业可以有几个原因',
    page,
    area,
    rows: () => supervised,
  },
});
