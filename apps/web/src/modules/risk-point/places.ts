import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';

/** The page of a risk point. */
export const pointPath = (id: string): string => `/bus/riskpoint/point?id=${id}`;
/** The notice card of a risk point. */
export const cardPath = (id: string): string => `/bus/riskpoint/card?id=${id}`;
/** The list of risk points. */
export const listPath = '/bus/riskpoint/index';
/** The map of an enterprise's risk points. */
export const mapPath = (enterpriseId?: string | null): string =>
  enterpriseId ? `/bus/riskpoint/map?enterpriseId=${enterpriseId}` : '/bus/riskpoint/map';

/** Where a danger is reported at a point: with its place, and its owner who is to put it right. */
export const reportAt = ({ id, name, place, ownerId }: Pick<RiskPoint, 'id' | 'name' | 'place' | 'ownerId'>): string =>
  `/bus/danger/report?${new URLSearchParams({
    riskPointId: id,
    pointName: name,
    place: place ?? '',
    ...(ownerId ? { dutyPersonId: ownerId } : {}),
  })}`;
