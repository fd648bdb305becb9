export class FailedInTenants extends Error {
  override readonly name = 'FailedInTenants';
  readonly failures: readonly { tenantId: string; error: unknown }[];
  constructor(failures: readonly { tenantId: string; error: unknown }[]) {
    super(`failed in ${failures.length} tenants: ${failures.map(({ tenantId }) => tenantId).join(', ')}`);
    this.failures = failures;
  }
}

/**
 * Runs work for each tenant, one after the other. A failure does not stop the others; at the end it throws
 * FailedInTenants.
 */
export async function eachTenant(
  tenantIds: readonly string[],
  work: (tenantId: string) => Promise<unknown>,
): Promise<void> {
  const failures: { tenantId: string; error: unknown }[] = [];
  for (const tenantId of tenantIds)
    try {
      await work(tenantId);
    } catch (error) {
      failures.push({ tenantId, error });
    }
  if (failures.length > 0) throw new FailedInTenants(failures);
}
