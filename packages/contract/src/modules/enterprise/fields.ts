/** Sections of the enterprise's file, in the order of its page. */
export const enterpriseSections = {
  basic: '基本',
  place: '位置',
  trade: '行业规模',
  people: '人员',
  safety: '安全',
  hazards: '危险',
  transport: '运输',
  system: '系统',
} as const satisfies Record<string, string>;
/** A section of the enterprise's file. */
export type EnterpriseSection = keyof typeof enterpriseSections;

/** What a form, a template and the completeness need to know of one field. */
export interface EnterpriseField {
  /** Name inside and on the wire. */
  name: string;
  /** Chinese label. */
  label: string;
  /** Where it stands. */
  section: EnterpriseSection;
  /** Kind of value; money is integer fen, prose has several lines. */
  type:
    | 'text'
    | 'prose'
    | 'integer'
    | 'decimal'
    | 'money'
    | 'boolean'
    | 'day'
    | 'instant'
    | 'dictionary'
    | 'reference'
    | 'file'
    | 'json'
    | 'phone'
    | 'region'
    | 'town'
    | 'industry'
    | 'creditCode';
  /** Demanded when applying, before the file counts as complete, or not. */
  required: 'apply' | 'yes' | 'no';
  /** Characters of a text. */
  maxLength?: number;
  /** Digits after the point of a decimal. */
  scale?: number;
  /** Unit shown behind the value. */
  unit?: string;
  /** Dictionary of a code. */
  dictionary?: string;
  /** Holds several codes. */
  list?: true;
  /** An empty list is an answer: 无. */
  noneCounts?: true;
  /** Entity of a reference. */
  refersTo?: string;
  /** Shown masked to regulators. */
  classified?: true;
  /** Says nothing of how complete a file is. */
  uncounted?: true;
  /** Computed or set by a step: no form sends it. */
  derived?: true;
  /** Changed by a call of its own, not by the form. */
  apart?: true;
}

/** Every field of an enterprise, in the order of its page. */
export const enterpriseFieldRows = [
  // 基本
  { name: 'name', label: '企业名称', section: 'basic', type: 'text', maxLength: 100, required: 'apply' },
  { name: 'shortName', label: '简称', section: 'basic', type: 'text', maxLength: 20, required: 'no' },
  { name: 'aliasName', label: '系统简称', section: 'basic', type: 'text', maxLength: 6, required: 'no', apart: true },
  { name: 'creditCode', label: '统一社会信用代码', section: 'basic', type: 'creditCode', required: 'apply' },
  {
    name: 'enterpriseCode',
    label: '企业编号',
    section: 'basic',
    type: 'text',
    maxLength: 32,
    required: 'no',
    derived: true,
  },
  {
    name: 'economicType',
    label: '经济类型',
    section: 'basic',
    type: 'dictionary',
    dictionary: 'economicType',
    required: 'yes',
  },
  { name: 'establishedOn', label: '成立日期', section: 'basic', type: 'day', required: 'yes' },
  { name: 'registeredCapitalFen', label: '注册资本', section: 'basic', type: 'money', required: 'no' },
  { name: 'businessScope', label: '经营范围', section: 'basic', type: 'prose', maxLength: 2000, required: 'no' },
  { name: 'licenceTo', label: '营业期限', section: 'basic', type: 'day', required: 'no' },
  { name: 'licence', label: '营业执照', section: 'basic', type: 'file', required: 'yes' },
  { name: 'parentId', label: '上级企业', section: 'basic', type: 'reference', refersTo: 'enterprise', required: 'no' },
  {
    name: 'supervisionKind',
    label: '监管行业',
    section: 'basic',
    type: 'dictionary',
    dictionary: 'supervisionKind',
    required: 'apply',
  },
  {
    name: 'authorityId',
    label: '监管部门',
    section: 'basic',
    type: 'reference',
    refersTo: 'organisation',
    required: 'yes',
  },
  { name: 'officerId', label: '监管责任人', section: 'basic', type: 'reference', refersTo: 'user', required: 'no' },
  // 位置
  { name: 'regionCode', label: '行政区划', section: 'place', type: 'region', required: 'apply' },
  { name: 'townCode', label: '街道网格', section: 'place', type: 'town', required: 'no', uncounted: true },
  { name: 'town', label: '乡镇街道', section: 'place', type: 'text', maxLength: 30, required: 'no' },
  { name: 'registeredAddress', label: '注册地址', section: 'place', type: 'text', maxLength: 200, required: 'apply' },
  { name: 'businessAddress', label: '经营地址', section: 'place', type: 'text', maxLength: 200, required: 'yes' },
  { name: 'lng', label: '经度', section: 'place', type: 'decimal', scale: 6, required: 'no', unit: '°' },
  { name: 'lat', label: '纬度', section: 'place', type: 'decimal', scale: 6, required: 'no', unit: '°' },
  // 行业规模
  { name: 'industryCode', label: '行业', section: 'trade', type: 'industry', required: 'apply' },
  { name: 'industryClass', label: '行业小类', section: 'trade', type: 'text', maxLength: 4, required: 'no' },
  {
    name: 'enterpriseSize',
    label: '企业规模',
    section: 'trade',
    type: 'dictionary',
    dictionary: 'enterpriseSize',
    required: 'yes',
  },
  { name: 'headcount', label: '从业人数', section: 'trade', type: 'integer', required: 'yes', unit: '人' },
  { name: 'revenue10k', label: '营业收入', section: 'trade', type: 'decimal', scale: 2, required: 'no', unit: '万元' },
  { name: 'assets10k', label: '资产总额', section: 'trade', type: 'decimal', scale: 2, required: 'no', unit: '万元' },
  { name: 'areaSqm', label: '占地面积', section: 'trade', type: 'decimal', scale: 2, required: 'no', unit: '㎡' },
  // 人员
  { name: 'legalPerson', label: '法定代表人', section: 'people', type: 'text', maxLength: 30, required: 'apply' },
  { name: 'legalPhone', label: '法人电话', section: 'people', type: 'phone', required: 'no', classified: true },
  { name: 'headName', label: '主要负责人', section: 'people', type: 'text', maxLength: 30, required: 'yes' },
  { name: 'headPhone', label: '负责人电话', section: 'people', type: 'phone', required: 'yes', classified: true },
  { name: 'safetyHeadName', label: '安全分管负责人', section: 'people', type: 'text', maxLength: 30, required: 'yes' },
  {
    name: 'safetyHeadPhone',
    label: '分管负责人电话',
    section: 'people',
    type: 'phone',
    required: 'yes',
    classified: true,
  },
  { name: 'safetyManagerName', label: '安全员', section: 'people', type: 'text', maxLength: 30, required: 'apply' },
  {
    name: 'safetyManagerPhone',
    label: '安全员电话',
    section: 'people',
    type: 'phone',
    required: 'apply',
    classified: true,
  },
  { name: 'fullTimeSafety', label: '专职安全员人数', section: 'people', type: 'integer', required: 'yes', unit: '人' },
  { name: 'partTimeSafety', label: '兼职安全员人数', section: 'people', type: 'integer', required: 'no', unit: '人' },
  { name: 'emergencyPhone', label: '24小时电话', section: 'people', type: 'text', maxLength: 20, required: 'yes' },
  { name: 'email', label: '邮箱', section: 'people', type: 'text', maxLength: 60, required: 'no' },
  // 安全
  { name: 'hasSafetyBody', label: '安全管理机构', section: 'safety', type: 'boolean', required: 'yes' },
  {
    name: 'standardLevel',
    label: '标准化等级',
    section: 'safety',
    type: 'dictionary',
    dictionary: 'standardLevel',
    required: 'yes',
  },
  { name: 'standardNo', label: '标准化证书号', section: 'safety', type: 'text', maxLength: 40, required: 'no' },
  { name: 'standardTo', label: '标准化有效期', section: 'safety', type: 'day', required: 'no' },
  { name: 'insurer', label: '安责险公司', section: 'safety', type: 'text', maxLength: 60, required: 'no' },
  { name: 'policyNo', label: '保单号', section: 'safety', type: 'text', maxLength: 40, required: 'no' },
  { name: 'insuredCount', label: '参保人数', section: 'safety', type: 'integer', required: 'no', unit: '人' },
  { name: 'coverPerPersonFen', label: '每人责任限额', section: 'safety', type: 'money', required: 'no' },
  { name: 'policyTo', label: '保单到期', section: 'safety', type: 'day', required: 'no' },
  { name: 'injuryInsured', label: '工伤参保人数', section: 'safety', type: 'integer', required: 'no', unit: '人' },
  // 危险
  {
    name: 'hazardFeatures',
    label: '危险特征',
    section: 'hazards',
    type: 'dictionary',
    dictionary: 'hazardFeature',
    list: true,
    required: 'yes',
    noneCounts: true,
  },
  {
    name: 'highRiskKinds',
    label: '高危行业',
    section: 'hazards',
    type: 'dictionary',
    dictionary: 'highRiskKind',
    list: true,
    required: 'no',
  },
  { name: 'chemicals', label: '危险化学品', section: 'hazards', type: 'json', required: 'no' },
  { name: 'confinedSpaces', label: '有限空间数', section: 'hazards', type: 'integer', required: 'no' },
  { name: 'dustWorkers', label: '涉尘人数', section: 'hazards', type: 'integer', required: 'no', unit: '人' },
  { name: 'occupationalExposed', label: '接害人数', section: 'hazards', type: 'integer', required: 'no', unit: '人' },
  {
    name: 'permitKinds',
    label: '涉及特殊作业',
    section: 'hazards',
    type: 'dictionary',
    dictionary: 'workPermitKind',
    list: true,
    required: 'no',
  },
  // 运输
  {
    name: 'carTypes',
    label: '经营车型',
    section: 'transport',
    type: 'dictionary',
    dictionary: 'carType',
    list: true,
    required: 'no',
  },
  {
    name: 'transportLicenceNo',
    label: '道路运输许可证号',
    section: 'transport',
    type: 'text',
    maxLength: 40,
    required: 'yes',
  },
  { name: 'transportLicenceTo', label: '许可证有效期', section: 'transport', type: 'day', required: 'yes' },
  { name: 'dispatchers', label: '动态监控员人数', section: 'transport', type: 'integer', required: 'no', unit: '人' },
  // 系统
  {
    name: 'labels',
    label: '企业标签',
    section: 'system',
    type: 'dictionary',
    dictionary: 'enterpriseLabel',
    list: true,
    required: 'no',
  },
  {
    name: 'status',
    label: '企业状态',
    section: 'system',
    type: 'dictionary',
    dictionary: 'enterpriseStatus',
    required: 'no',
    derived: true,
  },
  { name: 'source', label: '来源', section: 'system', type: 'text', maxLength: 10, required: 'no', derived: true },
  { name: 'joinedAt', label: '入驻时间', section: 'system', type: 'instant', required: 'no', derived: true },
  { name: 'activatedAt', label: '启用时间', section: 'system', type: 'instant', required: 'no', derived: true },
  {
    name: 'reviewNote',
    label: '审核意见',
    section: 'system',
    type: 'text',
    maxLength: 300,
    required: 'no',
    derived: true,
  },
  { name: 'planCode', label: '套餐', section: 'system', type: 'text', maxLength: 32, required: 'no', derived: true },
  { name: 'membershipTo', label: '会员到期', section: 'system', type: 'day', required: 'no', derived: true },
  {
    name: 'profileRate',
    label: '资料齐全率',
    section: 'system',
    type: 'integer',
    required: 'no',
    unit: '%',
    derived: true,
  },
  {
    name: 'dossierRate',
    label: '档案完整率',
    section: 'system',
    type: 'integer',
    required: 'no',
    unit: '%',
    derived: true,
  },
  {
    name: 'healthScore',
    label: '安全分',
    section: 'system',
    type: 'integer',
    required: 'no',
    unit: '分',
    derived: true,
  },
  {
    name: 'color',
    label: '企业四色',
    section: 'system',
    type: 'dictionary',
    dictionary: 'enterpriseColor',
    required: 'no',
    derived: true,
  },
  { name: 'colorReasons', label: '定色原因', section: 'system', type: 'json', required: 'no', derived: true },
  {
    name: 'inherentColor',
    label: '固有风险',
    section: 'system',
    type: 'dictionary',
    dictionary: 'riskLevel',
    required: 'no',
    derived: true,
  },
  { name: 'logoUrl', label: '系统标志', section: 'system', type: 'file', required: 'no', apart: true },
  { name: 'updatedAt', label: '更新时间', section: 'system', type: 'instant', required: 'no', derived: true },
] as const satisfies readonly EnterpriseField[];
/** Name of a field of an enterprise. */
export type EnterpriseFieldName = (typeof enterpriseFieldRows)[number]['name'];
