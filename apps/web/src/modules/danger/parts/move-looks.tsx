import { dayOf } from '@anlan/contract/domain/instant';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import type { MoveLook } from '#kit/move-dialog.tsx';
import type { MoveName } from '../rules.ts';
import { Duty } from './duty-select.tsx';
import { PlanFields, planStart } from './plan-fields.tsx';

const hint = (text: string) => <p className="sub">{text}</p>;

/** Notes, initial values and controls of the dialog of a state change. */
export function moveLook(move: MoveName, row: Danger): MoveLook {
  const today = dayOf(new Date());
  switch (move) {
    case 'submit':
      return {
        begin: { fixedAt: new Date(), photosAfter: [], acceptanceReport: [] },
        // Only major dangers have an acceptance report.
        without: row.level === 'major' ? [] : ['acceptanceReport'],
      };
    case 'savePlan':
      return {
        begin: { plan: row.plan ?? planStart() },
        controls: { plan: PlanFields },
        note: hint('重大隐患先由主要负责人批准治理方案，再签收整改。'),
      };
    case 'askExtension':
      return { note: hint('延期需在整改期限前申请，批准前期限不变。') };
    case 'list':
      return { begin: { listedOn: today }, note: hint('挂牌督办期间不能作废，销号后再摘牌。') };
    case 'delist':
      return { begin: { delistedOn: today } };
    case 'publish':
      return {
        begin: { publishedOn: today },
        note: hint('隐患及治理情况应向从业人员通报，公示材料存档备查。'),
      };
    case 'congress':
      return { begin: { congressOn: today } };
    case 'void':
      return { note: hint('作废后不计入整改率。与已有隐患重复的，请指明是哪一条。') };
    case 'reassign':
      return { controls: { dutyPersonId: Duty } };
    default:
      return {};
  }
}
