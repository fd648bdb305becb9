// Contents of an enterprise archive (一企一档): 14 categories with 53 items.
/** Whether an item is required, optional, required for enterprises with a feature, or filled by the system. */
export type ItemNeed = 'required' | 'optional' | 'when' | 'system';
/** Features of an enterprise that make an item required, with the reason that is shown. */
export const featureReasons = {
  highRisk: '高危行业企业',
  transport: '道路运输企业',
  specialOperator: '有特种作业人员',
  majorRisk: '有重大风险点',
  majorDanger: '有过重大隐患',
  specialEquipment: '有特种设备',
  workPermit: '涉及特殊作业',
  contractor: '有相关方人员',
  confinedSpace: '有有限空间',
  occupational: '有职业病危害',
  accident: '发生过事故',
  standard: '已达标准化等级',
} as const;
export type Feature = keyof typeof featureReasons;

export interface CatalogueItem {
  readonly code: string;
  readonly label: string;
  readonly need: ItemNeed;
  /** Feature of the enterprise that makes the item required, if its need is `when`. */
  readonly when: Feature | null;
  /** Type of the item in the ledger of expiry dates, if it has its own type there. */
  readonly expiry?: string;
}
export interface CatalogueCategory {
  readonly code: string;
  readonly label: string;
  readonly items: readonly CatalogueItem[];
}

export const catalogue: readonly CatalogueCategory[] = [
  {
    code: 'basic',
    label: '基础资料',
    items: [
      { code: 'businessLicence', label: '营业执照', need: 'required', when: null },
      { code: 'safetyLicence', label: '安全生产许可证', need: 'when', when: 'highRisk', expiry: 'safetyLicence' },
      { code: 'transportLicence', label: '道路运输经营许可证', need: 'when', when: 'transport' },
      { code: 'layout', label: '厂区（场站）平面图', need: 'required', when: null },
      { code: 'staffList', label: '从业人员名册', need: 'required', when: null },
      { code: 'orgChart', label: '安全管理机构与人员任命', need: 'required', when: null },
    ],
  },
  {
    code: 'duty',
    label: '责任体系',
    items: [
      { code: 'dutyBooks', label: '全员安全生产责任制', need: 'required', when: null },
      { code: 'dutySigned', label: '安全目标责任书', need: 'required', when: null },
      { code: 'promise', label: '安全承诺公告', need: 'optional', when: null },
    ],
  },
  {
    code: 'rules',
    label: '制度规程',
    items: [
      { code: 'managementRules', label: '安全管理制度汇编', need: 'required', when: null },
      { code: 'operationRules', label: '安全操作规程', need: 'required', when: null },
      { code: 'rulesRevision', label: '制度评审修订记录', need: 'optional', when: null },
    ],
  },
  {
    code: 'training',
    label: '教育培训',
    items: [
      { code: 'trainingPlan', label: '年度培训计划', need: 'required', when: null },
      { code: 'threeLevel', label: '三级教育档案', need: 'required', when: null },
      { code: 'heads', label: '负责人安管考核证', need: 'required', when: null },
      { code: 'operators', label: '特种作业人员台账', need: 'when', when: 'specialOperator' },
      { code: 'drivers', label: '驾驶员一人一档', need: 'when', when: 'transport' },
    ],
  },
  {
    code: 'risk',
    label: '风险分级管控',
    items: [
      { code: 'riskRegister', label: '安全风险清单', need: 'required', when: null },
      { code: 'riskMap', label: '四色分布图', need: 'required', when: null },
      { code: 'noticeBoard', label: '风险公告栏与告知卡', need: 'required', when: null },
      { code: 'majorRisk', label: '重大风险管控方案', need: 'when', when: 'majorRisk' },
    ],
  },
  {
    code: 'hiddenDanger',
    label: '隐患排查治理',
    items: [
      { code: 'checkPlan', label: '排查计划与清单', need: 'required', when: null },
      { code: 'dangerRegister', label: '隐患治理台账', need: 'required', when: null },
      { code: 'majorPlan', label: '重大隐患治理方案与销号', need: 'when', when: 'majorDanger' },
      { code: 'publicity', label: '隐患治理公示与职代会通报', need: 'required', when: null },
    ],
  },
  {
    code: 'equipment',
    label: '设备设施',
    items: [
      { code: 'equipmentRegister', label: '设备台账', need: 'required', when: null },
      { code: 'specialEquipment', label: '特种设备检验报告', need: 'when', when: 'specialEquipment' },
      { code: 'safetyFacilities', label: '安全设施检测', need: 'optional', when: null },
      { code: 'vehicles', label: '一车一档', need: 'when', when: 'transport' },
      { code: 'lightning', label: '防雷检测', need: 'optional', when: null, expiry: 'lightningTest' },
      { code: 'fire', label: '消防设施检测', need: 'required', when: null, expiry: 'fireFacilityTest' },
    ],
  },
  {
    code: 'operation',
    label: '作业安全',
    items: [
      { code: 'workPermits', label: '特殊作业票', need: 'when', when: 'workPermit' },
      {
        code: 'contractor',
        label: '相关方协议与资质',
        need: 'when',
        when: 'contractor',
        expiry: 'contractorAgreement',
      },
      { code: 'confinedSpace', label: '有限空间台账', need: 'when', when: 'confinedSpace' },
    ],
  },
  {
    code: 'occupational',
    label: '职业健康',
    items: [
      { code: 'declare', label: '职业病危害申报', need: 'when', when: 'occupational' },
      { code: 'detection', label: '危害因素检测', need: 'when', when: 'occupational', expiry: 'occupationalDetection' },
      { code: 'healthFiles', label: '职业健康监护档案', need: 'when', when: 'occupational' },
      { code: 'ppe', label: '劳动防护用品台账', need: 'required', when: null },
    ],
  },
  {
    code: 'emergency',
    label: '应急管理',
    items: [
      { code: 'plan', label: '应急预案与备案', need: 'required', when: null },
      { code: 'resources', label: '应急物资台账', need: 'required', when: null },
      { code: 'drills', label: '演练记录与评估', need: 'required', when: null },
      { code: 'team', label: '应急救援队伍或协议', need: 'optional', when: null },
    ],
  },
  {
    code: 'accident',
    label: '事故管理',
    items: [
      { code: 'accidentRegister', label: '事故台账', need: 'required', when: null },
      { code: 'nearMiss', label: '未遂事件', need: 'optional', when: null },
      { code: 'investigation', label: '调查处理四不放过', need: 'when', when: 'accident' },
    ],
  },
  {
    code: 'investment',
    label: '安全投入',
    items: [
      { code: 'budget', label: '安全费用提取使用', need: 'required', when: null },
      { code: 'insurance', label: '安责险保单', need: 'when', when: 'highRisk' },
      { code: 'injury', label: '工伤保险', need: 'required', when: null },
    ],
  },
  {
    code: 'standard',
    label: '标准化',
    items: [
      { code: 'selfReview', label: '年度自评报告', need: 'required', when: null },
      { code: 'certificate', label: '标准化证书', need: 'when', when: 'standard' },
    ],
  },
  {
    code: 'supervision',
    label: '监管文书',
    items: [
      { code: 'siteRecords', label: '现场检查记录', need: 'system', when: null },
      { code: 'orders', label: '责令整改指令书', need: 'system', when: null },
      { code: 'reports', label: '月报', need: 'system', when: null },
    ],
  },
];
const byCode = new Map(
  catalogue.flatMap(({ code, items }) => items.map((item) => [item.code, { ...item, category: code }])),
);
/** Returns the item with its category; undefined for an unknown code. */
export const catalogueItem = (code: string): (CatalogueItem & { category: string }) | undefined => byCode.get(code);
