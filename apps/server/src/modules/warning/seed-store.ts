// Expiry dates of the demo registers, as the modules of these registers publish them.
import { sql } from 'kysely';
import { addYear } from '#kit/seed-rows-store.ts';
import type { Tx } from '#platform/db/index.ts';

export interface RegisteredDate {
  enterpriseId: string;
  itemType: string;
  itemId: string;
  itemName: string;
  validTo: string;
}

export async function registeredDates(tx: Tx): Promise<RegisteredDate[]> {
  const { tenantId } = tx.scope;
  const { rows } = await sql<RegisteredDate>`
    select v.enterprise_id as "enterpriseId", d.type as "itemType", v.id::text as "itemId", v.plate_no as "itemName",
      d.valid_to as "validTo"
    from vehicle v cross join lateral (values ('vehicleInspection', v.inspection_to),
      ('transportCertificate', v.transport_cert_to), ('compulsoryAuto', v.compulsory_to),
      ('carrierLiability', v.carrier_to), ('secondMaintenance', v.maintenance_to)) as d (type, valid_to)
    where v.tenant_id = ${tenantId} and d.valid_to is not null
    union all
    select c.enterprise_id, d.type, c.id::text, split_part(c.name, ' ', 1), d.valid_to
    from certificate c cross join lateral (values (case c.kind when 'safetyHead' then 'safetyHeadCertificate'
        when 'safetyManager' then 'safetyHeadCertificate' when 'operator' then 'operatorCertificate'
        when 'escort' then 'roadQualification' when 'other' then null else c.kind end, c.valid_to),
      (case c.kind when 'operator' then 'operatorReview' end, c.next_review_on)) as d (type, valid_to)
    where c.tenant_id = ${tenantId} and d.type is not null and d.valid_to is not null
    union all
    select e.enterprise_id, case e.special_kind when 'boiler' then 'boilerExternal'
        when 'inPlantVehicle' then 'inPlantVehicleInspection' when 'elevator' then 'elevatorInspection'
        when 'crane' then 'craneInspection' when 'pressureVessel' then 'pressureVesselInspection'
        else 'pressurePipeInspection' end, e.id::text, e.name, e.next_inspection_on
    from equipment e where e.tenant_id = ${tenantId} and e.next_inspection_on is not null
    union all
    select p.enterprise_id, d.type, p.id::text, p.title, d.valid_to
    from emergency_plan p cross join lateral (values
      ('emergencyPlanFiling', coalesce(p.filing_due_on, p.next_review_on)),
      (case p.kind when 'onSite' then 'drillOnSite' else 'drillComprehensive' end, p.next_drill_on)) as d (type, valid_to)
    where p.tenant_id = ${tenantId} and p.status = 'effective' and d.valid_to is not null`.execute(tx.kysely);
  return rows;
}

/** Item type of the ledger → table and column of the register. */
const registers = [
  ['vehicleInspection', 'vehicle', 'inspection_to'],
  ['transportCertificate', 'vehicle', 'transport_cert_to'],
  ['compulsoryAuto', 'vehicle', 'compulsory_to'],
  ['carrierLiability', 'vehicle', 'carrier_to'],
  ['secondMaintenance', 'vehicle', 'maintenance_to'],
  ['operatorReview', 'certificate', 'next_review_on'],
  ['safetyHeadCertificate', 'certificate', 'valid_to'],
  ['operatorCertificate', 'certificate', 'valid_to'],
  ['equipmentOperator', 'certificate', 'valid_to'],
  ['driverLicence', 'certificate', 'valid_to'],
  ['roadQualification', 'certificate', 'valid_to'],
  ['boilerExternal', 'equipment', 'next_inspection_on'],
  ['inPlantVehicleInspection', 'equipment', 'next_inspection_on'],
  ['elevatorInspection', 'equipment', 'next_inspection_on'],
  ['craneInspection', 'equipment', 'next_inspection_on'],
  ['pressureVesselInspection', 'equipment', 'next_inspection_on'],
  ['pressurePipeInspection', 'equipment', 'next_inspection_on'],
  ['emergencyPlanFiling', 'emergency_plan', 'next_review_on'],
  ['drillOnSite', 'emergency_plan', 'next_drill_on'],
  ['drillComprehensive', 'emergency_plan', 'next_drill_on'],
  ['businessLicence', 'enterprise', 'licence_to'],
  ['roadTransportLicence', 'enterprise', 'transport_licence_to'],
  ['standardCertificate', 'enterprise', 'standard_to'],
  ['workSafetyLiability', 'enterprise', 'policy_to'],
] as const;

/**
 * Renews for a year the dates of demo enterprises that ended in these days, in the ledger and in the registers. A few
 * stay expired, and so do the dates that people entered. Fleets have so many dates that fewer of theirs stay.
 */
export async function renewDates(tx: Tx, since: string, today: string, enterpriseIds: readonly string[]) {
  const { tenantId } = tx.scope;
  const { rows } = await sql<{ type: string; item: string }>`update warning set valid_to = valid_to + interval '1 year',
      edition = edition + 1, status = 'valid', level = null, updated_at = anlan_now()
    where tenant_id = ${tenantId} and valid_to >= ${since}::date - 1 and valid_to < ${today}::date and updated_by is null
      and enterprise_id = any(${[...enterpriseIds]}::uuid[])
      and abs(hashtext(id::text)) % 1000 >= case subject when 'vehicle' then 3 else 30 end
    returning item_type as type, item_id as item`.execute(tx.kysely);
  for (const [type, table, column] of registers) {
    const items = rows.flatMap((row) => (row.type === type ? [row.item] : []));
    if (items.length > 0) await addYear(tx, table, column, items);
  }
  await sql`update vehicle set valid_to = least(inspection_to, transport_cert_to, compulsory_to, carrier_to)
    where tenant_id = ${tenantId} and valid_to < ${today}::date and updated_by is null`.execute(tx.kysely);
}
