// How many effects a call may have when the same input comes many times at once: a column of the fixtures.
import type { Field } from './fields.ts';

/**
 * One effect in all; one for each that goes well; the same state again;
 * or one effect that all are told of in equal words. */
export type Effects = 1 | 'each' | 'same' | 'equal';

const said: Record<string, Effects> = {
  // Entries that stand there already are put there again.
  'access.menuOrder': 'same',
  // Whoever switches it off once more says so once more in the audit.
  'access.protect': 'same',
  // The credit code is unique in its tenant.
  'enterprise.create': 1,
  // Jobs count once by their Idempotency-Key alone; exports are bounded by how many one person may have at work.
  'enterprise.bulk': 'each',
  'enterprise.exportStart': 'each',
  // A trip comes back once, a ticket binds once; whoever holds a password may enter as often as they like.
  'session.thirdSignIn': 1,
  'session.thirdBind': 1,
  'session.thirdUnbind': 1,
  // A locked screen is locked, an open one is open, whoever says so once more.
  'session.lock': 'same',
  'session.unlock': 'same',
  // There is one first lock word.
  'session.firstLockWord': 1,
  'session.factorRemove': 'each',
  // One code, one step, one session.
  'session.factorConfirm': 1,
  'session.secondStep': 1,
  'session.switchTo': 1,
  'session.selectShop': 'same',
  // Of a report people are reminded once a day; whoever says so once more is told that none was left.
  'report.remind': 'same',
  // The account name is unique in its tenant.
  'user.create': 1,
  // Whoever is an administrator already stays one.
  'user.updateEntAdmin': 'same',
  // Hiding what is hidden says so once more in the audit.
  'audit.hide': 'same',
  // Whoever enters again begins anew; whoever leaves twice is out.
  'tenant.enter': 'each',
  'tenant.leave': 'same',
  'tenant.allowEntry': 'same',
  // A host stands once in a tenant's list.
  'tenant.frameHostAdd': 1,
  // Every entry that an enterprise adds is one more of its own; what is changed keeps what was said last.
  'topic.updateEntItem': 'each',
  // The last day counts.
  'notice.todoSnooze': 'same',
  // A check that has begun goes on, whoever begins it once more; what is said again on site is said again.
  'riskCheck.begin': 'same',
  ...Object.fromEntries(
    ['inspection', 'riskCheck'].flatMap((name) => [
      [`${name}.answer`, 'each'],
      [`${name}.addItem`, 'each'],
      // The rest is filled in once; there is nothing left for whoever comes after.
      [`${name}.passRest`, 'same'],
      [`${name}.undoRest`, 'same'],
    ]),
  ),
  // A new sitting ends the one before; a beat said twice is counted once; a paper that is open is shown again.
  // Somebody is there once, however often they scan or are entered; they sign once.
  // What has come stands once; the same file goes on where it was.
  'upload.begin': 'same',
  'upload.part': 'same',
  'upload.finish': 1,
  'upload.cancel': 1,
  // A name stands once in a person's list; the last default counts.
  'savedView.create': 1,
  'savedView.choose': 'same',
  'classSession.arrive': 'same',
  'classSession.enter': 'same',
  'classSession.locate': 'same',
  'classSession.sign': 1,
  'learning.begin': 'each',
  'learning.beat': 'same',
  'learning.faceConsent': 'same',
  // A check is answered once; what is withdrawn is withdrawn.
  'learning.faceManual': 1,
  'learning.faceWithdraw': 'same',
  'learningTask.faceDecide': 1,
  'learning.examBegin': 'each',
  'learning.examSubmit': 1,
  // Each copy is a list of its own.
  'checklist.copy': 'each',
  // A phone may send what it did as often as it likes.
  'delivery.send': 'same',
  'delivery.sendMany': 'same',
  'delivery.photo': 'same',
  'delivery.owed': 'same',
  // A danger has several links, up to ten.
  'danger.makeLink': 'each',
  // The same choice is the same order; asking again says so again in the audit.
  'order.saveOrder': 'same',
  'order.wxpay': 'same',
  'order.payMeal': 'each',
  'order.ask': 'each',
  'order.replay': 'each',
  'order.checkBalance': 'each',
  'order.reconcile': 'each',
  // One refund at a time, decided once, sent once; one trial.
  'order.refundAsk': 1,
  'order.refundDecide': 1,
  'order.refundRetry': 1,
  'order.settle': 1,
  'membership.trial': 1,
  // Who takes down what is down changes nothing.
  'plan.shelf': 'same',
  // Each answer leaves; whoever has a conversation has it, and what has ended has.
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
  // The last order stands.
  'dictionary.itemSort': 'same',
  // Codes are good once, and the change ends the session that asked.
  'user.changePhone': 1,
  'user.phone': 1,
  // A version of the draft is saved once; every publishing is a version of its own, and what waited is taken back once.
  // Ten shots of a face are looked at.
  'learning.faceShot': 'each',
  // Who has a page open stands there once, however often that is said.
  'pageDesign.look': 'same',
  'pageDesign.saveDraft': 1,
  'pageDesign.publish': 'each',
  'pageDesign.unschedule': 1,
  'pageDesign.rollBack': 'each',
  'pageDesign.preview': 'each',
  // Siblings have different names.
  'user.organCreate': 1,
  // A link goes with its use.
  'user.linkSet': 1,
  // Each look leaves its own row.
  'audit.reveal': 'each',
  // Whoever has read has read, whoever has confirmed has confirmed.
  'notice.read': 'same',
  'notice.readAll': 'same',
  'notice.receipt': 'same',
  'notice.systemRead': 'same',
  'notice.systemReadAll': 'same',
  'warning.digestsRead': 'same',
  // Settings without a version: the last one counts.
  'enterprise.updateLogo': 'same',
  'user.settingSave': 'same',
};

/** A move names the row and the version or state it starts from: it happens once. What makes something new may do so each time. */
export function effectsOf(name: string, fields: readonly Field[]): Effects {
  const known = said[name];
  if (known !== undefined) return known;
  // Of many confirmations one decides, and the others are told which work it began.
  if (name.endsWith('.importConfirm') || name === 'job.undo') return 'equal';
  return fields.some(({ key }) => key === 'version' || key === 'id' || key === 'ids' || key === 'jobId') ? 1 : 'each';
}
