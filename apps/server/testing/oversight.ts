// Creates a tenant with enterprises in several divisions and a street, and users who oversee some of them.
import { expect } from 'vitest';
import { dataOf, type Answer } from './client.ts';
import { openSetup, type Setup } from './enterprises.ts';
import type { TestApp } from './app.ts';
import { makeTenant } from './tenants.ts';

export const street = '330108001';
/**
 * Region codes of the enterprises: one district (three enterprises, one of them in a street), a neighbour district, a
 * district of another city, and a city.
 */
export const places = ['330108', '330108', '330108', '330106', '330212', '330100'];

export async function openOversight(app: TestApp) {
  const tenant = await makeTenant(app);
  await app.sql(
    `insert into region (tenant_id, code, name, parent, level, leaf, path)
     values ($1, $2, '江滨街道', '330108', 4, true, '浙江省 / 杭州市 / 滨江区 / 江滨街道')`,
    [tenant.id, street],
  );
  for (const [at, id] of tenant.enterpriseIds.entries()) {
    await app.sql(`update enterprise set region_code = $2, town_code = $3, status = 'active' where id = $1`, [
      id,
      places[at],
      at === 2 ? street : null,
    ]);
    await app.sql(
      `insert into station (tenant_id, id, enterprise_id, code, name, kind, region_code, address, manager_name,
         manager_phone, created_at, updated_at)
       values ($1, gen_random_uuid(), $2::uuid, $2::text, '站', 'passenger', '330108', '路', '周', '139****0000', now(), now())`,
      [tenant.id, id],
    );
    await app.sql(
      `insert into enterprise_status_change (tenant_id, id, enterprise_id, to_status, at)
       values ($1, gen_random_uuid(), $2, 'active', now())`,
      [tenant.id, id],
    );
  }
  const setup = await openSetup(app, tenant);
  const seenIn = (answer: Answer) => {
    const { records, total } = dataOf<{ records: { id: string }[]; total: number }>(answer);
    expect(total).toBe(records.length);
    return records.map(({ id }) => tenant.enterpriseIds.indexOf(id)).toSorted((a, b) => a - b);
  };
  const call = (...args: Parameters<Setup['call']>) => setup.call(...args);
  async function reach(code: string, dsType: string, codes: readonly string[] = [], organ: string | null = null) {
    await app.sql(`update role set data_scope = $3 where tenant_id = $1 and code = $2`, [tenant.id, code, dsType]);
    await app.sql(`delete from role_region where tenant_id = $1`, [tenant.id]);
    await app.sql(
      `insert into role_region select tenant_id, id, unnest($3::text[]) from role where tenant_id = $1 and code = $2`,
      [tenant.id, code, codes],
    );
    await app.sql(`update organ set region_code = $2 where tenant_id = $1`, [tenant.id, organ]);
    // Moves the clock past the cache time of principals.
    app.clock.pass(6);
  }
  return {
    tenant,
    setup,
    call,
    reach,
    everything: () => reach('ROLE_REGULATOR', '0'),
    idAt: (at: number) => tenant.enterpriseIds[at] ?? '',
    seenIn,
    listed: async () => seenIn(await call('page', { size: 100 })),
  };
}
