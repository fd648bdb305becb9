// Days that inputs set, by table: days on which something happened are claims, and lie in the past; days on which something
// ends or is due are plans, or limits that a paper states.
import type { StoredFact } from './kit/stored-fact.ts';
import { snakeCase } from './kit/resource.ts';

/** The calls of a resource that set a field. */
export type Verbs = readonly [string, ...string[]];
const factOf = (table: string, resource: string, field: string, [first, ...rest]: Verbs) => ({
  column: `${table}.${snakeCase(field)}` as const,
  inputs: [`${resource}.${first}.${field}`, ...rest.map((verb) => `${resource}.${verb}.${field}`)] as [
    string,
    ...string[],
  ],
});
/** The calls that make and change a row. */
export const write: Verbs = ['create', 'update'];
/** Facts that say what will be: by field the calls that set them. */
export const plans = (table: string, resource: string, fields: Readonly<Record<string, Verbs>>): StoredFact[] =>
  Object.entries(fields).map(([field, verbs]) => ({ ...factOf(table, resource, field, verbs), setBy: 'plan' }));
/** Facts that are said to be so: by field the words that people see, and the calls that set them. */
export const claims = (
  table: string,
  resource: string,
  fields: Readonly<Record<string, readonly [shownAs: string, verbs: Verbs]>>,
): StoredFact[] =>
  Object.entries(fields).map(([field, [shownAs, verbs]]) => ({
    ...factOf(table, resource, field, verbs),
    setBy: 'claimed',
    shownAs,
  }));

const vehicleLimits = [
  'carrierTo',
  'commercialTo',
  'compulsoryTo',
  'inspectionTo',
  'maintenanceTo',
  'ratingTo',
  'terminalTo',
  'transportCertTo',
];
const statusMoves: Verbs = ['operate', 'repair', 'scrap', 'stop', 'transferOut'];

/** Days of every module. */
export const storedDays: readonly StoredFact[] = [
  ...plans('calendar_day', 'calendarDay', { day: write }),
  ...plans('certificate', 'certificate', {
    validTo: [...write, 'renew', 'submit', 'upload'],
    nextReviewOn: [...write, 'renew'],
  }),
  ...claims('certificate', 'certificate', {
    issuedOn: ['发证日期', [...write, 'renew', 'submit', 'upload']],
    firstIssuedOn: ['初领日期', write],
  }),
  {
    column: 'danger.deadline_on',
    setBy: 'plan',
    inputs: [
      'danger.create.deadlineOn',
      'danger.update.deadlineOn',
      'danger.fixOnSpot.deadlineOn',
      'danger.sendBack.deadlineOn',
      'inspection.finish.dueOn',
    ],
  },
  ...plans('danger', 'danger', { listingDueOn: ['list'] }),
  { column: 'danger.extensions', setBy: 'plan', inputs: ['danger.askExtension.newDeadlineOn'] },
  ...claims('danger', 'danger', {
    congressOn: ['职代会通报日期', ['congress']],
    listedOn: ['挂牌日期', ['list']],
    delistedOn: ['摘牌日期', ['delist']],
    publishedOn: ['公示日期', ['publish']],
  }),
  ...plans('document', 'document', { validTo: [...write, 'renew'], keepUntil: write }),
  ...claims('document', 'document', { issuedOn: ['形成日期', [...write, 'renew']] }),
  ...plans('drill', 'drill', { plannedOn: write }),
  ...claims('drill', 'drill', { heldOn: ['演练日期', ['hold']] }),
  {
    column: 'emergency_plan.next_review_on',
    setBy: 'claimed',
    inputs: ['emergencyPlan.assess.assessedOn'],
    shownAs: '评估日期',
  },
  ...claims('emergency_plan', 'emergencyPlan', {
    filedOn: ['备案日期', ['file']],
    issuedOn: ['发布日期', [...write, 'revise']],
  }),
  ...claims('employee', 'employee', {
    dutySignedOn: ['责任书签订日期', write],
    hiredOn: ['入职日期', write],
    idConsentOn: ['同意日期', write],
    leftOn: ['离职日期', ['leave']],
    statusOn: ['状态日期', ['pause', 'resume', 'retrain', 'start']],
  }),
  ...plans('enforcement', 'enforcement', { dueOn: write }),
  {
    column: 'enforcement.measures',
    setBy: 'plan',
    inputs: ['enforcement.create.measures.dueOn', 'enforcement.update.measures.dueOn'],
  },
  ...plans('officer', 'officer', { validFrom: write, validTo: write }),
  ...plans('enterprise', 'enterprise', {
    licenceTo: [...write, 'apply', 'applyAgain'],
    policyTo: write,
    standardTo: write,
    transportLicenceTo: write,
  }),
  ...claims('enterprise', 'enterprise', { establishedOn: ['成立日期', [...write, 'apply', 'applyAgain']] }),
  {
    column: 'enterprise_status_change.details',
    setBy: 'plan',
    inputs: [
      'enterprise.bulk.closedOn',
      'enterprise.bulk.fromOn',
      'enterprise.close.closedOn',
      'enterprise.suspend.fromOn',
    ],
  },
  ...plans('equipment', 'equipment', { nextInspectionOn: [...write, 'renew'] }),
  ...claims('equipment', 'equipment', { usedFrom: ['投用日期', write] }),
  ...claims('hazard_source', 'hazardSource', { assessedOn: ['评估日期', write], filedOn: ['备案日期', write] }),
  ...plans('health_task', 'healthTask', { endOn: write, startOn: write }),
  ...plans('impact_assessment', 'impactAssessment', { validTo: write }),
  ...plans('learning_task', 'learningTask', { dueOn: write }),
  { column: 'todo_snooze.until_on', setBy: 'plan', inputs: ['notice.todoSnooze.snoozedTo'] },
  { column: 'bill_day.day', setBy: 'plan', inputs: ['order.reconcile.day'] },
  {
    column: 'risk_rule.content',
    setBy: 'plan',
    inputs: ['risk.savePopup.since', 'risk.savePopup.until', 'risk.saveExpiry.days'],
  },
  ...plans('risk_check', 'riskCheck', { dueOn: write }),
  ...plans('risk_point', 'riskPoint', { pausedFrom: ['pause'], pausedTo: ['pause'] }),
  ...claims('risk_point', 'riskPoint', { assessedOn: ['评估日期', write] }),
  ...claims('safety_cost', 'safetyCost', { happenedOn: ['日期', write] }),
  { column: 'color_hold.until_on', setBy: 'plan', inputs: ['score.hold.until'] },
  ...plans('topic', 'topic', { startOn: write, endOn: write }),
  { column: 'topic.items', setBy: 'plan', inputs: ['topic.create.items.dueOn', 'topic.update.items.dueOn'] },
  ...plans('training_plan', 'trainingPlan', { startOn: write, endOn: write }),
  ...plans('vehicle', 'vehicle', {
    ...Object.fromEntries(vehicleLimits.map((field): [string, Verbs] => [field, [...write, 'renew']])),
    scrapOn: write,
  }),
  ...claims('vehicle', 'vehicle', {
    firstRegisteredOn: ['初次登记日期', write],
    statusOn: ['状态日期', statusMoves],
  }),
  ...claims('vehicle_day', 'vehicleDay', { day: ['日期', ['create']] }),
  { column: 'warning.valid_to', setBy: 'plan', inputs: ['warning.create.validTo', 'warning.renew.renewedTo'] },
  ...plans('warning', 'warning', { ignoredUntil: ['ignore'], snoozedTo: ['snooze'] }),
];
