// Demo questions about the demo videos.
const single = (stem: string, optionA: string, optionB: string, optionC: string, answer: string) => ({
  form: 'single',
  stem,
  optionA,
  optionB,
  optionC,
  answer,
});
const judge = (stem: string, isTrue: boolean) => ({ form: 'judge', stem, answer: isTrue ? '对' : '错' });

export const demoQuestions: readonly Record<string, string>[] = [
  single('发车前制动气压应不低于多少？', '0.3 MPa', '0.6 MPa', '1.2 MPa', 'B'),
  single('检查驻车制动时，车辆应在多大的坡道上不溜车？', '5%', '10%', '20%', 'A'),
  single('白天连续驾驶不得超过几小时？', '2 小时', '4 小时', '6 小时', 'B'),
  single('停车休息每次不少于多少分钟？', '5 分钟', '10 分钟', '20 分钟', 'C'),
  single('使用灭火器时应站在什么位置？', '下风方向', '上风方向', '任意位置', 'B'),
  single('灭火器应对准火焰的哪个部位？', '火焰顶部', '火焰中部', '火焰根部', 'C'),
  single('发现制动有问题应当怎么办？', '不发车并报修', '先发车再说', '减速行驶', 'A'),
  judge('疲劳时可以在应急车道停车休息。', false),
  judge('灭火器压力表指针在绿区为正常。', true),
  judge('发生险情应先撤人，再报告和处置。', true),
  {
    form: 'multiple',
    stem: '下列哪些是疲劳驾驶的表现？',
    optionA: '频繁打哈欠',
    optionB: '跟车距离忽远忽近',
    optionC: '注意力集中',
    answer: 'AB',
  },
  {
    form: 'multiple',
    stem: '车载灭火器的使用步骤包括哪些？',
    optionA: '提起灭火器',
    optionB: '拔下保险销',
    optionC: '压下压把',
    answer: 'ABC',
  },
];
