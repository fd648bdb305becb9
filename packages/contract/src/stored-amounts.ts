// Numbers that inputs set, by table: money, harm, quantities, measures. What an enterprise says of itself is a claim, and
// people see it as its word; limits, prices and schedules are plans; what counts is bounded by what the server saw.
import type { FactBound, StoredFact } from './kit/stored-fact.ts';
import { claims, plans, write } from './stored-days.ts';

const factors = (field: 'factors' | 'residual') =>
  ['create', 'update'].flatMap((verb) => ['L', 'E', 'C', 'S'].map((one) => `riskPoint.${verb}.${field}.${one}`));
const cycles = ['create', 'update'].flatMap((verb) =>
  ['company', 'department', 'team', 'post'].flatMap((layer) =>
    ['every', 'from', 'to'].map((one) => `riskPoint.${verb}.cycles.${layer}.${one}`),
  ),
);
const some = ([first = '', ...rest]: readonly string[]): [string, ...string[]] => [first, ...rest];
const of = (resource: string, field: string, verbs: readonly string[] = write) =>
  some(verbs.map((verb) => `${resource}.${verb}.${field}`));
const harmed = (field: string, decides: 'score' | 'grade'): StoredFact => ({
  column: `accident.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
  setBy: 'evidence',
  decides: [decides],
  inputs: of('accident', field),
  bound: { smallerConfirmedBy: 'accident.close by the authority; a report with a figure that was lowered stays' },
});
const inForce = (what: string): FactBound => ({ atMost: `the edition of the ${what} that is in force` });

/** Numbers of every module. */
export const storedAmounts: readonly StoredFact[] = [
  harmed('deaths', 'score'),
  harmed('seriousInjuries', 'grade'),
  harmed('minorInjuries', 'grade'),
  harmed('lossFen', 'grade'),
  { column: 'accident.counted_deaths', setBy: 'server', decides: ['score'] },
  {
    column: 'checklist.items',
    setBy: 'plan',
    inputs: some(['min', 'max', 'photos'].flatMap((key) => of('checklist', `items.${key}`))),
  },
  {
    column: 'danger.cost_fen',
    setBy: 'claimed',
    inputs: ['danger.submit.costFen', 'danger.fixOnSpot.costFen'],
    shownAs: '自报整改资金',
  },
  { column: 'danger.plan', setBy: 'plan', inputs: ['danger.savePlan.plan.fundsFen'] },
  { column: 'danger_link.expires_at', setBy: 'plan', inputs: ['danger.makeLink.days'] },
  { column: 'delivery_device.owed', setBy: 'claimed', inputs: ['delivery.owed.count'], shownAs: '没有送出' },
  ...claims('drill', 'drill', { people: ['自报共', ['hold']] }),
  ...claims('enterprise', 'enterprise', {
    registeredCapitalFen: ['注册资本', write],
    headcount: ['从业人数', [...write, 'apply', 'applyAgain']],
    revenue10k: ['营业收入', write],
    assets10k: ['资产总额', write],
    areaSqm: ['占地面积', write],
    fullTimeSafety: ['专职安全员人数', write],
    partTimeSafety: ['兼职安全员人数', write],
    insuredCount: ['参保人数', write],
    coverPerPersonFen: ['每人责任限额', write],
    injuryInsured: ['工伤参保人数', write],
    confinedSpaces: ['有限空间数', write],
    dustWorkers: ['涉尘人数', write],
    occupationalExposed: ['接害人数', write],
    dispatchers: ['动态监控员人数', write],
  }),
  {
    column: 'enterprise.chemicals',
    setBy: 'claimed',
    inputs: of('enterprise', 'chemicals.maxTonnes'),
    shownAs: '最大存量',
  },
  ...plans('goods', 'goods', { priceFen: write, stock: write }),
  // The level follows from them: it is shown as the enterprise's own, and nothing counts it.
  {
    column: 'hazard_source.substances',
    setBy: 'claimed',
    inputs: some(['amountT', 'thresholdT', 'beta'].flatMap((key) => of('hazardSource', `substances.${key}`))),
    shownAs: '自评级别',
  },
  ...claims('hazard_source', 'hazardSource', { exposed: ['厂外可能暴露人数', write] }),
  ...plans('health_task', 'healthTask', { everyDays: write }),
  {
    column: 'inspection.items.amount',
    setBy: 'claimed',
    inputs: ['inspection.answer.amount', 'inspection.answer.given.amount'],
    shownAs: '实测',
  },
  ...plans('inspection_plan', 'inspectionPlan', { year: ['create'] }),
  {
    column: 'learning_face_consent.words',
    setBy: 'evidence',
    decides: [],
    inputs: ['learning.faceConsent.words'],
    bound: inForce('words'),
  },
  {
    column: 'learning_link.expires_at',
    setBy: 'plan',
    inputs: ['trainingPlan.makeLink.days', 'learningTask.makeLink.days'],
  },
  {
    column: 'learning_sitting.credited_ms',
    setBy: 'evidence',
    decides: ['credit', 'score'],
    inputs: ['learning.beat.from', 'learning.beat.to'],
    bound: { atMost: 'the time between two beats by the clock of the server' },
  },
  {
    column: 'order_record.agreement',
    setBy: 'evidence',
    decides: [],
    inputs: ['order.saveOrder.agreement'],
    bound: inForce('agreement'),
  },
  { column: 'order_record.paid', setBy: 'server', decides: ['money'] },
  { column: 'order_record.price', setBy: 'server', decides: ['money'] },
  {
    column: 'order_record.year',
    setBy: 'plan',
    inputs: ['order.create.year', 'order.saveOrder.year', 'order.payMeal.year'],
  },
  {
    column: 'order_refund.months',
    setBy: 'evidence',
    decides: ['money'],
    inputs: ['order.refundAsk.months'],
    bound: { atMost: 'order_record.months less order_record.months_back' },
  },
  ...plans('plan', 'plan', { lookups: write, seats: write, storageMb: write }),
  {
    column: 'plan.price_list',
    setBy: 'plan',
    inputs: some(['year', 'transactionPrice', 'money', 'giftMonth'].flatMap((key) => of('plan', `priceList.${key}`))),
  },
  ...plans('question', 'question', { points: write }),
  ...claims('report', 'report', { investmentFen: ['自报安全投入', write] }),
  {
    column: 'risk_check.items.amount',
    setBy: 'claimed',
    inputs: ['riskCheck.answer.amount', 'riskCheck.answer.given.amount'],
    shownAs: '实测',
  },
  {
    column: 'risk_plan.areas',
    setBy: 'plan',
    inputs: some(['x', 'y'].flatMap((key) => of('riskPlan', `areas.corners.${key}`))),
  },
  { column: 'risk_point.cycles', setBy: 'plan', inputs: some(cycles) },
  {
    column: 'risk_point.factors',
    setBy: 'evidence',
    decides: ['grade'],
    inputs: some(factors('factors')),
    bound: { confirmedBy: 'riskPoint.approve' },
  },
  {
    column: 'risk_point.residual',
    setBy: 'evidence',
    decides: ['grade'],
    inputs: some(factors('residual')),
    bound: { confirmedBy: 'riskPoint.approve' },
  },
  { column: 'risk_point.plan_x', setBy: 'plan', inputs: ['riskPoint.place.x'] },
  { column: 'risk_point.plan_y', setBy: 'plan', inputs: ['riskPoint.place.y'] },
  ...claims('safety_cost', 'safetyCost', { amountFen: ['自报已提取', write] }),
  ...claims('safety_cost_year', 'safetyCostYear', {
    basisFen: ['按自报依据', write],
    openingFen: ['自报结余', write],
  }),
  ...plans('safety_cost_year', 'safetyCostYear', { year: ['create'] }),
  ...plans('shift', 'shift', { distanceKm: write }),
  ...claims('shift', 'shift', { passengers: ['载客人数', [...write, 'look']] }),
  {
    column: 'staff_report.reward_fen',
    setBy: 'evidence',
    decides: ['money'],
    inputs: ['staffReport.reward.rewardFen'],
    bound: { confirmedBy: 'staffReport.confirm and reward, neither by who reported' },
  },
  { column: 'staff_report_code.expires_at', setBy: 'plan', inputs: ['staffReport.makeCode.days'] },
  ...claims('station', 'station', { areaSqm: ['面积', write] }),
  // A plan is fixed once it is published; what people learned of it is credited by the clock of the server.
  ...plans('training_plan', 'trainingPlan', {
    cycleMonths: write,
    examCount: write,
    hoursRequired: write,
    passScore: write,
    retries: write,
  }),
  {
    column: 'upload.size_bytes',
    setBy: 'evidence',
    decides: [],
    inputs: ['upload.begin.sizeBytes'],
    bound: { atMost: 'the bytes that arrived' },
  },
  {
    column: 'upload_part.at',
    setBy: 'evidence',
    decides: [],
    inputs: ['upload.part.at'],
    bound: { atMost: 'upload.size_bytes' },
  },
  ...claims('vehicle', 'vehicle', { ratedLoadKg: ['核定载质量', write], seats: ['核定载客', write] }),
  ...claims('vehicle_alarm', 'vehicleAlarm', { speed: ['车速', write], speedLimit: ['限速', write] }),
  ...claims('vehicle_day', 'vehicleDay', { mileageKm: ['自报行驶里程', write] }),
];
