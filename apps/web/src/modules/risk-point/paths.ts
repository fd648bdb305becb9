import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';

export const pointPath = (id: string): string => `/bus/riskpoint/point?id=${id}`;
export const cardPath = (id: string): string => `/bus/riskpoint/card?id=${id}`;
export const listPath = '/bus/riskpoint/index';
export const mapPath = (enterpriseId?: string | null): string =>
  enterpriseId ? `/bus/riskpoint/map?enterpriseId=${enterpriseId}` : '/bus/riskpoint/map';

/** Address of the form to report a danger at a risk point. Place and responsible person are filled in. */
export const reportAt = ({ id, name, place, ownerId }: Pick<RiskPoint, 'id' | 'name' | 'place' | 'ownerId'>): string =>
  `/bus/danger/report?${new URLSearchParams({
    riskPointId: id,
    pointName: name,
    place: place ?? '',
    ...(ownerId ? { dutyPersonId: ownerId } : {}),
  })}`;
