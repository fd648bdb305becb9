// Check lists of the demonstration. The demands are the usual ones of the trade in plain words; documents are named without
// edition and clause numbers stand only where the text of the Work Safety Law (2021) says so itself. A unit checks them.
import type { CheckItem } from '@anlan/contract/modules/checklist/item';

type Demand = Omit<CheckItem, 'key'>;
const judge = (text: string, clause: string | null = null, basis: string | null = null): Demand => ({
  kind: 'judgement',
  text,
  clause,
  basis,
});
const law = (article: string) => `《安全生产法》${article}`;

/** Lists of the demonstration, in order. */
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
      judge('建立健全全员安全生产责任制，责任书签订到岗', law('第二十二条')),
      judge('按规定设置安全生产管理机构或者配备安全生产管理人员', law('第二十四条')),
      judge('主要负责人、安全生产管理人员培训考核合格', law('第二十七条')),
      judge('从业人员经安全生产教育和培训合格后上岗，档案如实记录', law('第二十八条')),
      judge('特种作业人员持有效的特种作业操作证上岗', law('第三十条')),
      {
        kind: 'number',
        text: '抽查持证上岗的特种作业人员比例',
        clause: law('第三十条'),
        basis: '抽查不少于 3 人，不足 3 人的全查',
        min: 100,
        max: 100,
        unit: '%',
      },
      judge('有较大危险因素的场所和设备设置明显的安全警示标志', law('第三十五条')),
      judge('安全设备经常性维护、保养并定期检测，没有关闭、破坏监控报警防护设施', law('第三十六条')),
      {
        kind: 'choice',
        text: '转动、传动等危险部位的防护装置',
        clause: law('第三十六条'),
        options: [
          { label: '齐全有效', ok: true },
          { label: '缺失或损坏', ok: false },
          { label: '被拆除或短接', ok: false },
        ],
      },
      judge('开展安全风险分级管控，隐患排查治理情况如实记录并向从业人员通报', law('第四十一条')),
      judge('生产经营场所和员工宿舍的出口、疏散通道保持畅通，没有锁闭、封堵', law('第四十二条')),
      judge('吊装、动火、临时用电、有限空间等危险作业安排专人现场管理', law('第四十三条')),
      judge('为从业人员提供合格的劳动防护用品，并监督佩戴使用', law('第四十五条')),
      judge('发包、出租的，签订安全生产管理协议并定期检查', law('第四十九条')),
      judge('依法参加工伤保险', law('第五十一条')),
      judge('制定生产安全事故应急救援预案并定期组织演练', law('第八十一条')),
      { kind: 'photo', text: '主要生产区域现场照片', photos: 2 },
      { kind: 'text', text: '现场作业人数和当班主要作业内容' },
    ],
  },
  {
    name: '危险化学品专项',
    usual: 'dangerousGoods',
    kind: 'special',
    basis: '《危险化学品安全管理条例》及储存、使用场所的通用要求；条款由使用单位核对',
    items: [
      judge('危险化学品安全技术说明书、安全标签齐全，与实物一致', '《危险化学品安全管理条例》'),
      judge('储存在专用仓库、专用场地或者专用储存室，由专人负责管理', '《危险化学品安全管理条例》'),
      judge('出入库核查、登记制度落实，账物相符', '《危险化学品安全管理条例》'),
      judge('禁忌物料分开存放，堆垛间距和通道符合要求'),
      { kind: 'number', text: '储存室温度', basis: '以该品种安全技术说明书的储存温度为准', max: 30, unit: '℃' },
      { kind: 'number', text: '储存室相对湿度', basis: '以该品种安全技术说明书为准', max: 80, unit: '%' },
      {
        kind: 'choice',
        text: '可燃、有毒气体检测报警装置',
        options: [
          { label: '在线且在检定有效期内', ok: true },
          { label: '未检定或超期', ok: false },
          { label: '故障或未安装', ok: false },
        ],
      },
      judge('防爆区域电气设备、工具防爆，静电接地完好'),
      judge('通风、洗眼、喷淋设施完好可用'),
      judge('装卸作业有人监护，车辆熄火、接地、垫轮'),
      judge('剧毒、易制爆品种双人收发、双人保管', '《危险化学品安全管理条例》'),
      judge('岗位员工能说出本岗位物料的危险特性和处置要点'),
      { kind: 'photo', text: '储存场所全景和标签照片', photos: 2 },
    ],
  },
  {
    name: '消防安全专项',
    usual: 'fire',
    kind: 'special',
    basis: '《中华人民共和国消防法》和消防设施维护的通用要求；条款由使用单位核对',
    items: [
      judge('消防安全责任人、管理人明确，制度和操作规程落实', '《消防法》第十六条'),
      judge('疏散通道、安全出口、消防车通道畅通，没有占用、堵塞、封闭', '《消防法》第二十八条'),
      judge('常闭式防火门处于关闭状态，闭门器完好'),
      judge('应急照明和疏散指示标志完好，断电后能点亮'),
      { kind: 'number', text: '灭火器压力表', basis: '指针在绿区为正常', min: 1.2, max: 1.5, unit: 'MPa' },
      { kind: 'number', text: '室内消火栓最不利点静压', min: 0.07, max: 1, unit: 'MPa' },
      {
        kind: 'choice',
        text: '火灾自动报警系统',
        options: [
          { label: '正常运行', ok: true },
          { label: '有故障或屏蔽点位', ok: false },
          { label: '停用', ok: false },
          { label: '按规定无需设置', ok: true },
        ],
      },
      judge('消防控制室 24 小时值班，值班人员持证', '《消防法》第二十一条'),
      judge('电气线路敷设规范，没有私拉乱接、超负荷用电'),
      judge('电动自行车没有在室内、疏散通道停放充电'),
      judge('动火作业办理审批，现场清理可燃物并有人监护', '《消防法》第二十一条'),
      judge('易燃可燃材料夹芯板、可燃装修没有用于人员密集区域'),
      judge('组织消防演练，员工会报警、会灭火、会逃生', '《消防法》第十六条'),
      { kind: 'photo', text: '疏散通道和消防设施照片', photos: 1 },
    ],
  },
];
