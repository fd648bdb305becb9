import { id } from '../../domain/fields.ts';
import { boolean, code, day, decimal, files, integer, money, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { safetyCostTrades } from './provision-rates.ts';

/** An entry of the safety cost ledger (安全生产费用): an amount set aside, or an expense of a kind that the rule names. */
export const safetyCost = resource('safetyCost', {
  label: '安全生产费用',
  counter: '笔',
  title: 'title',
  subtitle: 'voucherNo',
  class: 'enterprise',
  permits: 'bus:safetycost',
  order: '-happenedOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    kind: oneOf(['drawn', 'spent'], '类型').required().immutable().dictionary('safetyCostKind').filter('many'),
    category: code('safetyCostUse', '使用类别').filter('many').when('kind', ['spent']),
    title: text(60, '摘要').required().search('pinyin').example('如 更换灭火器 20 具'),
    happenedOn: day('日期').required().sortable().filter('range'),
    amountFen: money('金额').required().sortable(),
    voucherNo: text(40, '凭证号'),
    papers: files('凭证', { purpose: 'evidence', most: 9 }).default([]),
    remark: prose(300, '备注'),
  },
});

/** Yearly account of safety costs: amount required, amount set aside, expenses and balance. */
export const safetyCostYear = resource('safetyCostYear', {
  label: '年度账',
  counter: '份',
  title: 'name',
  class: 'enterprise',
  permits: 'bus:safetycostyear',
  order: '-year',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    trade: oneOf(safetyCostTrades, '计提行业').required().dictionary('safetyCostTrade').filter('many'),
    name: text(60, '名称').serverSet().search('pinyin'),
    year: integer('年度', { min: 2000, max: 2100 }).required().immutable().sortable().filter(),
    basisFen: money('计提依据')
      .required()
      .help('上年度营业收入；建设工程为工程造价；按吨产量或自行核定的填核定的全年金额'),
    openingFen: money('上年结转').help('不填则取上年度账的结余；没有上年度账为 0'),
    remark: prose(300, '备注'),
    dueFen: money('全年应提（按自报依据）').required().serverSet(),
    drawnFen: money('自报已提取').computed(),
    drawnShare: decimal('提取进度', { unit: '%' }).computed(),
    behind: boolean('提取滞后').computed(),
    spentFen: money('自报已使用').computed(),
    spentShare: decimal('使用率', { unit: '%' }).computed(),
    balanceFen: money('自报结余').computed(),
    uses: prose(1000, '使用构成').computed(),
  },
  filters: {
    id,
  },
});
export type SafetyCostYear = Row<typeof safetyCostYear>;
