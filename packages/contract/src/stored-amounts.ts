// Numbers that inputs set, by table: money, harm, quantities, measures. What an enterprise states about itself is a
// claim and is shown as a claim. Limits, prices and schedules are plans. The server's own records limit the values that
// are counted.
import type { FactBound, StoredFact } from './kit/stored-fact.ts';
import { claims, plans, writeVerbs } from './stored-days.ts';

const factors = (field: 'factors' | 'residual') =>
  ['create', 'update'].flatMap((verb) => ['L', 'E', 'C', 'S'].map((one) => `riskPoint.${verb}.${field}.${one}`));
const cycles = ['create', 'update'].flatMap((verb) =>
  ['company', 'department', 'team', 'post'].flatMap((layer) =>
    ['every', 'from', 'to'].map((one) => `riskPoint.${verb}.cycles.${layer}.${one}`),
  ),
);
const nonEmpty = ([first = '', ...rest]: readonly string[]): [string, ...string[]] => [first, ...rest];
const inputsOf = (resource: string, field: string, verbs: readonly string[] = writeVerbs) =>
  nonEmpty(verbs.map((verb) => `${resource}.${verb}.${field}`));
const harmFact = (field: string, decides: 'score' | 'grade'): StoredFact => ({
  column: `accident.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
  setBy: 'evidence',
  decides: [decides],
  inputs: inputsOf('accident', field),
  bound: { smallerConfirmedBy: 'accident.close by the authority; a report with a figure that was lowered stays' },
});
const activeEditionBound = (what: string): FactBound => ({ atMost: `the edition of the ${what} that is in force` });

export const storedAmounts: readonly StoredFact[] = [
  harmFact('deaths', 'score'),
  harmFact('seriousInjuries', 'grade'),
  harmFact('minorInjuries', 'grade'),
  harmFact('lossFen', 'grade'),
  { column: 'accident.counted_deaths', setBy: 'server', decides: ['score'] },
  {
    column: 'checklist.items',
    setBy: 'plan',
    inputs: nonEmpty(['min', 'max', 'photos'].flatMap((key) => inputsOf('checklist', `items.${key}`))),
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
    registeredCapitalFen: ['注册资本', writeVerbs],
    headcount: ['从业人数', [...writeVerbs, 'apply', 'applyAgain']],
    revenue10k: ['营业收入', writeVerbs],
    assets10k: ['资产总额', writeVerbs],
    areaSqm: ['占地面积', writeVerbs],
    fullTimeSafety: ['专职安全员人数', writeVerbs],
    partTimeSafety: ['兼职安全员人数', writeVerbs],
    insuredCount: ['参保人数', writeVerbs],
    coverPerPersonFen: ['每人责任限额', writeVerbs],
    injuryInsured: ['工伤参保人数', writeVerbs],
    confinedSpaces: ['有限空间数', writeVerbs],
    dustWorkers: ['涉尘人数', writeVerbs],
    occupationalExposed: ['接害人数', writeVerbs],
    dispatchers: ['动态监控员人数', writeVerbs],
  }),
  {
    column: 'enterprise.chemicals',
    setBy: 'claimed',
    inputs: inputsOf('enterprise', 'chemicals.maxTonnes'),
    shownAs: '最大存量',
  },
  ...plans('goods', 'goods', { priceFen: writeVerbs, stock: writeVerbs }),
  // The level follows from the substances. It is shown as the enterprise's own statement and not counted.
  {
    column: 'hazard_source.substances',
    setBy: 'claimed',
    inputs: nonEmpty(['amountT', 'thresholdT', 'beta'].flatMap((key) => inputsOf('hazardSource', `substances.${key}`))),
    shownAs: '自评等级',
  },
  ...claims('hazard_source', 'hazardSource', { exposed: ['厂外可能暴露人数', writeVerbs] }),
  ...plans('health_task', 'healthTask', { everyDays: writeVerbs }),
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
    bound: activeEditionBound('words'),
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
    bound: activeEditionBound('agreement'),
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
  ...plans('plan', 'plan', { lookups: writeVerbs, seats: writeVerbs, storageMb: writeVerbs }),
  {
    column: 'plan.price_list',
    setBy: 'plan',
    inputs: nonEmpty(
      ['year', 'transactionPrice', 'money', 'giftMonth'].flatMap((key) => inputsOf('plan', `priceList.${key}`)),
    ),
  },
  ...plans('question', 'question', { points: writeVerbs }),
  {
    column: 'risk_check.items.amount',
    setBy: 'claimed',
    inputs: ['riskCheck.answer.amount', 'riskCheck.answer.given.amount'],
    shownAs: '实测',
  },
  {
    column: 'risk_plan.areas',
    setBy: 'plan',
    inputs: nonEmpty(['x', 'y'].flatMap((key) => inputsOf('riskPlan', `areas.corners.${key}`))),
  },
  { column: 'risk_point.cycles', setBy: 'plan', inputs: nonEmpty(cycles) },
  {
    column: 'risk_point.factors',
    setBy: 'evidence',
    decides: ['grade'],
    inputs: nonEmpty(factors('factors')),
    bound: { confirmedBy: 'riskPoint.approve' },
  },
  {
    column: 'risk_point.residual',
    setBy: 'evidence',
    decides: ['grade'],
    inputs: nonEmpty(factors('residual')),
    bound: { confirmedBy: 'riskPoint.approve' },
  },
  { column: 'risk_point.plan_x', setBy: 'plan', inputs: ['riskPoint.place.x'] },
  { column: 'risk_point.plan_y', setBy: 'plan', inputs: ['riskPoint.place.y'] },
  ...claims('safety_cost', 'safetyCost', { amountFen: ['自报已提取', writeVerbs] }),
  ...claims('safety_cost_year', 'safetyCostYear', {
    basisFen: ['按自报依据', writeVerbs],
    openingFen: ['自报结余', writeVerbs],
  }),
  ...plans('safety_cost_year', 'safetyCostYear', { year: ['create'] }),
  ...plans('shift', 'shift', { distanceKm: writeVerbs }),
  ...claims('shift', 'shift', { passengers: ['载客人数', [...writeVerbs, 'look']] }),
  {
    column: 'staff_report.reward_fen',
    setBy: 'evidence',
    decides: ['money'],
    inputs: ['staffReport.reward.rewardFen'],
    bound: { confirmedBy: 'staffReport.confirm and reward, neither by who reported' },
  },
  { column: 'staff_report_code.expires_at', setBy: 'plan', inputs: ['staffReport.makeCode.days'] },
  ...claims('station', 'station', { areaSqm: ['面积', writeVerbs] }),
  // A published training plan never changes, and the server clock decides how much learning counts.
  ...plans('training_plan', 'trainingPlan', {
    cycleMonths: writeVerbs,
    examCount: writeVerbs,
    hoursRequired: writeVerbs,
    passScore: writeVerbs,
    retries: writeVerbs,
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
  ...claims('vehicle', 'vehicle', { ratedLoadKg: ['核定载质量', writeVerbs], seats: ['核定载客', writeVerbs] }),
  ...claims('vehicle_alarm', 'vehicleAlarm', { speed: ['车速', writeVerbs], speedLimit: ['限速', writeVerbs] }),
  ...claims('vehicle_day', 'vehicleDay', { mileageKm: ['自报行驶里程', writeVerbs] }),
];
