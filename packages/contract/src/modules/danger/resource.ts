import * as z from 'zod/mini';
import { flag, placeCode, oneOrMany } from '../../domain/fields.ts';
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
import { dangerPlan, duplicatePhoto, extension, photoFact } from './treatment-plan.ts';
import { dangerStates } from './states.ts';

/** Wire values of the states (dictionary rectificationStatus). */
/** Who must act next: the enterprise repairs, its head signs, its verifier or a regulator verifies, or nobody. */
export const dangerTurns = ['enterprise', 'head', 'verifier', 'regulator', 'nobody'] as const;
export type DangerTurn = (typeof dangerTurns)[number];
/** Parties that accept dangers: the head of the enterprise accepts major ones. */
export const acceptingSides = ['head', 'verifier', 'regulator'] as const;
export type AcceptingSide = (typeof acceptingSides)[number];
export const planStates = ['none', 'waiting', 'approved', 'returned'] as const;

const photosAfter = () => files('整改后照片', { purpose: 'photo', least: 1, most: 9 });
const unrepairedStates = ['open', 'rectifying', 'returned'] as const;
const activeStates = ['open', 'rectifying', 'returned', 'submitted', 'accepted'] as const;

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
    title: text(60, '隐患名称').required().search('pinyin'),
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
      .serverSet()
      .filter('many'),
    turn: oneOf(dangerTurns, '轮到谁').default('enterprise').dictionary('dangerTurn').serverSet().filter('many'),
    turnSince: instant('轮到时间').serverSet(),
    /** Who found the danger: the enterprise or a regulator. Regulators verify the dangers that they found. */
    origin: oneOf(['own', 'regulator'], '发现方').default('own').dictionary('dangerOrigin').serverSet(),
    onSpot: boolean('当场整改').default(false).serverSet(),
    measures: prose(1000, '整改措施').serverSet(),
    photosAfter: files('整改后照片', { purpose: 'photo', most: 9 }).default([]).serverSet(),
    acceptanceReport: files('验收报告', { purpose: 'evidence', most: 9 }).default([]).serverSet(),
    costFen: money('整改资金').serverSet(),
    startedAt: instant('签收时间').serverSet(),
    fixedAt: instant('整改完成时间').serverSet(),
    submittedAt: instant('提交时间').serverSet(),
    fixerId: person('提交人').serverSet(),
    headSignedAt: instant('负责人签字时间').serverSet(),
    headSignerId: person('签字的负责人').serverSet(),
    verifierId: person('复查人').serverSet(),
    opinion: prose(500, '复查意见').serverSet(),
    verifiedAt: instant('复查时间').serverSet().filter('range'),
    plan: json('治理方案', dangerPlan).serverSet(),
    planFiles: files('方案附件', { purpose: 'evidence', most: 9 }).default([]).serverSet(),
    planState: oneOf(planStates, '方案状态').default('none').dictionary('dangerPlanState').serverSet(),
    planApprovedAt: instant('方案批准时间').serverSet(),
    planApproverId: person('方案批准人').serverSet(),
    extensions: json('延期申请', z.array(extension)).default([]).serverSet(),
    extensionStatus: oneOf(['pending', 'approved', 'refused'], '延期申请状态')
      .dictionary('extensionStatus')
      .serverSet(),
    listingLevel: code('listingLevel', '挂牌等级').serverSet(),
    listingAuthority: text(60, '督办单位').serverSet(),
    listingNo: text(40, '督办文号').serverSet(),
    listedOn: day('挂牌日期').serverSet(),
    listingDueOn: day('督办期限').serverSet(),
    delistedOn: day('摘牌日期').serverSet(),
    publishedOn: day('公示日期').serverSet(),
    publishedFiles: files('公示材料', { purpose: 'evidence', most: 9 }).default([]).serverSet(),
    congressOn: day('职代会通报日期').serverSet(),
    congressFiles: files('通报材料', { purpose: 'evidence', most: 9 }).default([]).serverSet(),
    urgedAt: instant('催办时间').serverSet(),
    sampledOn: day('抽样日期').serverSet().filter('range'),
    sampleResult: oneOf(['pass', 'fail'], '抽样复核结果').dictionary('dangerSampleResult').serverSet().filter('many'),
    repeats: integer('此前出现次数').default(0).serverSet(),
    repeatOfId: ref('danger', '重复自').serverSet(),
    duplicateOfId: ref('danger', '与之重复的隐患').serverSet(),
    /** Id and number of the inspection in which the danger was found. */
    inspectionId: text(36, '检查记录').serverSet().filter(),
    inspectionNo: text(40, '检查记录编号').serverSet(),

    turnName: text(60, '轮到的人').computed(),
    overdue: boolean('超期').computed(),
    leftDays: integer('剩余天数', { unit: '天' }).computed(),
    lateDays: integer('超期天数', { unit: '天' }).computed(),
    /** Days that the party whose turn it is has been late. */
    waitLateDays: integer('等待超期天数', { unit: '天' }).computed(),
    recheckDueOn: day('复查期限').computed(),
    duplicatePhotos: json('疑似重复照片', z.array(duplicatePhoto)).computed(),
    photoFacts: json('拍摄时间和位置', z.array(photoFact)).computed(),
  },
  filters: {
    overdue: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the danger waits too long: after its deadline, or longer than the verifier's workdays. */
    late: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the last submission was not later than the deadline and was not returned (按期). */
    onTime: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the same danger was found before at the same place (重复隐患). */
    repeat: flag as unknown as z.ZodMiniType<boolean>,
    unclosed: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the caller must repair the danger (轮到您整改). */
    mine: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the danger is under listed supervision that has not ended (挂牌督办中). */
    listed: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the danger was selected for a sample check that has not happened (待抽样复核). */
    sampled: flag as unknown as z.ZodMiniType<boolean>,
    /** The party that accepted the danger. */
    acceptedBy: z.enum(acceptingSides) as unknown as z.ZodMiniType<AcceptingSide>,
    region: oneOrMany(placeCode) as unknown as z.ZodMiniType<string[]>,
    /** A division without the divisions below it (仅本级). */
    regionOnly: placeCode as unknown as z.ZodMiniType<string>,
  },
  filterLabels: {
    overdue: '超期未整改',
    late: '已逾期办理',
    onTime: '按期提交',
    repeat: '重复隐患',
    unclosed: '未销号',
    mine: '轮到我整改',
    listed: '挂牌督办中',
    sampled: '待抽样复核',
    acceptedBy: '销号方',
    region: '行政区划',
    regionOnly: '仅本级',
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
        from: [...unrepairedStates],
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
        from: [...unrepairedStates, 'submitted'],
        label: '催办',
        permit: 'verify',
        ask: { reason: prose(300, '催办说明') },
      },
      progress: {
        from: [...unrepairedStates],
        label: '记录进展',
        permit: 'fix',
        ask: {
          reason: prose(500, '进展说明').required(),
          files: files('现场照片', { purpose: 'photo', most: 9 }),
        },
      },
      askExtension: {
        from: [...unrepairedStates],
        label: '申请延期',
        permit: 'fix',
        ask: { newDeadlineOn: day('申请延至').required(), reason: prose(300, '延期原因').required() },
      },
      grantExtension: {
        from: [...unrepairedStates],
        label: '同意延期',
        permit: 'verify',
        ask: { reason: prose(300, '审批意见') },
      },
      refuseExtension: {
        from: [...unrepairedStates],
        label: '不同意延期',
        permit: 'verify',
        danger: true,
        ask: { reason: prose(300, '审批意见').required() },
      },
      savePlan: {
        from: [...unrepairedStates],
        label: '编制治理方案',
        permit: 'fix',
        ask: {
          plan: json('治理方案', dangerPlan).required(),
          planFiles: files('方案附件', { purpose: 'evidence', most: 9 }),
          interimMeasures: prose(500, '整改前防范措施'),
        },
      },
      approvePlan: {
        from: [...unrepairedStates],
        label: '批准方案',
        permit: 'fix',
        ask: { reason: prose(300, '批准意见') },
      },
      returnPlan: {
        from: [...unrepairedStates],
        label: '退回方案',
        permit: 'fix',
        danger: true,
        ask: { reason: prose(300, '退回原因').required() },
      },
      list: {
        from: [...unrepairedStates],
        label: '挂牌督办',
        permit: 'list',
        ask: {
          listingLevel: code('listingLevel', '挂牌等级').required(),
          listingAuthority: text(60, '督办单位').required(),
          listingNo: text(40, '督办文号').required(),
          listedOn: day('挂牌日期').required(),
          listingDueOn: day('督办期限').required(),
          files: files('督办文书', { purpose: 'evidence', most: 9 }),
        },
      },
      delist: {
        from: [...unrepairedStates, 'accepted'],
        label: '摘牌',
        permit: 'list',
        ask: { delistedOn: day('摘牌日期').required(), reason: prose(300, '摘牌意见').required() },
      },
      publish: {
        from: [...activeStates],
        label: '登记公示',
        permit: 'fix',
        ask: {
          publishedOn: day('公示日期').required(),
          publishedFiles: files('公示材料', { purpose: 'evidence', least: 1, most: 9 }).required(),
        },
      },
      congress: {
        from: [...activeStates],
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
export type Danger = Row<typeof danger>;
export type DangerInput = Input<typeof danger>;
export type DangerPatch = Patch<typeof danger>;
export type DangerFilter = Filter<typeof danger>;
export type DangerSort = Sort<typeof danger>;
