// All stored facts that are registered. A module lists its facts in modules/<module>/stored-facts.ts; add that list
// below.
import type { StoredFact } from './kit/stored-fact.ts';
import { accidentFacts } from './modules/accident/stored-facts.ts';
import { classSessionFacts } from './modules/class-session/stored-facts.ts';
import { dangerFacts } from './modules/danger/stored-facts.ts';
import { deliveryFacts } from './modules/delivery/stored-facts.ts';
import { healthTaskFacts } from './modules/health-task/stored-facts.ts';
import { inspectionFacts } from './modules/inspection/stored-facts.ts';
import { riskCheckFacts } from './modules/risk-check/stored-facts.ts';
import { vehicleAlarmFacts } from './modules/vehicle-alarm/stored-facts.ts';
import { vehicleDayFacts } from './modules/vehicle-day/stored-facts.ts';
import { storedAmounts } from './stored-amounts.ts';
import { storedDays } from './stored-days.ts';

const plan = (column: `${string}.${string}`, ...inputs: [string, ...string[]]): StoredFact => ({
  column,
  setBy: 'plan',
  inputs,
});

/** Facts of modules that store only plans, limits and places. */
const plans: readonly StoredFact[] = [
  plan('course.lessons', 'course.create.lessons.seconds', 'course.update.lessons.seconds'),
  plan('enterprise.lat', 'enterprise.create.lat', 'enterprise.update.lat'),
  plan('enterprise.lng', 'enterprise.create.lng', 'enterprise.update.lng'),
  plan('announcement.publish_at', ...noticeInputs('publishAt')),
  plan('announcement.expire_at', ...noticeInputs('expireAt')),
  plan('announcement.receipt_due_on', 'notice.create.receiptDueOn', 'notice.update.receiptDueOn'),
  plan('page_edition.goes_at', 'pageDesign.publish.goesAt'),
  plan('risk_point.lat', 'riskPoint.locate.lat', 'riskPoint.locate.accuracy'),
  plan('risk_point.lng', 'riskPoint.locate.lng'),
  plan('shift.depart_at', 'shift.create.departAt', 'shift.update.departAt'),
  plan('shift.arrive_at', 'shift.create.arriveAt', 'shift.update.arriveAt'),
  plan('shop.open_hours', 'shop.apply.openHours', 'shop.create.openHours', 'shop.update.openHours'),
  plan('station.lat', 'station.create.lat', 'station.update.lat'),
  plan('station.lng', 'station.create.lng', 'station.update.lng'),
  plan('tenant_entry.ends_at', 'tenant.allowEntry.hours'),
  plan('training_plan.exam_minutes', 'trainingPlan.create.examMinutes', 'trainingPlan.update.examMinutes'),
  plan(
    'tenant_setting.setting',
    'setting.save.values.order.closeMinutes',
    'setting.save.values.risk.resendHours',
    'setting.save.values.learning.codeSeconds',
    'setting.save.values.secondPerson.hours',
    'setting.save.values.secondPerson.days',
    'setting.save.values.rectify.generalDays',
    'setting.save.values.rectify.generalMaxDays',
    'setting.save.values.rectify.majorDays',
    'setting.save.values.rectify.extensionTimes',
    'setting.save.values.rectify.extensionDays',
    'setting.save.values.rectify.recheckWorkdays',
    'setting.save.values.rectify.urgeWorkdays',
    'setting.save.values.rectify.voidDays',
    'setting.save.values.rectify.remindBeforeDays',
    'setting.save.values.rectify.escalate',
    'setting.save.values.rectify.repeatDays',
    'setting.save.values.rectify.sampleRecheckShare',
    'setting.save.values.risk.presenceMetres',
    'setting.save.values.risk.reviewMonths',
    'setting.save.values.risk.lecBands',
    'setting.save.values.risk.lsBands',
    'setting.save.values.risk.lcBands',
    'setting.save.values.score.weights',
    'setting.save.values.score.capFatal',
    'setting.save.values.score.capMajorOverdue',
    'setting.save.values.score.minParts',
    'setting.save.values.color.bands',
    'setting.save.values.color.generalOverdueDays',
    'setting.save.values.color.expiredItems',
    'setting.save.values.membership.expiringDays',
    'setting.save.values.membership.graceDays',
    'setting.save.values.membership.baseSeats',
    'setting.save.values.membership.baseStorageMb',
    'setting.save.values.membership.trialDays',
    'setting.save.values.report.dueDay',
    'setting.save.values.report.quarterDueDay',
    'setting.save.values.report.yearDueDay',
  ),
  plan('user_setting.setting', 'user.settingSave.autoLockMinutes'),
];
function noticeInputs(field: string): [string, ...string[]] {
  return [
    `notice.create.${field}`,
    `notice.update.${field}`,
    `notice.systemCreate.${field}`,
    `notice.systemUpdate.${field}`,
  ];
}

export const storedFacts: readonly StoredFact[] = [
  ...plans,
  ...storedAmounts,
  ...storedDays,
  ...accidentFacts,
  ...classSessionFacts,
  ...dangerFacts,
  ...deliveryFacts,
  ...healthTaskFacts,
  ...inspectionFacts,
  ...riskCheckFacts,
  ...vehicleAlarmFacts,
  ...vehicleDayFacts,
];
