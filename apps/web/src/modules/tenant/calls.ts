import type { TenantDetails, TenantInput, TenantPatch } from '@anlan/contract/modules/tenant/admin';
import type { FrameHostInput } from '@anlan/contract/domain/external-frame';
import * as z from 'zod/mini';
import { tenantMore, tenantRow } from '@anlan/contract/modules/tenant/admin';
import { frameHostCalls } from '@anlan/contract/http/external-frame-calls';
import { sessionOwnCalls } from '@anlan/contract/modules/session/session-list-calls';
import { tenantAdminCalls } from '@anlan/contract/modules/tenant/admin-calls';
import { impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';

const admin = api(tenantAdminCalls);

export const tenantListCalls = {
  page: tenantAdminCalls.page,
  create: tenantAdminCalls.create,
  update: tenantAdminCalls.update,
};
export type TenantFilter = Parameters<typeof admin.page>[0]['filter'];
/** Id of a tenant and its version when it was read. */
export interface Seen {
  id: string;
  version: number;
}

export const tenantKey = ['tenant'] as const;

const whole = z.extend(tenantRow, tenantMore.shape);
const isWhole = (value: unknown): value is TenantDetails => z.safeEncode(whole, value as TenantDetails).success;

export const tenantFile = (id: string) =>
  queryOptions({
    queryKey: [...tenantKey, 'one', id],
    queryFn: async ({ signal }): Promise<TenantDetails> => {
      const tenantDetails = await admin.one({ id }, { signal, quiet: true });
      if (!isWhole(tenantDetails)) throw new Error('只能由平台查看');
      return tenantDetails;
    },
    staleTime: 0,
  });

export const createTenant = (input: TenantInput) => admin.create(input, { quiet: true });
export const updateTenant = (patch: TenantPatch) => admin.update(patch, { quiet: true });
export const suspendTenant = (input: Seen & { reason: string }) => admin.freeze(input, { quiet: true });
export const resumeTenant = ({ id, version }: Seen) => admin.thaw({ id, version });
/** Removes a tenant. It can be restored for 30 days. */
export const removeTenant = ({ id, version }: Seen) => admin.remove({ id, version }, { quiet: true });
export const restoreTenant = ({ id, version }: Seen) => admin.restore({ id, version });
export const uploadLogo = (file: File) => admin.logoUpload({ file }, { quiet: true });

const sites = api(frameHostCalls);
export const frameHostsKey = ['frame hosts'] as const;
export const frameHosts = () =>
  queryOptions({ queryKey: frameHostsKey, queryFn: ({ signal }) => sites.frameHosts({}, { signal, quiet: true }) });
export const addFrameHost = (input: FrameHostInput) => sites.frameHostAdd(input, { quiet: true });
export const removeFrameHost = (id: string) => sites.frameHostRemove({ id });

const { confirm, enter } = api({ confirm: sessionOwnCalls.confirm, enter: impersonationCalls.enter });
/** Starts an impersonation session after a password check. */
export async function enterTenant(id: string, reason: string, password: string) {
  const { passwordKey, passwordMode } = await config();
  await confirm({ password: encryptPassword(password, passwordKey, passwordMode) }, { quiet: true });
  return enter({ id, reason }, { quiet: true });
}
