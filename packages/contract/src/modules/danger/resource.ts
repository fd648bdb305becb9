import * as z from 'zod/mini';
import { flag, placeCode, several } from '../../domain/fields.ts';
import {
  boolean,
  code,
  day,
  files,
  instant,
  integer,
  json,
  money,
  oneOf,
  person,
  prose,
  ref,
  serial,
  text,
} from '../../kit/field.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from '../../kit/resource.ts';
import { dangerPlan, duplicatePhoto, extension, photoFact } from './plan.ts';

/** States of a danger with their wire numbers (rectificationStatus). */
export const dangerStates = {
  open: '0',
  rectifying: '1',
  submitted: '2',
  accepted: '3',
  returned: '4',
  voided: '9',
} as const;
/** A state of a danger. */
export type DangerState = keyof typeof dangerStates;
/** Whose turn it is: the enterprise puts it right, its head signs, somebody of it verifies, a regulator does; nobody. */
export const dangerTurns = ['enterprise', 'head', 'verifier', 'regulator', 'nobody'] as const;
/** Whose turn it is. */
export type DangerTurn = (typeof dangerTurns)[number];
/** How far the plan of a major danger is. */
export const planStates = ['none', 'waiting', 'approved', 'returned'] as const;

const photosAfter = () => files('整改后照片', { purpose: 'photo', least: 1, most: 9 });
const unfinished = ['open', 'rectifying', 'returned'] as const;
const notVoided = ['open', 'rectifying', 'returned', 'submitted', 'accepted'] as const;

/** A hidden danger (隐患) from its finding to its closure. */
export const danger = resource('danger', {
  label: '隐患',
  counter: '条',
  title: 'title',
  subtitle: 'no',
  class: 'enterprise',
  permits: 'bus:enterpriseexpinfo',
  order: '-foundAt',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    no: serial('YH', '隐患编号').short('编号'),
    title: text(60, '隐患名称').required().search('contains'),
    level: oneOf(['general', 'major'], '隐患等级')
      .short('等级')
      .required()
      .dictionary('hiddenDangerLevel')
      .filter('many'),
    category: code('hiddenDangerCategory', '隐患类别').short('类别').required().filter('many'),
    source: code('hiddenDangerSource', '隐患来源').short('来源').required().filter('many'),
    place: text(100, '隐患部位').short('部位').required(),
    stationId: ref('station', '场站'),
    vehicleId: ref('vehicle', '车辆').filter(),
    riskPointId: ref('riskPoint', '关联风险点').short('风险点').filter(),
    description: prose(1000, '隐患描述'),
    majorCriterion: text(32, '重大隐患判定标准')
      .help('从判定标准中选择；没有对应条款的，填写判定依据')
      .when('level', ['major']),
    majorBasis: prose(500, '重大隐患判定依据').when('level', ['major']),
    deadlineOn: day('整改期限').required().sortable().filter('range'),
    photosBefore: files('整改前照片', { purpose: 'photo', least: 1, most: 9 }).required(),
    foundAt: instant('发现时间').required().sortable().filter('range'),
    foundBy: text(30, '发现人').required(),
    dutyDepartment: text(60, '责任部门').help('不填时取整改责任人的部门').filter(),
    dutyPersonId: ref('employee', '整改责任人').help('不选时由主要负责人整改'),
    interimMeasures: prose(500, '整改前防范措施').when('level', ['major']),
    repeatCause: prose(300, '反复出现的原因').help('同类隐患第三次出现时必填'),

    status: oneOf(dangerStates, '整改状态')
      .short('状态')
      .default('open')
      .dictionary('rectificationStatus')
      .kept()
      .filter('many'),
    turn: oneOf(dangerTurns, '轮到谁').default('enterprise').dictionary('dangerTurn').kept().filter('many'),
    turnSince: instant('轮到时间').kept(),
    /** Who found it: the enterprise itself, or those who oversee it; the latter verify it themselves. */
    origin: oneOf(['own', 'regulator'], '发现方').default('own').dictionary('dangerOrigin').kept(),
    onSpot: boolean('当场整改').default(false).kept(),
    measures: prose(1000, '整改措施').kept(),
    photosAfter: files('整改后照片', { purpose: 'photo', most: 9 }).default([]).kept(),
    acceptanceReport: files('验收报告', { purpose: 'evidence', most: 9 }).default([]).kept(),
    costFen: money('整改资金').kept(),
    startedAt: instant('签收时间').kept(),
    fixedAt: instant('整改完成时间').kept(),
    submittedAt: instant('提交时间').kept(),
    fixerId: person('提交人').kept(),
    headSignedAt: instant('负责人签字时间').kept(),
    headSignerId: person('签字的负责人').kept(),
    verifierId: person('复查人').kept(),
    opinion: prose(500, '复查意见').kept(),
    verifiedAt: instant('复查时间').kept(),
    plan: json('治理方案', dangerPlan).kept(),
    planFiles: files('方案附件', { purpose: 'evidence', most: 9 }).default([]).kept(),
    planState: oneOf(planStates, '方案状态').default('none').dictionary('dangerPlanState').kept(),
    planApprovedAt: instant('方案批准时间').kept(),
    planApproverId: person('方案批准人').kept(),
    extensions: json('延期申请', z.array(extension)).default([]).kept(),
    extensionStatus: oneOf(['pending', 'approved', 'refused'], '延期申请状态').dictionary('extensionStatus').kept(),
    listingLevel: code('listingLevel', '挂牌级别').kept(),
    listingAuthority: text(60, '督办单位').kept(),
    listingNo: text(40, '督办文号').kept(),
    listedOn: day('挂牌日期').kept(),
    listingDueOn: day('督办期限').kept(),
    delistedOn: day('摘牌日期').kept(),
    publishedOn: day('公示日期').kept(),
    publishedFiles: files('公示材料', { purpose: 'evidence', most: 9 }).default([]).kept(),
    congressOn: day('职代会通报日期').kept(),
    congressFiles: files('通报材料', { purpose: 'evidence', most: 9 }).default([]).kept(),
    urgedAt: instant('催办时间').kept(),
    sampledOn: day('抽样日期').kept(),
    sampleResult: oneOf(['pass', 'fail'], '抽样复核结果').dictionary('dangerSampleResult').kept(),
    repeats: integer('此前出现次数').default(0).kept(),
    repeatOfId: ref('danger', '重复自').kept(),
    duplicateOfId: ref('danger', '与之重复的隐患').kept(),
    /** Id and number of the record of inspection that it was found in. */
    inspectionId: text(36, '检查记录').kept().filter(),
    inspectionNo: text(40, '检查记录编号').kept(),

    turnName: text(60, '轮到的人').computed(),
    overdue: boolean('超期').computed(),
    leftDays: integer('剩余天数', { unit: '天' }).computed(),
    lateDays: integer('超期天数', { unit: '天' }).computed(),
    recheckDueOn: day('复查期限').computed(),
    duplicatePhotos: json('疑似重复照片', z.array(duplicatePhoto)).computed(),
    photoFacts: json('拍摄时间和位置', z.array(photoFact)).computed(),
  },
  filters: {
    /** Past its deadline and not put right. */
    overdue: flag as unknown as z.ZodMiniType<boolean>,
    /** Waiting longer than may be, whoever's turn it is: past its deadline, or the workdays of a verifier. */
    late: flag as unknown as z.ZodMiniType<boolean>,
    /** Seen before at the same place (重复隐患). */
    repeat: flag as unknown as z.ZodMiniType<boolean>,
    /** Neither accepted nor voided. */
    unclosed: flag as unknown as z.ZodMiniType<boolean>,
    /** Listed and not yet delisted (挂牌督办中). */
    listed: flag as unknown as z.ZodMiniType<boolean>,
    /** Drawn for a sample check and not yet checked (待抽样复核). */
    sampled: flag as unknown as z.ZodMiniType<boolean>,
    /** Division that the enterprise lies in. */
    region: several(placeCode) as unknown as z.ZodMiniType<string[]>,
  },
  filterLabels: {
    overdue: '超期未整改',
    late: '已逾期办理',
    repeat: '重复隐患',
    unclosed: '未销号',
    listed: '挂牌督办中',
    sampled: '待抽样复核',
    region: '行政区划',
  },
  states: {
    field: 'status',
    moves: {
      receipt: {
        from: ['open', 'returned'],
        to: 'rectifying',
        label: '签收',
        permit: 'fix',
        ask: { interimMeasures: prose(500, '整改前防范措施') },
      },
      submit: {
        from: ['rectifying'],
        to: 'submitted',
        label: '提交整改',
        permit: 'fix',
        ask: {
          measures: prose(1000, '整改措施').required(),
          photosAfter: photosAfter().required(),
          fixedAt: instant('整改完成时间').required(),
          costFen: money('整改资金'),
          acceptanceReport: files('验收报告', { purpose: 'evidence', most: 9 }),
        },
      },
      sign: {
        from: ['submitted'],
        label: '负责人签字',
        permit: 'fix',
        ask: { reason: prose(500, '意见') },
      },
      accept: {
        from: ['submitted'],
        to: 'accepted',
        label: '销号',
        permit: 'verify',
        ask: { opinion: prose(500, '复查意见').required() },
      },
      sendBack: {
        from: ['submitted'],
        to: 'returned',
        label: '退回',
        permit: 'return',
        danger: true,
        ask: {
          reason: prose(500, '退回原因').required().help('不少于 5 个字'),
          deadlineOn: day('新的整改期限'),
        },
      },
      reassign: {
        from: [...unfinished],
        label: '转派',
        undo: ['reassign'],
        permit: 'assign',
        ask: {
          dutyPersonId: ref('employee', '整改责任人').required(),
          dutyDepartment: text(60, '责任部门'),
          reason: prose(300, '转派原因').required(),
        },
      },
      urge: {
        from: [...unfinished, 'submitted'],
        label: '催办',
        permit: 'verify',
        ask: { reason: prose(300, '催办说明') },
      },
      progress: {
        from: [...unfinished],
        label: '记录进展',
        permit: 'fix',
        ask: {
          reason: prose(500, '进展说明').required(),
          files: files('现场照片', { purpose: 'photo', most: 9 }),
        },
      },
      askExtension: {
        from: [...unfinished],
        label: '申请延期',
        permit: 'fix',
        ask: { newDeadlineOn: day('申请延至').required(), reason: prose(300, '延期原因').required() },
      },
      grantExtension: {
        from: [...unfinished],
        label: '同意延期',
        permit: 'verify',
        ask: { reason: prose(300, '审批意见') },
      },
      refuseExtension: {
        from: [...unfinished],
        label: '不同意延期',
        permit: 'verify',
        danger: true,
        ask: { reason: prose(300, '审批意见').required() },
      },
      savePlan: {
        from: [...unfinished],
        label: '编制治理方案',
        permit: 'fix',
        ask: {
          plan: json('治理方案', dangerPlan).required(),
          planFiles: files('方案附件', { purpose: 'evidence', most: 9 }),
          interimMeasures: prose(500, '整改前防范措施'),
        },
      },
      approvePlan: {
        from: [...unfinished],
        label: '批准方案',
        permit: 'fix',
        ask: { reason: prose(300, '批准意见') },
      },
      returnPlan: {
        from: [...unfinished],
        label: '退回方案',
        permit: 'fix',
        danger: true,
        ask: { reason: prose(300, '退回原因').required() },
      },
      list: {
        from: [...unfinished],
        label: '挂牌督办',
        permit: 'list',
        ask: {
          listingLevel: code('listingLevel', '挂牌级别').required(),
          listingAuthority: text(60, '督办单位').required(),
          listingNo: text(40, '督办文号').required(),
          listedOn: day('挂牌日期').required(),
          listingDueOn: day('督办期限').required(),
          files: files('督办文书', { purpose: 'evidence', most: 9 }),
        },
      },
      delist: {
        from: [...unfinished, 'accepted'],
        label: '摘牌',
        permit: 'list',
        ask: { delistedOn: day('摘牌日期').required(), reason: prose(300, '摘牌意见').required() },
      },
      publish: {
        from: [...notVoided],
        label: '登记公示',
        permit: 'fix',
        ask: {
          publishedOn: day('公示日期').required(),
          publishedFiles: files('公示材料', { purpose: 'evidence', least: 1, most: 9 }).required(),
        },
      },
      congress: {
        from: [...notVoided],
        label: '登记职代会通报',
        permit: 'fix',
        ask: {
          congressOn: day('职代会通报日期').required(),
          congressFiles: files('通报材料', { purpose: 'evidence', least: 1, most: 9 }).required(),
        },
      },
      void: {
        from: ['open', 'rectifying'],
        to: 'voided',
        label: '作废',
        permit: 'add',
        danger: true,
        ask: { reason: prose(300, '作废原因'), duplicateOfId: ref('danger', '与之重复的隐患') },
      },
      sample: {
        from: ['accepted'],
        label: '抽样复核',
        permit: 'list',
        ask: {
          sampleResult: oneOf(['pass', 'fail'], '抽样复核结果').dictionary('dangerSampleResult').required(),
          reason: prose(500, '复核情况').required(),
          files: files('复核照片', { purpose: 'photo', most: 9 }).help('不合格时必须上传；系统据此登记新的隐患'),
        },
      },
    },
  },
});
/** A danger as people see it. */
export type Danger = Row<typeof danger>;
/** A new danger. */
export type DangerInput = Input<typeof danger>;
/** Changes to a danger. */
export type DangerPatch = Patch<typeof danger>;
/** What the list is narrowed by. */
export type DangerFilter = Filter<typeof danger>;
/** What the list is ordered by. */
export type DangerSort = Sort<typeof danger>;
