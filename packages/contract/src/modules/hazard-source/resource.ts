import { id } from '../../domain/fields.ts';
import { day, decimal, files, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { list, type ListItem } from '../../kit/nested-fields.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** Levels of a major hazard source by its value R (GB 18218-2018). `none`: R is below the limit. */
export const hazardSourceLevels = ['one', 'two', 'three', 'four', 'none'] as const;
export type HazardSourceLevel = (typeof hazardSourceLevels)[number];

const hazardSubstance = {
  name: text(60, '物质名称').required().example('如 氨'),
  /** Maximum amount of the substance on site. */
  amountT: decimal('最大存量', { unit: 't', min: 0.001, max: 1_000_000, digits: 3 }).required(),
  /** Threshold amount of the substance (GB 18218-2018, table 1 or 2). */
  thresholdT: decimal('临界量', { unit: 't', min: 0.001, max: 1_000_000, digits: 3 }).required(),
  /** Factor β of the substance (GB 18218-2018, table 3 or 4). */
  beta: decimal('系数 β', { min: 1, max: 20 }).required(),
};
export type HazardSubstance = ListItem<typeof hazardSubstance>;

/** Major hazard source (重大危险源) of an enterprise. Its value R is computed from its substances. */
export const hazardSource = resource('hazardSource', {
  label: '重大危险源',
  counter: '处',
  title: 'name',
  subtitle: 'place',
  class: 'enterprise',
  permits: 'bus:hazardsource',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    name: text(60, '名称').required().search('pinyin'),
    place: text(100, '位置').required(),
    substances: list('物质', '物质', hazardSubstance, {
      least: 1,
      most: 50,
      begin: { beta: 1 },
      missing: '请填写至少一种物质',
    })
      .required()
      .help('单元内每种危险化学品的最大存量、临界量和校正系数 β（GB 18218-2018）'),
    exposed: integer('厂外可能暴露人数', { unit: '人', max: 1_000_000 })
      .required()
      .help('边界外 500 米内常住人口，决定校正系数 α'),
    filedOn: day('备案日期'),
    filingNo: text(40, '备案编号'),
    assessedOn: day('评估日期').sortable().help('每三年重新评估，到期前提醒'),
    papers: files('评估报告', { purpose: 'evidence', most: 12 }).default([]),
    remark: prose(300, '备注'),
    rValue: decimal('R 值').required().serverSet(),
    ratio: decimal('S 值').required().serverSet(),
    level: oneOf(hazardSourceLevels, '自评等级')
      .required()
      .dictionary('hazardSourceLevel')
      .serverSet()
      .filter('many')
      .head('state'),
  },
  filters: {
    id,
  },
});
export type HazardSource = Row<typeof hazardSource>;
