// How many safety staff the law requires, by trade and headcount; no IO (Work Safety Law art. 24).
import type { Staffing } from '@anlan/contract/modules/staff/staffing';

export interface Trade {
  industryCode: string | null;
  supervisionKind: string | null;
  headcount: number | null;
}

/**
 * High-risk trades as divisions of GB/T 4754: mines, metal smelting, construction, dangerous goods and road transport.
 */
const highRisk = /^(B(06|07|08|09|10|11|12)|C(25|26|31|32)|E(47|48|49|50)|G(54|59))$/;
/** Headcount above which every trade needs full-time safety staff. */
const fullTimeAbove = 100;
/** Number of vehicles from which a passenger firm needs a safety department. */
const bodyVehicles = 20;

export const isHighRisk = ({ industryCode, supervisionKind }: Trade): boolean =>
  supervisionKind === 'transport' || (industryCode !== null && highRisk.test(industryCode.slice(0, 3)));

/** Number of required, present and missing safety staff; null when the headcount is unknown. */
export function staffingOf(
  trade: Trade,
  have: { managers: number; certified: number; vehicles: number },
): Staffing | null {
  const named = isHighRisk(trade);
  if (!named && trade.headcount === null) return null;
  const many = (trade.headcount ?? 0) > fullTimeAbove;
  const fullTime = named || many;
  const hasBody = trade.supervisionKind === 'transport' && have.vehicles >= bodyVehicles;
  const basis = named
    ? '《安全生产法》第二十四条第一款：矿山、金属冶炼、建筑施工、运输单位和危险物品单位应当设置安全生产管理机构或者配备专职安全生产管理人员'
    : many
      ? '《安全生产法》第二十四条第二款：从业人员超过一百人的，应当设置安全生产管理机构或者配备专职安全生产管理人员'
      : '《安全生产法》第二十四条第二款：从业人员在一百人以下的，应当配备专职或者兼职的安全生产管理人员';
  const least = 1;
  const gaps = [
    ...(have.managers < least ? [`缺${fullTime ? '专职' : '专职或兼职'}安全管理人员 ${least - have.managers} 人`] : []),
    ...(named && have.certified < Math.min(have.managers, least) ? ['安全管理人员没有有效的考核合格证'] : []),
    ...(hasBody && have.managers < 2 ? [`营运车辆 ${have.vehicles} 辆，应设置安全管理机构`] : []),
  ];
  return { fullTime, needed: least, managers: have.managers, body: hasBody, basis, gaps };
}
