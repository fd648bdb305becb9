// What a call may do when it arrives many times with equal input. The races suite reads this table.
import type { Field } from './fields.ts';

/**
 * 1: one effect. `each`: one effect per success. `same`: all leave the same state. `equal`: one effect, and all get the
 * same answer.
 */
export type Effects = 1 | 'each' | 'same' | 'equal';

const effectsByCall: Record<string, Effects> = {
  // Each call writes the order of the entries again.
  'access.menuOrder': 'same',
  // A second call switches the protection off again and is audited again.
  'access.protect': 'same',
  // The credit code is unique in its tenant.
  'enterprise.create': 1,
  // Only an Idempotency-Key makes jobs count once. Exports are limited by the number of running jobs per user.
  'enterprise.bulk': 'each',
  'enterprise.exportStart': 'each',
  // An OAuth state works once, and a ticket binds once. Sign-in by password is unlimited.
  'session.thirdSignIn': 1,
  'session.thirdBind': 1,
  'session.thirdUnbind': 1,
  // A second lock or unlock changes nothing.
  'session.lock': 'same',
  'session.unlock': 'same',
  // The first lock password can be set only once.
  'session.firstLockWord': 1,
  'session.factorRemove': 'each',
  // A second-factor code works for one step and gives one session.
  'session.factorConfirm': 1,
  'session.secondStep': 1,
  'session.switchTo': 1,
  'session.selectShop': 'same',
  // One reminder is sent a day. A repeat answers that nobody is left to remind.
  'report.remind': 'same',
  // The account name is unique in its tenant.
  'user.create': 1,
  // A repeat finds the same administrator and changes nothing.
  'user.updateEntAdmin': 'same',
  // A second call hides the row again and is audited again.
  'audit.hide': 'same',
  'audit.confirmAlarm': 'same',
  // A second entry restarts the impersonation. A second exit changes nothing.
  'tenant.enter': 'each',
  'tenant.leave': 'same',
  'tenant.allowEntry': 'same',
  // A host is unique in a tenant's list.
  'tenant.frameHostAdd': 1,
  // A call without an id creates a new entry each time. For a change the last value wins.
  'topic.updateEntItem': 'each',
  // The last chosen day wins.
  'notice.todoSnooze': 'same',
  // A second start continues the same check. An answer on site may be sent again.
  'riskCheck.begin': 'same',
  ...Object.fromEntries(
    ['inspection', 'riskCheck'].flatMap((name) => [
      [`${name}.answer`, 'each'],
      [`${name}.addItem`, 'each'],
      // The first call fills all remaining items. A repeat finds none.
      [`${name}.passRest`, 'same'],
      [`${name}.undoRest`, 'same'],
    ]),
  ),
  // A new learning session ends the previous one; a repeated heartbeat counts once; an open exam is shown again.
  // Attendance and each signature count once. An uploaded part counts once, and the same file resumes.
  'upload.begin': 'same',
  'upload.part': 'same',
  'upload.finish': 1,
  'upload.cancel': 1,
  // A name is unique in the user's list. The last chosen default wins.
  'savedView.create': 1,
  'savedView.choose': 'same',
  'classSession.arrive': 'same',
  'classSession.enter': 'same',
  'classSession.locate': 'same',
  'classSession.sign': 1,
  'learning.begin': 'each',
  'learning.beat': 'same',
  'learning.faceConsent': 'same',
  // A face check is answered once. A second withdrawal of the consent changes nothing.
  'learning.faceManual': 1,
  'learning.faceWithdraw': 'same',
  'learningTask.faceDecide': 1,
  'learning.examBegin': 'each',
  'learning.examSubmit': 1,
  // Each call creates a new copy.
  'checklist.copy': 'each',
  // A phone may repeat a delivery without limit.
  'delivery.send': 'same',
  'delivery.sendMany': 'same',
  'delivery.photo': 'same',
  'delivery.owed': 'same',
  // A danger may have up to ten links, so each call creates one.
  'danger.makeLink': 'each',
  // The same choice is the same order; a repeated payment request is audited again.
  'order.saveOrder': 'same',
  'order.wxpay': 'same',
  'order.phonePay': 'same',
  // Each call issues a one-time state.
  'order.payAuthorize': 'each',
  'order.payMeal': 'each',
  'order.ask': 'each',
  'order.replay': 'each',
  'order.checkBalance': 'each',
  'order.reconcile': 'each',
  // One refund can be open at a time; it is decided once and sent once. A trial can be used once.
  'order.refundAsk': 1,
  'order.refundDecide': 1,
  'order.refundRetry': 1,
  'order.settle': 1,
  'membership.trial': 1,
  // A second call finds the membership plan already delisted and changes nothing.
  'plan.shelf': 'same',
  // Each chat answer is sent; taking or ending a conversation twice changes nothing.
  'wxAccount.check': 'same',
  'wxMaterial.news': 'each',
  'wxMaterial.newsUpdate': 'each',
  'wxMaterial.remove': 'each',
  'wxMaterial.upload': 'each',
  'wxMaterial.publish': 'each',
  'wxMaterial.publicationCheck': 'same',
  'wxMaterial.withdraw': 1,
  'wxMenu.save': 1,
  'wxMenu.publish': 'same',
  'wxMenu.remove': 'same',
  'wxMessage.readFlag': 'same',
  'wxMessage.note': 'each',
  'wxMessage.photo': 'each',
  'wxMessage.take': 'same',
  'wxMessage.handOver': 'each',
  'wxMessage.end': 'same',
  'wxMessage.retry': 1,
  // The last order wins.
  'dictionary.itemSort': 'same',
  // An SMS code works once, and the change ends the session that made the call.
  'user.changePhone': 1,
  'user.phone': 1,
  // A draft version is saved once. Each publication is a new version; a scheduled publication is cancelled once. A
  // face check accepts ten shots.
  'learning.faceShot': 'each',
  // An open page is recorded once per person.
  'pageDesign.look': 'same',
  'pageDesign.saveDraft': 1,
  'pageDesign.publish': 'each',
  'pageDesign.unschedule': 1,
  'pageDesign.rollBack': 'each',
  'pageDesign.preview': 'each',
  // A name is unique among siblings.
  'user.organCreate': 1,
  // A password link can be used once.
  'user.linkSet': 1,
  // Each reveal writes its own audit row.
  'audit.reveal': 'each',
  // A second read or confirmation changes nothing.
  'notice.read': 'same',
  'notice.readAll': 'same',
  'notice.receipt': 'same',
  'notice.systemRead': 'same',
  'notice.systemReadAll': 'same',
  'warning.digestsRead': 'same',
  // These settings have no version, so the last value wins.
  'enterprise.updateLogo': 'same',
  'user.settingSave': 'same',
};

/**
 * Looks up the allowed effects of a call. A state change names the row and its version or state, so it happens once.
 * A creation may happen each time.
 */
export function effectsOf(name: string, fields: readonly Field[]): Effects {
  const listedEffects = effectsByCall[name];
  if (listedEffects !== undefined) return listedEffects;
  // One of many concurrent confirmations takes effect; the other confirmations get the same job.
  if (name.endsWith('.importConfirm') || name === 'job.undo') return 'equal';
  return fields.some(({ key }) => key === 'version' || key === 'id' || key === 'ids' || key === 'jobId') ? 1 : 'each';
}
