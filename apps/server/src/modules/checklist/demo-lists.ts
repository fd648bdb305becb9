// Demo check lists: common requirements, text for a failed item, and legal basis. Laws and standards are named
// without edition. Clause numbers appear only where the Work Safety Law (2021) or the Fire Protection Law states the
// rule. The unit must review the lists before use.
import type { CheckItem } from '@anlan/contract/modules/checklist/check-item';

type Demand = Omit<CheckItem, 'key'>;
const judge = (text: string, clause: string, fault: string): Demand => ({ kind: 'judgement', text, fault, clause });
const law = (article: string) => `《安全生产法》${article}`;
const fireLaw = (article: string) => `《消防法》${article}`;
const chemicals = '《危险化学品安全管理条例》';

export const demoChecklists: readonly {
  name: string;
  kind: string;
  basis: string;
  usual: string;
  items: readonly Demand[];
}[] = [
  {
    name: '日常综合检查',
    usual: 'duty',
    kind: 'comprehensive',
    basis: '《中华人民共和国安全生产法》（2021年修正）及本单位检查要求；条款由使用单位核对',
    items: [
      judge(
        '建立健全全员安全生产责任制，责任书签订到岗',
        law('第二十二条'),
        '未建立全员安全生产责任制，或责任书未签订到岗',
      ),
      judge(
        '按规定设置安全生产管理机构或者配备安全生产管理人员',
        law('第二十四条'),
        '未按规定设置安全生产管理机构或者配备安全生产管理人员',
      ),
      judge('主要负责人、安全生产管理人员培训考核合格', law('第二十七条'), '主要负责人或安全生产管理人员未经考核合格'),
      judge(
        '从业人员经安全生产教育和培训合格后上岗，档案如实记录',
        law('第二十八条'),
        '从业人员未经安全生产教育和培训合格上岗，或档案未如实记录',
      ),
      judge('特种作业人员持有效的特种作业操作证上岗', law('第三十条'), '特种作业人员未持有效的特种作业操作证上岗'),
      {
        kind: 'number',
        text: '抽查持证上岗的特种作业人员比例',
        fault: '抽查的特种作业人员未全部持证上岗',
        clause: law('第三十条'),
        basis: '抽查不少于 3 人，不足 3 人的全查',
        min: 100,
        max: 100,
        unit: '%',
      },
      judge(
        '有较大危险因素的场所和设备设置明显的安全警示标志',
        law('第三十五条'),
        '有较大危险因素的场所或设备未设置明显的安全警示标志',
      ),
      judge(
        '安全设备经常性维护、保养并定期检测，没有关闭、破坏监控报警防护设施',
        law('第三十六条'),
        '安全设备未维护、保养或定期检测，或监控报警防护设施被关闭、破坏',
      ),
      {
        kind: 'choice',
        text: '转动、传动等危险部位的防护装置',
        fault: '转动、传动等危险部位缺少有效的防护装置',
        clause: law('第三十六条'),
        options: [
          { label: '齐全有效', ok: true },
          { label: '缺失或损坏', ok: false },
          { label: '被拆除或短接', ok: false },
        ],
      },
      judge(
        '开展安全风险分级管控，隐患排查治理情况如实记录并向从业人员通报',
        law('第四十一条'),
        '未开展安全风险分级管控，或隐患排查治理情况未如实记录、未向从业人员通报',
      ),
      judge(
        '生产经营场所和员工宿舍的出口、疏散通道保持畅通，没有锁闭、封堵',
        law('第四十二条'),
        '生产经营场所或员工宿舍的出口、疏散通道被锁闭、封堵',
      ),
      judge(
        '吊装、动火、临时用电、有限空间等危险作业安排专人现场管理',
        law('第四十三条'),
        '危险作业未安排专人现场管理',
      ),
      judge(
        '为从业人员提供合格的劳动防护用品，并监督佩戴使用',
        law('第四十五条'),
        '未提供合格的劳动防护用品，或未监督佩戴使用',
      ),
      judge(
        '发包、出租的，签订安全生产管理协议并定期检查',
        law('第四十九条'),
        '发包、出租未签订安全生产管理协议，或未定期检查',
      ),
      judge('依法参加工伤保险', law('第五十一条'), '未依法参加工伤保险'),
      judge('制定生产安全事故应急救援预案并定期组织演练', law('第八十一条'), '未制定应急救援预案，或未定期组织演练'),
      {
        kind: 'photo',
        text: '主要生产区域现场照片',
        fault: '主要生产区域存在事故隐患',
        clause: law('第四十一条'),
        photos: 2,
      },
      {
        kind: 'text',
        text: '现场作业人数和当班主要作业内容',
        fault: '现场作业人数或作业内容与安排不符',
        clause: law('第四十一条'),
      },
    ],
  },
  {
    name: '危险化学品专项',
    usual: 'dangerousGoods',
    kind: 'special',
    basis: '《危险化学品安全管理条例》及储存、使用场所的通用要求；条款由使用单位核对',
    items: [
      judge(
        '危险化学品安全技术说明书、安全标签齐全，与实物一致',
        chemicals,
        '安全技术说明书、安全标签缺失，或与实物不一致',
      ),
      judge(
        '储存在专用仓库、专用场地或者专用储存室，由专人负责管理',
        chemicals,
        '危险化学品未储存在专用仓库、场地或储存室，或没有专人管理',
      ),
      judge('出入库核查、登记制度落实，账物相符', chemicals, '出入库未核查、登记，或账物不符'),
      judge('禁忌物料分开存放，堆垛间距和通道符合要求', chemicals, '禁忌物料混存，或堆垛间距、通道不足'),
      {
        kind: 'number',
        text: '储存室温度',
        fault: '储存室温度超出规定',
        clause: chemicals,
        basis: '以该品种安全技术说明书的储存温度为准',
        max: 30,
        unit: '℃',
      },
      {
        kind: 'number',
        text: '储存室相对湿度',
        fault: '储存室相对湿度超出规定',
        clause: chemicals,
        basis: '以该品种安全技术说明书为准',
        max: 80,
        unit: '%',
      },
      {
        kind: 'choice',
        text: '可燃、有毒气体检测报警装置',
        fault: '可燃、有毒气体检测报警装置不能正常报警',
        clause: law('第三十六条'),
        options: [
          { label: '在线且在检定有效期内', ok: true },
          { label: '未检定或超期', ok: false },
          { label: '故障或未安装', ok: false },
        ],
      },
      judge('防爆区域电气设备、工具防爆，静电接地完好', chemicals, '防爆区域使用非防爆电气设备或工具，或静电接地失效'),
      judge('通风、洗眼、喷淋设施完好可用', chemicals, '通风、洗眼或喷淋设施不能使用'),
      judge('装卸作业有人监护，车辆熄火、接地、垫轮', chemicals, '装卸作业无人监护，或车辆未熄火、接地、垫轮'),
      judge('剧毒、易制爆品种双人收发、双人保管', chemicals, '剧毒、易制爆品种未实行双人收发、双人保管'),
      judge(
        '岗位员工能说出本岗位物料的危险特性和处置要点',
        law('第二十八条'),
        '岗位员工不掌握本岗位物料的危险特性和处置要点',
      ),
      {
        kind: 'photo',
        text: '储存场所全景和标签照片',
        fault: '储存场所或标签不符合规定',
        clause: chemicals,
        photos: 2,
      },
    ],
  },
  {
    name: '消防安全专项',
    usual: 'fire',
    kind: 'special',
    basis: '《中华人民共和国消防法》和消防设施维护的通用要求；条款由使用单位核对',
    items: [
      judge(
        '消防安全责任人、管理人明确，制度和操作规程落实',
        fireLaw('第十六条'),
        '消防安全责任人、管理人不明确，或制度、操作规程未落实',
      ),
      judge(
        '疏散通道、安全出口、消防车通道畅通，没有占用、堵塞、封闭',
        fireLaw('第二十八条'),
        '疏散通道、安全出口或消防车通道被占用、堵塞、封闭',
      ),
      judge('常闭式防火门处于关闭状态，闭门器完好', fireLaw('第十六条'), '常闭式防火门未关闭，或闭门器损坏'),
      judge('应急照明和疏散指示标志完好，断电后能点亮', fireLaw('第十六条'), '应急照明或疏散指示标志损坏，断电后不亮'),
      {
        kind: 'number',
        text: '灭火器压力表',
        fault: '灭火器压力不在正常范围',
        clause: fireLaw('第十六条'),
        basis: '指针在绿区为正常',
        min: 1.2,
        max: 1.5,
        unit: 'MPa',
      },
      {
        kind: 'number',
        text: '室内消火栓最不利点静压',
        fault: '室内消火栓静压不符合要求',
        clause: fireLaw('第十六条'),
        min: 0.07,
        max: 1,
        unit: 'MPa',
      },
      {
        kind: 'choice',
        text: '火灾自动报警系统',
        fault: '火灾自动报警系统不能正常运行',
        clause: fireLaw('第十六条'),
        options: [
          { label: '正常运行', ok: true },
          { label: '有故障或屏蔽点位', ok: false },
          { label: '停用', ok: false },
          { label: '按规定无需设置', ok: true },
        ],
      },
      judge('消防控制室 24 小时值班，值班人员持证', fireLaw('第二十一条'), '消防控制室无人值班，或值班人员未持证'),
      judge('电气线路敷设规范，没有私拉乱接、超负荷用电', fireLaw('第二十七条'), '电气线路私拉乱接，或超负荷用电'),
      judge('电动自行车没有在室内、疏散通道停放充电', fireLaw('第二十八条'), '电动自行车在室内或疏散通道停放、充电'),
      judge(
        '动火作业办理审批，现场清理可燃物并有人监护',
        fireLaw('第二十一条'),
        '动火作业未审批，或现场可燃物未清理、无人监护',
      ),
      judge(
        '易燃可燃材料夹芯板、可燃装修没有用于人员密集区域',
        fireLaw('第二十六条'),
        '人员密集区域使用易燃可燃材料夹芯板或可燃装修',
      ),
      judge(
        '组织消防演练，员工会报警、会灭火、会逃生',
        fireLaw('第十六条'),
        '未组织消防演练，或员工不会报警、灭火、逃生',
      ),
      {
        kind: 'photo',
        text: '疏散通道和消防设施照片',
        fault: '疏散通道或消防设施存在隐患',
        clause: fireLaw('第十六条'),
        photos: 1,
      },
    ],
  },
];
