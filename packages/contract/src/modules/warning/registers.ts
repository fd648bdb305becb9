// Registers that keep the expiry dates of some item types. Items of these types are entered there and nowhere else.
import { inspectionItems } from '../equipment/resource.ts';
import { vehicleDates } from '../vehicle/resource.ts';

const registers: readonly (readonly [name: string, itemTypes: readonly string[]])[] = [
  ['企业信息', ['businessLicence', 'standardCertificate', 'workSafetyLiability', 'roadTransportLicence']],
  ['车辆', Object.values(vehicleDates)],
  [
    '人员证件',
    [
      'safetyHeadCertificate',
      'operatorCertificate',
      'operatorReview',
      'equipmentOperator',
      'roadQualification',
      'driverLicence',
    ],
  ],
  ['设备', Object.values(inspectionItems)],
  ['应急预案', ['emergencyPlanFiling', 'drillOnSite', 'drillComprehensive']],
];

/** Name of the register of an item type; undefined if the item is entered by hand. */
export const registerNameOf = (itemType: string): string | undefined =>
  registers.find(([, itemTypes]) => itemTypes.includes(itemType))?.[0];
export const registeredItemTypes: readonly string[] = registers.flatMap(([, itemTypes]) => itemTypes);
