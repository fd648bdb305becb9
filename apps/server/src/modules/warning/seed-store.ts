// Expiry dates of the demo registers, as the modules of these registers publish them.
import { sql } from 'kysely';
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
