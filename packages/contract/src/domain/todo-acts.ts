// The acts that complete to-dos or hand them on. The name of an act is the name of its call.
import type { Permit } from '../permits.ts';

export interface TodoActSpec {
  /** Text of the link to the record. */
  readonly verb: string;
  /** Permit of the call. Nobody sees a to-do whose act they may not do. */
  readonly permit: Permit;
  /**
   * Button text for several to-dos at once. Absent where each record must be looked at (连续处理), or where each needs
   * its own evidence or signature.
   */
  readonly several?: string;
}

const act = (verb: string, permit: Permit, several?: string): TodoActSpec =>
  several === undefined ? { verb, permit } : { verb, permit, several };

export const todoActs = {
  'enterprise.approve': act('去审核', 'bus:enterprise:audit'),
  'enterprise.submit': act('去补充', 'bus:enterprise:submit'),
  'enterprise.update': act('去更新', 'bus:enterprise:edit'),
  'enterprise.importConfirm': act('去确认', 'bus:enterprise:import'),
  'user.importConfirm': act('去确认', 'sys:user:import'),
  'user.decide': act('去审核', 'sys:user:edit'),
  'notice.receipt': act('去回执', 'bus:notice:index', '回执'),
  'audit.confirmAlarm': act('去核实', 'sys:token:del', '已核实'),
  'calendarDay.create': act('去登记', 'sys:calendar:add'),
  'certificate.verify': act('去核验', 'bus:certificate:edit', '核验通过'),
  'certificate.submit': act('去上传', 'bus:certificate:own'),
  'danger.receipt': act('去签收', 'bus:enterpriseexpinfo:fix'),
  'danger.submit': act('去整改', 'bus:enterpriseexpinfo:fix'),
  'danger.savePlan': act('编方案', 'bus:enterpriseexpinfo:fix'),
  'danger.approvePlan': act('去审批', 'bus:enterpriseexpinfo:fix'),
  'danger.reassign': act('去转派', 'bus:enterpriseexpinfo:assign'),
  'danger.urge': act('去催办', 'bus:enterpriseexpinfo:verify', '催办'),
  'danger.grantExtension': act('去审批', 'bus:enterpriseexpinfo:verify', '同意延期'),
  'danger.accept': act('去复查', 'bus:enterpriseexpinfo:verify'),
  'danger.sign': act('去签字', 'bus:enterpriseexpinfo:fix'),
  'danger.sample': act('去复核', 'bus:enterpriseexpinfo:list'),
  'enforcement.receive': act('去签收', 'bus:spot:reply', '签收'),
  'enforcement.reply': act('去回复', 'bus:spot:reply'),
  'enforcement.close': act('去审核', 'bus:spot:close'),
  'report.update': act('去填报', 'bus:report:edit'),
  'report.send': act('去签名', 'bus:report:submit'),
  'report.accept': act('去审核', 'bus:report:audit', '审核通过'),
  'order.refundDecide': act('去复核', 'bus:orderrecords:review'),
  'order.refundRetry': act('去处理', 'bus:orderrecords:refund'),
  'healthRecord.pass': act('去登记', 'bus:nucleinrecord:edit'),
  'riskPoint.approve': act('去评审', 'bus:riskpoint:review', '批准'),
  'riskPoint.reassess': act('去评估', 'bus:riskpoint:add'),
  'riskCheck.answer': act('去排查', 'bus:riskcheck:check'),
  'warning.renew': act('去处理', 'bus:enterprisewarn:handle'),
  'warning.urge': act('去催办', 'bus:enterprisewarn:audit', '催办'),
  'document.create': act('去上传', 'bus:archives:add'),
  'archiveWaiver.accept': act('去审核', 'bus:archivewaiver:audit', '确认不适用'),
  'learning.begin': act('去学习', 'bus:studyplan:learn'),
  'learningTask.faceDecide': act('去确认', 'bus:dailyeducation:edit'),
  'vehicleAlarm.handle': act('去处理', 'bus:vehiclealarm:handle', '处理'),
  'drill.hold': act('去演练', 'bus:drill:edit'),
  'drill.evaluate': act('去评估', 'bus:drill:edit'),
  'accident.investigate': act('去调查', 'bus:accident:investigate'),
  'accident.cause': act('去登记', 'bus:accident:investigate'),
  'accident.liability': act('去登记', 'bus:accident:investigate'),
  'accident.measures': act('去登记', 'bus:accident:investigate'),
  'accident.education': act('去登记', 'bus:accident:investigate'),
  'accident.close': act('去结案', 'bus:accident:investigate'),
} as const satisfies Readonly<Record<string, TodoActSpec>>;
export type TodoAct = keyof typeof todoActs;

export const actSpecOf = (name: TodoAct): TodoActSpec => todoActs[name];
