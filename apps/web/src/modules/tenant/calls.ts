import type { Row } from '@anlan/contract/kit/resource';
import { frameHostCalls } from '@anlan/contract/http/external-frame-calls';
import { frameHostForm } from '@anlan/contract/modules/tenant/frame-host-form';
import { sessionOwnCalls } from '@anlan/contract/modules/session/session-list-calls';
import { tenantAdminCalls } from '@anlan/contract/modules/tenant/admin-calls';
import { impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { tenantListing } from '@anlan/contract/modules/tenant/listing';
import { bind, bindResource, type Bound, type Reading } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';
import { formValues, inputOf } from './rules.ts';

const admin = api(tenantAdminCalls);

const { page, one: get, create, update, freeze, thaw, restore } = tenantAdminCalls;
export const tenantListCalls = { page, get, create, update, freeze, thaw, restore };
export const tenantReading: Reading<Row<typeof tenantListing>> = { row: formValues };
export type TenantFilter = Parameters<typeof admin.page>[0]['filter'];

export const tenantKey = ['tenant'] as const;

const bound = bindResource(tenantListing, tenantListCalls, tenantReading);
/** The tenant as its form has it: SMS and package are several fields there, and one field of the call. */
export const boundForm: Bound = {
  ...bound,
  create: async (values) => ({ ...values, ...(await bound.create({ ...values, ...inputOf(values) })) }),
  // The version refuses the change if the tenant changed after `read`.
  update: async (row, changes, quiet) =>
    bound.update(row, { ...changes, ...inputOf({ ...(await bound.read(row.id)), ...changes }) }, quiet),
};

/** Removes a tenant. It can be restored for 30 days. */
export const removeTenant = ({ id, version }: { id: string; version: number }) =>
  admin.remove({ id, version }, { quiet: true });
export const uploadLogo = (file: File) => admin.logoUpload({ file }, { quiet: true });

const sites = api(frameHostCalls);
export const frameHostsKey = ['frame hosts'] as const;
export const boundFrameHost = bind(frameHostForm, { create: frameHostCalls.frameHostAdd }, { key: frameHostsKey });
export const frameHosts = () => callQuery(frameHostsKey, sites.frameHosts, {});
export const removeFrameHost = (id: string) => sites.frameHostRemove({ id });

const { confirm, enter } = api({ confirm: sessionOwnCalls.confirm, enter: impersonationCalls.enter });
/** Starts an impersonation session after a password check. */
export async function enterTenant(id: string, reason: string, password: string) {
  const { passwordKey, passwordMode } = await config();
  await confirm({ password: encryptPassword(password, passwordKey, passwordMode) }, { quiet: true });
  return enter({ id, reason }, { quiet: true });
}
