// Demo risk points with the usual names of each trade.
import type { ControlLayer } from '@anlan/contract/modules/risk-point/check-cycle';
import type { Control } from '@anlan/contract/modules/risk-point/hazards-controls';

export interface Sample {
  readonly name: string;
  readonly kind: 'equipment' | 'activity' | 'place' | 'process';
  readonly place: string;
  readonly department: string;
  readonly danger: string;
  readonly accidents: readonly string[];
  readonly LEC: readonly [number, number, number];
  readonly layer: ControlLayer;
  readonly cycle: string;
  readonly controls: readonly Control[];
}
const engineering = (text: string): Control => ({ kind: 'engineering', text });
const management = (text: string): Control => ({ kind: 'management', text });
const protection = (text: string): Control => ({ kind: 'protection', text });
const emergency = (text: string): Control => ({ kind: 'emergency', text });

const low = (
  name: string,
  place: string,
  danger: string,
  accident: string,
  controls: readonly Control[],
  kind: Sample['kind'] = 'place',
): Sample => ({
  name,
  kind,
  place,
  department: '综合部',
  danger,
  accidents: [accident],
  LEC: [1, 6, 3],
  layer: 'post',
  cycle: 'monthly',
  controls,
});
const general = (
  name: string,
  place: string,
  danger: string,
  accidents: readonly string[],
  controls: readonly Control[],
  kind: Sample['kind'] = 'equipment',
): Sample => ({
  name,
  kind,
  place,
  department: '生产部',
  danger,
  accidents,
  LEC: [3, 6, 7],
  layer: 'team',
  cycle: 'weekly',
  controls,
});

const everywhere: readonly Sample[] = [
  low('办公区用电', '办公楼', '插线板串接、电器长时间通电', 'fire', [management('下班断电，插线板不串接')]),
  low('食堂燃气灶', '食堂', '燃气泄漏、软管老化', 'fire', [
    engineering('燃气报警器与切断阀联锁'),
    management('用完关阀，每年更换软管'),
  ]),
  low('员工宿舍', '宿舍楼', '违规用电、疏散通道堵塞', 'fire', [management('禁止电动车入室充电，通道不堆物')]),
  low('办公楼楼梯', '办公楼', '地面湿滑、照明不足', 'otherInjury', [engineering('防滑条与应急照明完好')]),
  low('资料室', '办公楼二层', '纸张堆放靠近插座', 'fire', [management('离插座 0.5 米以上堆放')]),
  low('空调外机', '办公楼外墙', '支架锈蚀坠落', 'objectStrike', [management('每半年检查支架')], 'equipment'),
  general(
    '配电室',
    '配电室',
    '误操作、绝缘损坏',
    ['electricShock', 'fire'],
    [
      engineering('五防锁具完好，绝缘垫铺设到位'),
      management('操作实行一人操作一人监护'),
      protection('绝缘手套、绝缘鞋'),
      emergency('触电先断电再施救，心肺复苏并拨打 120'),
    ],
  ),
  general(
    '叉车作业',
    '装卸区',
    '超速、视线受阻撞人',
    ['vehicleInjury'],
    [engineering('倒车蜂鸣、限速装置完好'), management('人车分流，驾驶员持证'), emergency('停车断电，保护现场')],
    'activity',
  ),
  general(
    '货架',
    '仓库',
    '超载、倾倒',
    ['objectStrike', 'collapse'],
    [engineering('防撞护角、限载标识'), management('重物下置，不攀爬货架')],
  ),
  general(
    '高处作业',
    '厂房屋面',
    '踏空、未系安全带',
    ['fallFromHeight'],
    [
      engineering('生命线、踏板牢固'),
      management('办理作业票，专人监护'),
      protection('安全带、安全帽'),
      emergency('坠落者不随意搬动，拨打 120'),
    ],
    'activity',
  ),
];
const works: readonly Sample[] = [
  general(
    '冲床',
    '冲压车间',
    '滑块下行时手部进入',
    ['machineInjury'],
    [
      engineering('双手按钮与光电保护联锁，任一失效即停机'),
      management('换模挂牌上锁，两人作业'),
      protection('护耳器、防护眼镜、防砸鞋'),
      emergency('按下急停，止血固定，断指低温保存随人送医'),
    ],
  ),
  general(
    '砂轮机',
    '机加工车间',
    '砂轮破裂飞出',
    ['objectStrike', 'machineInjury'],
    [engineering('防护罩、挡屑板完好'), protection('防护眼镜')],
  ),
  general(
    '车床',
    '机加工车间',
    '卷入旋转部位',
    ['machineInjury'],
    [engineering('卡盘防护罩联锁'), management('不戴手套、长发盘起')],
  ),
  general(
    '空压机储气罐',
    '空压站',
    '超压、腐蚀',
    ['vesselExplosion'],
    [engineering('安全阀、压力表在校验期内'), management('每班排水，定期检验'), emergency('关停泄压，撤离人员')],
  ),
  general(
    '行车',
    '装配车间',
    '吊物坠落、限位失灵',
    ['liftingInjury'],
    [engineering('限位、缓冲器完好'), management('吊物下不站人，司机持证'), protection('安全帽')],
  ),
  {
    ...general(
      '焊接作业',
      '焊接区',
      '飞溅引燃、触电',
      ['fire', 'electricShock'],
      [
        engineering('接地良好，防火毯围挡'),
        management('动火审批，清理可燃物'),
        protection('面罩、焊工手套'),
        emergency('就近取灭火器，拨打 119'),
      ],
      'activity',
    ),
    LEC: [6, 6, 7],
    layer: 'department',
  },
  {
    ...general(
      '喷漆房',
      '喷漆车间',
      '可燃气体积聚、静电',
      ['fire', 'otherExplosion'],
      [
        engineering('通风与可燃气体报警联锁，防爆电气'),
        management('静电接地每班确认，禁带火种'),
        protection('防静电服、防毒口罩'),
        emergency('报警后停喷、断电、撤离，拨打 119'),
      ],
      'process',
    ),
    LEC: [6, 6, 15],
    layer: 'company',
    cycle: 'daily',
  },
  {
    ...general(
      '天然气调压装置',
      '调压间',
      '泄漏遇火源',
      ['fire', 'otherExplosion'],
      [
        engineering('泄漏报警与紧急切断联锁'),
        management('每日巡检压力与密封'),
        emergency('切断气源，通风，撤离到上风向'),
      ],
    ),
    LEC: [3, 6, 15],
    layer: 'department',
  },
];
const transport: readonly Sample[] = [
  general(
    '停车场',
    '停车场东侧',
    '倒车碰撞、溜车',
    ['vehicleInjury'],
    [management('划线停放，垫三角木'), engineering('照明、限速标志完好')],
    'place',
  ),
  general(
    '维修地沟',
    '检修车间',
    '车辆滑落、坠入',
    ['vehicleInjury', 'fallFromHeight'],
    [engineering('护栏、照明 36V'), management('垫木固定后作业')],
  ),
  general(
    '轮胎拆装',
    '轮胎库',
    '充气爆胎',
    ['vesselExplosion', 'objectStrike'],
    [engineering('充气保护笼'), management('人员站在侧面'), protection('防护眼镜')],
    'activity',
  ),
  {
    ...general(
      '长途客运班线',
      '营运线路',
      '疲劳驾驶、超速',
      ['vehicleInjury'],
      [
        engineering('主动安全预警与动态监控'),
        management('连续驾驶不超过 4 小时，配两名驾驶员'),
        emergency('设置警示，转移乘客，报警 122'),
      ],
      'activity',
    ),
    LEC: [6, 6, 7],
    layer: 'department',
  },
  {
    ...general(
      '危险货物装卸',
      '装卸栈台',
      '泄漏、静电',
      ['fire', 'poisoningOrSuffocation'],
      [
        engineering('静电接地报警、紧急切断'),
        management('双人复核，罐体检验有效'),
        protection('防毒面具、防静电服'),
        emergency('切断、疏散、上风向集合，拨打 119'),
      ],
      'activity',
    ),
    LEC: [6, 6, 15],
    layer: 'company',
    cycle: 'daily',
  },
  general(
    '加油点',
    '加油点',
    '油气积聚',
    ['fire'],
    [engineering('防爆照明、静电释放'), management('禁火、禁打电话'), emergency('灭火器、石棉被就近处置')],
    'place',
  ),
];

export const samplesFor = (kind: string): readonly Sample[] => [
  ...(kind === 'transport' ? transport : works),
  ...everywhere,
];
