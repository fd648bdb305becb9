import { id } from '../../domain/fields.ts';
import { day, decimal, files, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { list, type ListItem } from '../../kit/list.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from '../../kit/resource.ts';

/** Levels of a major hazard source by its R (GB 18218-2018), and what is none. */
export const hazardSourceLevels = ['one', 'two', 'three', 'four', 'none'] as const;
/** A level of a major hazard source. */
export type HazardSourceLevel = (typeof hazardSourceLevels)[number];

/** Fields of a substance of a source. */
const hazardSubstance = {
  name: text(60, '物质名称').required().example('如 氨'),
  /** Most of it that is there at a time. */
  amountT: decimal('最大存量', { unit: 't', min: 0.001, max: 1_000_000, digits: 3 }).required(),
  /** Threshold quantity (GB 18218-2018 table 1 or 2). */
  thresholdT: decimal('临界量', { unit: 't', min: 0.001, max: 1_000_000, digits: 3 }).required(),
  /** Factor of the substance (table 3 or 4). */
  beta: decimal('系数 β', { min: 1, max: 20 }).required(),
};
/** A substance of a source. */
export type HazardSubstance = ListItem<typeof hazardSubstance>;

/** A major hazard source of an enterprise (重大危险源), with R computed from its substances. */
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
    rValue: decimal('R 值').required().kept(),
    ratio: decimal('S 值').required().kept(),
    level: oneOf(hazardSourceLevels, '自评级别')
      .required()
      .dictionary('hazardSourceLevel')
      .kept()
      .filter('many')
      .head('state'),
  },
  filters: {
    /** One source alone, where a warning leads. */
    id,
  },
});
/** A major hazard source as people see it. */
export type HazardSource = Row<typeof hazardSource>;
/** A new major hazard source. */
export type HazardSourceInput = Input<typeof hazardSource>;
/** Changes to a major hazard source. */
export type HazardSourcePatch = Patch<typeof hazardSource>;
/** What the list is narrowed by. */
export type HazardSourceFilter = Filter<typeof hazardSource>;
/** What the list is ordered by. */
export type HazardSourceSort = Sort<typeof hazardSource>;
