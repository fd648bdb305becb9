// Days set by inputs, by table. Days of past events are claims. End and due days are plans, or limits stated in a
// document.
import type { StoredFact } from './kit/stored-fact.ts';
import { snakeCase } from './kit/resource.ts';

/** Names of the calls of a resource that set a field. */
export type Verbs = readonly [string, ...string[]];
const factOf = (table: string, resource: string, field: string, [first, ...rest]: Verbs) => ({
  column: `${table}.${snakeCase(field)}` as const,
  inputs: [`${resource}.${first}.${field}`, ...rest.map((verb) => `${resource}.${verb}.${field}`)] as [
    string,
    ...string[],
  ],
});
/** Names of the calls that create and change a row. */
export const writeVerbs: Verbs = ['create', 'update'];
/**
 * Builds stored facts about plans, such as planned dates and expiry dates. `fields`: for each field, the calls that
 * set it.
 */
export const plans = (table: string, resource: string, fields: Readonly<Record<string, Verbs>>): StoredFact[] =>
  Object.entries(fields).map(([field, verbs]) => ({ ...factOf(table, resource, field, verbs), setBy: 'plan' }));
/** Builds claimed facts: for each field, the words that mark it as a claim, and the calls that set it. */
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

export const storedDays: readonly StoredFact[] = [
  ...plans('calendar_day', 'calendarDay', { day: writeVerbs }),
  ...plans('certificate', 'certificate', {
    validTo: [...writeVerbs, 'renew', 'submit', 'upload'],
    nextReviewOn: [...writeVerbs, 'renew'],
  }),
  ...claims('certificate', 'certificate', {
    issuedOn: ['发证日期', [...writeVerbs, 'renew', 'submit', 'upload']],
    firstIssuedOn: ['初领日期', writeVerbs],
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
  ...plans('document', 'document', { validTo: [...writeVerbs, 'renew'], keepUntil: writeVerbs }),
  ...claims('document', 'document', { issuedOn: ['形成日期', [...writeVerbs, 'renew']] }),
  ...plans('drill', 'drill', { plannedOn: writeVerbs }),
  ...claims('drill', 'drill', { heldOn: ['演练日期', ['hold']] }),
  {
    column: 'emergency_plan.next_review_on',
    setBy: 'claimed',
    inputs: ['emergencyPlan.assess.assessedOn'],
    shownAs: '评估日期',
  },
  ...claims('emergency_plan', 'emergencyPlan', {
    filedOn: ['备案日期', ['file']],
    issuedOn: ['发布日期', [...writeVerbs, 'revise']],
  }),
  ...claims('employee', 'employee', {
    dutySignedOn: ['责任书签订日期', writeVerbs],
    hiredOn: ['入职日期', writeVerbs],
    idConsentOn: ['同意日期', writeVerbs],
    leftOn: ['离职日期', ['leave']],
    statusOn: ['状态日期', ['pause', 'resume', 'retrain', 'start']],
  }),
  ...plans('enforcement', 'enforcement', { dueOn: writeVerbs }),
  {
    column: 'enforcement.measures',
    setBy: 'plan',
    inputs: ['enforcement.create.measures.dueOn', 'enforcement.update.measures.dueOn'],
  },
  ...plans('officer', 'officer', { validFrom: writeVerbs, validTo: writeVerbs }),
  ...plans('enterprise', 'enterprise', {
    licenceTo: [...writeVerbs, 'apply', 'applyAgain'],
    policyTo: writeVerbs,
    standardTo: writeVerbs,
    transportLicenceTo: writeVerbs,
  }),
  ...claims('enterprise', 'enterprise', { establishedOn: ['成立日期', [...writeVerbs, 'apply', 'applyAgain']] }),
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
  ...plans('equipment', 'equipment', { nextInspectionOn: [...writeVerbs, 'renew'] }),
  ...claims('equipment', 'equipment', { usedFrom: ['投用日期', writeVerbs] }),
  ...claims('hazard_source', 'hazardSource', {
    assessedOn: ['评估日期', writeVerbs],
    filedOn: ['备案日期', writeVerbs],
  }),
  ...plans('health_task', 'healthTask', { endOn: writeVerbs, startOn: writeVerbs }),
  ...plans('impact_assessment', 'impactAssessment', { validTo: writeVerbs }),
  ...plans('learning_task', 'learningTask', { dueOn: writeVerbs }),
  { column: 'todo_snooze.until_on', setBy: 'plan', inputs: ['notice.todoSnooze.snoozedTo'] },
  { column: 'bill_day.day', setBy: 'plan', inputs: ['order.reconcile.day'] },
  {
    column: 'risk_rule.content',
    setBy: 'plan',
    inputs: ['risk.savePopup.since', 'risk.savePopup.until', 'risk.saveExpiry.days'],
  },
  ...plans('risk_check', 'riskCheck', { dueOn: writeVerbs }),
  ...plans('risk_point', 'riskPoint', { pausedFrom: ['pause'], pausedTo: ['pause'] }),
  ...claims('risk_point', 'riskPoint', { assessedOn: ['评估日期', writeVerbs] }),
  ...claims('safety_cost', 'safetyCost', { happenedOn: ['日期', writeVerbs] }),
  { column: 'color_hold.until_on', setBy: 'plan', inputs: ['score.hold.until'] },
  ...plans('topic', 'topic', { startOn: writeVerbs, endOn: writeVerbs }),
  { column: 'topic.items', setBy: 'plan', inputs: ['topic.create.items.dueOn', 'topic.update.items.dueOn'] },
  ...plans('training_plan', 'trainingPlan', { startOn: writeVerbs, endOn: writeVerbs }),
  ...plans('vehicle', 'vehicle', {
    ...Object.fromEntries(vehicleLimits.map((field): [string, Verbs] => [field, [...writeVerbs, 'renew']])),
    scrapOn: writeVerbs,
  }),
  ...claims('vehicle', 'vehicle', {
    firstRegisteredOn: ['初次登记日期', writeVerbs],
    statusOn: ['状态日期', statusMoves],
  }),
  ...claims('vehicle_day', 'vehicleDay', { day: ['日期', ['create']] }),
  { column: 'warning.valid_to', setBy: 'plan', inputs: ['warning.create.validTo', 'warning.renew.renewedTo'] },
  ...plans('warning', 'warning', { ignoredUntil: ['ignore'], snoozedTo: ['snooze'] }),
];
