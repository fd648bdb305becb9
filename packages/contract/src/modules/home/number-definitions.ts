/** The only definition of a number on the home page. */
export interface NumberDefinition {
  label: string;
  /** Unit of the number: 项, 件, 家, % or 分. */
  unit: string;
  definition: string;
}

export const homeNumbers = {
  open: {
    label: '未销号隐患',
    unit: '项',
    definition: '状态为待整改、整改中、待复查或退回的隐患数',
  },
  overdue: {
    label: '超期未整改',
    unit: '项',
    definition: '状态为待整改、整改中或退回，且今天已过整改期限的隐患数；提交后即不再计入',
  },
  recheck: {
    label: '待复查',
    unit: '项',
    definition: '企业已提交整改、等待复查的隐患数',
  },
  openMajor: {
    label: '重大未销号',
    unit: '项',
    definition: '隐患等级为重大，且未销号、未作废的隐患数',
  },
  listed: {
    label: '挂牌督办',
    unit: '项',
    definition: '重大未销号的隐患中已挂牌、未摘牌的条数',
  },
  found: {
    label: '新增隐患',
    unit: '项',
    definition: '本月 1 日至今天发现、未作废的隐患数',
  },
  accepted: {
    label: '整改率',
    unit: '%',
    definition: '本月发现的隐患中已销号的 ÷ 本月发现、未作废的隐患',
  },
  onTime: {
    label: '按期率',
    unit: '%',
    definition: '整改期限在本月 1 日至今天的隐患（不含作废）中，最近一次提交不晚于期限且此后未被退回的占比',
  },
  expired: {
    label: '已过期',
    unit: '件',
    definition: '有有效期的事项中今天已过期的件数；一辆车两张证算两件',
  },
  expiring: {
    label: '30 天内到期',
    unit: '件',
    definition: '有有效期的事项中今天起 30 天内到期的件数，不含已过期；一辆车两张证算两件',
  },
  inspected: {
    label: '检查覆盖',
    unit: '%',
    definition: '本年已完成监管检查的监管企业 ÷ 监管企业（状态为正常或停产停业）；一家检查多次只算一家',
  },
  checked: {
    label: '排查按时率',
    unit: '%',
    definition: '今天之前 30 天内到期的风险点排查任务中按时完成、有到点证明的 ÷ 全部（不含停用检修和已取消的）',
  },
  controlled: {
    label: '管控中的风险点',
    unit: '个',
    definition: '状态为管控中的风险点；旁边是其中等级为重大风险的',
  },
  inspections: {
    label: '监管检查',
    unit: '次',
    definition: '本月 1 日至今天开始、已完成的监管检查次数',
  },
  accidents: {
    label: '本年事故',
    unit: '起',
    definition: '本年 1 月 1 日至今天发生、造成伤害或损失的事故起数；未遂事件另计',
  },
  nearMisses: {
    label: '本年未遂事件',
    unit: '起',
    definition: '本年 1 月 1 日至今天发生、没有造成伤害和损失的未遂事件起数',
  },
  score: {
    label: '安全分中位数',
    unit: '分',
    definition: '监管企业中有安全分的，按分数排列居中的一家；数据不足的不参加排列',
  },
} as const satisfies Record<string, NumberDefinition>;

export const enterpriseHomeNumbers = {
  dutySigned: {
    label: '责任书',
    unit: '人',
    definition: '在岗从业人员中已签订安全责任书的 ÷ 在岗从业人员',
  },
  certified: {
    label: '持证率',
    unit: '%',
    definition: '在岗且岗位须持证的人员中，须持的证件都在有效期和复审期内的 ÷ 岗位须持证的在岗人员',
  },
  trained: {
    label: '培训完成率',
    unit: '%',
    definition: '本月 1 日至今天到期的学习任务中已完成的 ÷ 这些任务，不含免修',
  },
  vehicles: {
    label: '可营运车辆',
    unit: '辆',
    definition: '证照齐全且都在有效期内的营运车辆 ÷ 状态为营运的车辆',
  },
  shifts: {
    label: '今日班次',
    unit: '班',
    definition: '今天发车的班次，按状态分列',
  },
} as const satisfies Record<string, NumberDefinition>;
export type HomeNumber = keyof typeof homeNumbers;
