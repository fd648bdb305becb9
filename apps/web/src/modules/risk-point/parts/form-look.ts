import type { RiskPointInput } from '@anlan/contract/modules/risk-point/resource';
import type { FormLook } from '#kit/form-fields.tsx';
import { ChecklistControl, CyclesControl } from './cycles.tsx';
import { FactorsControl } from './factors.tsx';
import { HazardsControl } from './hazards.tsx';

export const pointForm: FormLook<keyof RiskPointInput & string> = {
  rows: [
    'enterpriseId',
    'name',
    ['kind', 'department'],
    'place',
    ['ownerId', 'stationId'],
    'hazards',
    ['method', 'assessedOn'],
    'factors',
    'directBasis',
    ['adjustedLevel'],
    'adjustReason',
    'controls',
    ['controlLayer', 'checkCycle'],
    'cycles',
    'checklistId',
    'residual',
    ['analysisObject', 'analysisUnit'],
    'riskEvent',
  ],
  controls: {
    hazards: HazardsControl,
    factors: FactorsControl,
    cycles: CyclesControl,
    checklistId: ChecklistControl,
    residual: FactorsControl,
  },
};
