// SQL that counts the rows of each measure, written from its definition and without the product's code. `$from`, `$to`
// and `$today` are days. `part` adds the condition of a share's numerator.
export interface MeasureSql {
  rows: string;
  part?: string;
  /** Expression of a mean, a median or a sum. */
  value?: string;
}

/** Measures that SQL cannot restate in a line, with the reason. Their lists are compared all the same. */
export const withoutSql: Readonly<Record<string, string>> = {
  'certificate.certified': 'the certificates that a post needs are rules in code',
  'danger.mine': 'needs the employee of the account',
  'danger.regulatorRecheckLate': 'needs the calendar of workdays',
  'danger.enterpriseLateDays': 'sum of days, also of waits that the calendar of workdays ends',
  'danger.verifierLateDays': 'needs the calendar of workdays',
  'danger.regulatorLateDays': 'needs the calendar of workdays',
  'notice.todos': 'depends on the posts and permits of the person',
  'riskPoint.assess': 'needs the proposals after repeated dangers',
  'shift.today': 'shown by state only',
  'danger.foundInMonth': 'shown by month only',
  'danger.acceptedInMonth': 'shown by month only',
  'danger.restRegions': 'regions that the ranking leaves out',
  'danger.restDangers': 'regions that the ranking leaves out',
  'danger.waiting': 'shown by party only',
  'danger.waitingLate': 'shown by party only',
  'danger.waitingLateDays': 'shown by party only',
  'danger.waitingLongest': 'shown by party only',
  'danger.sampleFailed': 'shown by party only',
  'enterprise.standing': 'the caller cannot see its peers',
  'enterprise.inRegion': 'shown by region only',
  'enterprise.shareOfRegion': 'shown by region only',
  'enterprise.locatedInRegion': 'shown by region only',
  'enterprise.profileRateOfRegion': 'shown by region only',
  'enterprise.redInRegion': 'shown by region only',
  'enterprise.orangeInRegion': 'shown by region only',
  'enterprise.yellowInRegion': 'shown by region only',
  'enterprise.blueInRegion': 'shown by region only',
  'enterprise.unratedInRegion': 'shown by region only',
  'enterprise.ofCause': 'shown by colour only',
  'accident.safeDays': 'days since the last accident or the activation',
  'archive.applicable': 'the items that an enterprise needs are rules in code',
  'archive.missing': 'the items that an enterprise needs are rules in code',
  'archive.expired': 'the items that an enterprise needs are rules in code',
  'archive.complete': 'the items that an enterprise needs are rules in code',
  'goods.listed': 'rows of one shop',
  'goods.delisted': 'rows of one shop',
  'goods.all': 'rows of one shop',
  'job.all': 'jobs of the caller',
  'membership.seats': 'amount of a membership',
  'membership.storage': 'amount of a membership',
  'membership.duty': 'amount of a membership',
  'membership.lookups': 'amount of a membership',
  'membership.remaining': 'amount of a membership',
  'tenant.tenants': 'rows of all tenants',
  'tenant.frozen': 'rows of all tenants',
  'tenant.people': 'rows of all tenants',
  'tenant.databaseBytes': 'size of the database',
  'user.all': 'depends on the permits of the person',
  'wxStat.followers': 'followers are never removed',
  'wxStat.followed': 'shown by day only',
  'wxStat.left': 'shown by day only',
  'wxStat.received': 'shown by day only',
  'wxStat.answered': 'shown by day only',
  'wxStat.automatic': 'shown by day only',
  'wxStat.failed': 'shown by day only',
  'wxStat.writers': 'shown by day only',
};

const day = (field: string) => `(${field} at time zone 'Asia/Shanghai')::date between $from and $to`;
const unclosed = `danger where status in ('open', 'rectifying', 'returned', 'submitted')`;
const unrepaired = `danger where status in ('open', 'rectifying', 'returned')`;
const inTime = `status in ('submitted', 'accepted')
  and (submitted_at at time zone 'Asia/Shanghai')::date <= deadline_on`;
const found = `danger where status <> 'voided' and ${day('found_at')}`;
const due = `danger where status <> 'voided' and deadline_on between $from and $to`;
const supervised = `enterprise where status in ('active', 'suspended')`;
const added = `${supervised} and ${day('activated_at')}`;
const inspections = `inspection where source = 'regulator' and status = 'finished' and ${day('started_at')}`;
const checks = `risk_check where planned and status in ('pending', 'done') and due_on between $from and $to`;
const checkedInTime = `status = 'done' and done_at < due_at and not far`;
const today = `risk_check where due_on = $today and status in ('pending', 'done')`;
const unsettled = `warning where status in ('open', 'acknowledged')`;
const points = `risk_point where status = 'inForce'`;

const tasks = `learning_task where status <> 'exempted' and due_on between $from and $to`;
const sessions = `class_session where status = 'ended' and ${day('held_at')}`;
const sampled = `danger where sample_result is not null and sampled_on between $from and $to`;

export const measureSql: Readonly<Record<string, MeasureSql>> = {
  'danger.open': { rows: unclosed },
  'danger.rectify': { rows: unrepaired },
  'danger.overdue': { rows: `${unrepaired} and deadline_on < $today` },
  'danger.recheck': { rows: `danger where status = 'submitted'` },
  'danger.regulatorRecheck': { rows: `danger where status = 'submitted' and turn = 'regulator'` },
  'danger.openMajor': { rows: `${unclosed} and level = 'major'` },
  'danger.openListed': { rows: `${unclosed} and level = 'major' and listed_on is not null and delisted_on is null` },
  'danger.listed': { rows: `danger where listed_on is not null and delisted_on is null` },
  'danger.sampled': { rows: `danger where sampled_on is not null and sample_result is null` },
  'danger.all': { rows: `danger where true` },
  'danger.found': { rows: found },
  'danger.accepted': { rows: found, part: `status = 'accepted'` },
  'danger.onTime': { rows: due, part: inTime },
  'danger.onTimeLately': { rows: due, part: inTime },
  'danger.overdueToday': { rows: `${unrepaired} and deadline_on = $today - 1` },
  'warning.tracked': { rows: `warning where true` },
  'warning.unsettled': { rows: `${unsettled} and level is not null` },
  'warning.unsettledExpired': { rows: `${unsettled} and level = 'expired'` },
  'warning.unsettledUrgent': { rows: `${unsettled} and level = 'urgent'` },
  'warning.unsettledSoon': { rows: `${unsettled} and level = 'soon'` },
  'warning.unsettledEarly': { rows: `${unsettled} and level = 'early'` },
  'enforcement.unanswered': { rows: `enforcement where status in ('issued', 'received')` },
  'enforcement.replied': { rows: `enforcement where status = 'replied'` },
  'shop.all': { rows: `shop where true` },
  'shop.open': { rows: `shop where status = 'open'` },
  'shop.applied': { rows: `shop where status = 'applied'` },
  'warning.expired': { rows: `warning where valid_to < $today` },
  'warning.expiring': { rows: `warning where valid_to between $today and $today + 30` },
  'enterprise.supervised': { rows: supervised },
  'enterprise.suspended': { rows: `enterprise where status = 'suspended'` },
  'enterprise.underReview': { rows: `enterprise where status = 'underReview'` },
  'enterprise.added': { rows: `${added} and not with_import` },
  'enterprise.addedByImport': { rows: `${added} and with_import` },
  'enterprise.joined': { rows: supervised, part: `signed_in` },
  'enterprise.perfect': { rows: supervised, part: `profile_perfect` },
  'enterprise.expiring': {
    rows: `${supervised} and least(licence_to, standard_to, policy_to,
      case when supervision_kind = 'transport' then transport_licence_to end) <= $today + 30`,
  },
  'enterprise.red': { rows: `${supervised} and color = 'red'` },
  'enterprise.inspected': {
    rows: supervised,
    part: `exists (select from ${inspections} and inspection.enterprise_id = enterprise.id and inspection.removed_at is null)`,
  },
  'enterprise.score': {
    rows: `${supervised} and health_score is not null`,
    value: 'percentile_disc(0.5) within group (order by health_score)',
  },
  'inspection.finished': { rows: inspections },
  'inspection.dangersPerInspection': { rows: inspections, value: 'round(avg(fail_count), 1)' },
  'riskCheck.checked': { rows: checks, part: checkedInTime },
  'riskCheck.due': { rows: checks },
  'riskCheck.onTime': { rows: `${checks} and ${checkedInTime}` },
  'riskCheck.resent': { rows: `${checks} and resent and not far` },
  'riskCheck.unproven': { rows: `${checks} and far and status = 'done' and done_at < due_at` },
  'riskCheck.missed': { rows: `${checks} and status = 'pending'` },
  'riskCheck.today': { rows: today },
  'riskCheck.done': { rows: `${today} and status = 'done'` },
  'riskPoint.controlled': { rows: points },
  'riskPoint.major': { rows: `${points} and level = 'major'` },
  'riskPoint.considerable': { rows: `${points} and level = 'considerable'` },
  'riskPoint.general': { rows: `${points} and level = 'general'` },
  'riskPoint.low': { rows: `${points} and level = 'low'` },
  'riskPoint.unplaced': { rows: `${points} and plan_id is null` },
  'riskPoint.review': { rows: `risk_point where status = 'underReview'` },
  'riskPoint.draft': { rows: `risk_point where status = 'draft'` },
  'accident.harm': { rows: `accident where kind = 'harm' and ${day('counted_at')}` },
  'accident.nearMiss': { rows: `accident where kind = 'nearMiss' and ${day('counted_at')}` },
  'learning.trained': {
    rows: `learning_task where status <> 'exempted' and due_on between $from and $to`,
    part: `status = 'passed'`,
  },
  'staff.dutySigned': { rows: `employee where status = 'onDuty'`, part: `duty_signed_on is not null` },
  'vehicle.roadworthy': { rows: `vehicle where status = 'operating' and valid_to >= $today` },
  'report.sent': {
    rows: `${supervised} and activated_at < $from`,
    part: `exists (select from report where report.enterprise_id = enterprise.id and kind = 'month' and report.removed_at is null
      and period = to_char($from, 'YYYY-MM') and (report.status in ('sent', 'accepted') or accepted_edition is not null))`,
  },
  'danger.foundInPeriod': { rows: found },
  'danger.acceptedInPeriod': { rows: `${found} and status = 'accepted'` },
  'danger.acceptedRate': { rows: found, part: `status = 'accepted'` },
  'danger.overdueInPeriod': {
    rows: `${found} and status in ('open', 'rectifying', 'returned') and deadline_on < $today`,
  },
  'danger.lateInPeriod': {
    rows: `${found} and status in ('submitted', 'accepted')
      and (submitted_at at time zone 'Asia/Shanghai')::date > deadline_on`,
  },
  'danger.majorInPeriod': { rows: `${found} and level = 'major'` },
  'danger.repeatsInPeriod': { rows: `${found} and repeats > 0` },
  'danger.costInPeriod': { rows: found, value: 'coalesce(sum(cost_fen), 0)' },
  'danger.samplePassed': { rows: sampled, part: `sample_result = 'pass'` },
  'danger.board': { rows: found },
  'danger.boardAccepted': { rows: `${found} and status = 'accepted'` },
  'danger.boardOpen': { rows: `${found} and status <> 'accepted'` },
  'danger.boardOverdue': { rows: `${found} and status in ('open', 'rectifying', 'returned') and deadline_on < $today` },
  'danger.overdueEnterprises': {
    rows: `${unrepaired} and deadline_on < $today`,
    value: 'count(distinct enterprise_id)',
  },
  'danger.overdueLongest': { rows: `${unrepaired} and deadline_on < $today`, value: 'max($today - deadline_on)' },
  'educationReport.firms': { rows: supervised },
  'educationReport.plans': { rows: `training_plan where status <> 'draft' and start_on between $from and $to` },
  'educationReport.due': { rows: tasks },
  'educationReport.people': { rows: tasks, value: 'count(distinct employee_id)' },
  'educationReport.passed': { rows: `${tasks} and status = 'passed'` },
  'educationReport.absent': { rows: `${tasks} and status = 'notStarted'` },
  'educationReport.onlineHours': { rows: tasks, value: 'coalesce(sum(hours), 0)' },
  'educationReport.offlineHours': { rows: tasks, value: 'coalesce(sum(offline_hours), 0)' },
  'educationReport.signed': { rows: `${tasks} and signed_at is not null` },
  'educationReport.examined': { rows: `${tasks} and attempts > 0` },
  'educationReport.examPassed': {
    rows: `${tasks} and attempts > 0 and score >= (select pass_score from training_plan p where p.id = plan_id)`,
  },
  'educationReport.talks': { rows: `${sessions} and kind = 'talk'` },
  'educationReport.meetings': { rows: `${sessions} and kind = 'meeting'` },
  'educationReport.classes': { rows: `${sessions} and kind = 'class'` },
  'educationReport.sessionSigned': {
    rows: sessions,
    value: `coalesce(sum((select count(*) from class_attendance a where a.session_id = class_session.id
      and a.signed_at is not null and a.proof is distinct from 'far')), 0)`,
  },
  'learning.learners': { rows: tasks, value: 'count(distinct employee_id)' },
  'learning.creditedHours': { rows: tasks, value: 'coalesce(sum(hours + offline_hours), 0)' },
  'staff.all': { rows: `employee where true` },
  'staff.managers': { rows: `employee where status = 'onDuty' and post_kind = 'safetyManager'` },
  'staffReport.rewards': { rows: `staff_report where status = 'rewarded' and ${day('rewarded_at')}` },
  'staffReport.rewardFen': {
    rows: `staff_report where status = 'rewarded' and ${day('rewarded_at')}`,
    value: 'coalesce(sum(reward_fen), 0)',
  },
  'inspectionPlan.planned': { rows: `inspection_plan where year = extract(year from $from)` },
  'inspectionPlan.done': {
    rows: `inspection_plan where year = extract(year from $from)
      and exists (select from inspection i where i.plan_id = inspection_plan.id and i.status = 'finished' and i.removed_at is null)`,
  },
  'inspectionPlan.late': {
    rows: `inspection_plan where year = extract(year from $from) and due_on < $today
      and not exists (select from inspection i where i.plan_id = inspection_plan.id and i.status = 'finished' and i.removed_at is null)`,
  },
};
