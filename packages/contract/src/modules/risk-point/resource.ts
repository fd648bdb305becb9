import * as z from 'zod/mini';
import { riskLevel } from '../enterprise/codes.ts';
import { flag } from '../../domain/fields.ts';
import {
  boolean,
  code,
  day,
  decimal,
  degrees,
  files,
  integer,
  json,
  oneOf,
  prose,
  ref,
  serial,
  text,
} from '../../kit/field.ts';
import { withCellFormat } from '../../kit/cell-format-field.ts';
import { resource, type Filter, type Input, type Patch, type Row } from '../../kit/resource.ts';
import { controlCells, factorCells, hazardCells } from './sheet-cells.ts';
import { controlLayers, layerCycles } from './check-cycle.ts';
import { controls, hazards, planArea, proposals } from './hazards-controls.ts';
import { factorValues, riskMethods } from './risk-methods.ts';

export const riskPointStates = ['draft', 'underReview', 'inForce', 'retired'] as const;

/** A site plan (平面图): a picture with drawn areas. Risk points have a position on it. */
export const riskPlan = resource('riskPlan', {
  label: '平面图',
  counter: '张',
  title: 'name',
  class: 'enterprise',
  permits: 'bus:riskplan',
  order: 'name',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    name: text(60, '平面图名称').required().sortable().search('pinyin').example('如 一厂区 地面层'),
    picture: files('平面图图片', { purpose: 'photo', least: 1, most: 1 }).required(),
    areas: json('区域', z.array(planArea).check(z.maxLength(100, '区域最多 100 个'))).default([]),
    edition: integer('版次').serverSet().default(1),
  },
});
export type RiskPlan = Row<typeof riskPlan>;

/** A risk point (风险点): a place with its hazards, risk level and controls. */
export const riskPoint = resource('riskPoint', {
  label: '风险点',
  counter: '个',
  title: 'name',
  subtitle: 'no',
  class: 'enterprise',
  permits: 'bus:riskpoint',
  order: '-rank',
  abilities: ['reassess', 'place', 'locate', 'renewCode'],
  importKey: ['name', 'place'],
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    no: serial('FX', '编号'),
    name: text(60, '风险点名称').required().search('pinyin').example('如 4 号冲床'),
    kind: code('riskPointKind', '类型').required().filter('many'),
    place: text(100, '位置').required().example('如 冲压车间 B 跨 2 线'),
    department: text(60, '责任部门').required().filter(),
    stationId: ref('station', '场站'),
    ownerId: ref('employee', '责任人').required().filter().head('answers'),

    hazards: withCellFormat(json('危险源', hazards), hazardCells).default([]).section('危险源辨识'),
    method: oneOf(riskMethods, '评价方法').default('LEC').dictionary('riskMethod').section('风险评价'),
    factors: withCellFormat(json('评价取值', factorValues), factorCells).default({}),
    directBasis: prose(300, '直接判定依据').help('写明判定所依据的条款或情形').when('method', ['direct']),
    adjustedLevel: oneOf(riskLevel, '调整后的等级')
      .dictionary('riskLevel')
      .help('高于评价结果须写明原因，低于评价结果须由主要负责人批准'),
    adjustReason: prose(300, '调整原因').when('adjustedLevel', 'filled'),
    assessedOn: day('评估日期').required(),

    controls: withCellFormat(controls, controlCells).default([]).section('分级管控'),
    controlLayer: oneOf(controlLayers, '管控层级').required().dictionary('controlLayer').filter('many'),
    checkCycle: code('checkCycle', '检查周期').required().filter('many'),
    cycles: json('分层级检查周期', layerCycles),
    checklistId: text(36, '检查表').help('不选时逐条检查管控措施'),
    residual: json('剩余风险取值', factorValues),

    analysisObject: text(60, '分析对象').section('危险化学品双重预防').help('危险化学品企业填写'),
    analysisUnit: text(60, '分析单元'),
    riskEvent: text(100, '风险事件'),

    score: decimal('风险值').serverSet().sortable(),
    computedLevel: oneOf(riskLevel, '评价结果').dictionary('riskLevel').serverSet(),
    level: oneOf(riskLevel, '风险等级').short('等级').dictionary('riskLevel').serverSet().filter('many'),
    /** Rank of the risk level for sorting: 4 for major to 1 for low; 0 if the point has no assessment. */
    rank: integer('等级序').serverSet().default(0).sortable(),
    residualLevel: oneOf(riskLevel, '剩余风险等级').short('剩余风险').dictionary('riskLevel').serverSet(),
    nextAssessOn: day('下次评估日期').short('下次评估').serverSet().sortable().filter('range').head('expires'),
    checklistName: text(60, '检查表名称').serverSet(),
    edition: integer('版次').serverSet().default(1),
    /** Id of the point that this row assesses again. Once this row is in force, that point is the former edition. */
    basisId: ref('riskPoint', '重新评估自').serverSet().filter(),
    reassessCause: text(300, '重新评估原因').serverSet(),
    proposals: json('重新评估建议', proposals).serverSet().default([]),
    proposedOn: day('建议重新评估日期').serverSet(),
    planId: ref('riskPlan', '平面图').serverSet().filter(),
    planX: decimal('图上横向位置', { digits: 4 }).serverSet(),
    planY: decimal('图上纵向位置', { digits: 4 }).serverSet(),
    /** Coordinates in degrees (WGS-84), with which presence can be proven. */
    lng: degrees(180, '经度').serverSet(),
    lat: degrees(90, '纬度').serverSet(),
    pausedFrom: day('停用检修开始').serverSet(),
    pausedTo: day('停用检修结束').serverSet(),
    pauseReason: prose(300, '停用检修原因').serverSet(),
    opinion: prose(300, '评审意见').serverSet(),
    approvedOn: day('批准日期').serverSet(),
    approvedBy: text(30, '批准人').serverSet(),
    status: oneOf(riskPointStates, '状态').serverSet().default('draft').dictionary('riskPointStatus').filter('many'),

    formula: text(60, '计算过程').computed(),
    openDangers: integer('未销号隐患', { unit: '项' }).computed(),
    paused: boolean('停用检修中').computed(),
    assessDue: boolean('应重新评估').computed(),
  },
  filters: {
    /** Filter: former editions, not the current ones. */
    former: flag as unknown as z.ZodMiniType<boolean>,
    /**
     * Whether the point must be assessed again: its assessment date has passed, or a repeated danger led to a
     * proposal.
     */
    assessDue: flag as unknown as z.ZodMiniType<boolean>,
    placed: flag as unknown as z.ZodMiniType<boolean>,
  },
  filterLabels: { former: '历史版本', assessDue: '应重新评估', placed: '已标注在平面图' },
  states: {
    field: 'status',
    moves: {
      submit: { from: ['draft'], to: 'underReview', label: '提交评审', permit: 'edit' },
      approve: {
        from: ['underReview'],
        to: 'inForce',
        label: '批准',
        permit: 'review',
        ask: { opinion: prose(300, '评审意见').required() },
      },
      sendBack: {
        from: ['underReview'],
        to: 'draft',
        label: '退回',
        permit: 'review',
        danger: true,
        ask: { reason: prose(300, '退回原因').required() },
      },
      pause: {
        from: ['inForce'],
        label: '停用检修',
        undo: ['resume'],
        permit: 'edit',
        ask: {
          pauseReason: prose(300, '停用检修原因').required(),
          pausedFrom: day('停用检修开始').required(),
          pausedTo: day('停用检修结束').required(),
        },
      },
      resume: { from: ['inForce'], label: '恢复使用', permit: 'edit', ask: { reason: prose(300, '说明') } },
      retire: {
        from: ['inForce'],
        to: 'retired',
        label: '停用',
        permit: 'review',
        danger: true,
        ask: { reason: prose(300, '停用原因').required() },
      },
    },
  },
});
export type RiskPoint = Row<typeof riskPoint>;
export type RiskPointInput = Input<typeof riskPoint>;
export type RiskPointPatch = Patch<typeof riskPoint>;
export type RiskPointFilter = Filter<typeof riskPoint>;
