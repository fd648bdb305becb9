import type { TenantFile, TenantInput, TenantPatch } from '@anlan/contract/modules/tenant/admin';
import type { FrameHostInput } from '@anlan/contract/domain/frame';
import * as z from 'zod/mini';
import { tenantMore, tenantRow } from '@anlan/contract/modules/tenant/admin';
import { frameHostCalls } from '@anlan/contract/http/frame';
import { sessionOwnCalls } from '@anlan/contract/modules/session/own-calls';
import { tenantAdminCalls } from '@anlan/contract/modules/tenant/admin-calls';
import { impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { encryptPassword } from '#lib/cipher.ts';
import { config } from '#lib/config.ts';

const admin = api(tenantAdminCalls);

/** How the list's request stands in its URL. */
export const tenantQuery = tenantAdminCalls.page.input;
/** What the list asks for. */
export type TenantPage = Parameters<typeof admin.page>[0];
/** Filters of the list. */
export type TenantFilter = TenantPage['filter'];
/** A tenant's number and the version that was seen. */
export interface Seen {
  id: string;
  version: number;
}

/** Everything that has been read of tenants; let go after a write. */
export const tenantKey = ['tenant'] as const;

/** A page of the list; the old rows stay while the next are on their way. */
export const tenantPage = (input: TenantPage) =>
  queryOptions({
    queryKey: [...tenantKey, 'page', input],
    queryFn: ({ signal }) => admin.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

const whole = z.extend(tenantRow, tenantMore.shape);
const isWhole = (value: unknown): value is TenantFile => z.safeEncode(whole, value as TenantFile).success;

/** All of one tenant. */
export const tenantFile = (id: string) =>
  queryOptions({
    queryKey: [...tenantKey, 'one', id],
    queryFn: async ({ signal }): Promise<TenantFile> => {
      const found = await admin.one({ id }, { signal, quiet: true });
      if (!isWhole(found)) throw new Error('只能由平台查看');
      return found;
    },
    staleTime: 0,
  });

/** Adds a tenant; the form shows what fails. */
export const createTenant = (input: TenantInput) => admin.create(input, { quiet: true });
/** Changes a tenant; the form shows what fails. */
export const updateTenant = (patch: TenantPatch) => admin.update(patch, { quiet: true });
/** Closes a tenant; the dialog shows what fails. */
export const suspendTenant = (input: Seen & { reason: string }) => admin.freeze(input, { quiet: true });
/** Opens a tenant again. */
export const resumeTenant = ({ id, version }: Seen) => admin.thaw({ id, version });
/** Takes a tenant away for thirty days; the dialog shows what fails. */
export const removeTenant = ({ id, version }: Seen) => admin.remove({ id, version }, { quiet: true });
/** Takes a removed tenant back. */
export const restoreTenant = ({ id, version }: Seen) => admin.restore({ id, version });
/** Takes a logo in; the form shows what fails. */
export const uploadLogo = (file: File) => admin.logoUpload({ file }, { quiet: true });

const sites = api(frameHostCalls);
/** The sites that may stand in frames; let go after a write. */
export const frameHostsKey = ['frame hosts'] as const;
/** The sites that may stand in frames. */
export const frameHosts = () =>
  queryOptions({ queryKey: frameHostsKey, queryFn: ({ signal }) => sites.frameHosts({}, { signal, quiet: true }) });
/** Lets a site stand in frames; the form shows what fails. */
export const addFrameHost = (input: FrameHostInput) => sites.frameHostAdd(input, { quiet: true });
/** Lets it no more. */
export const removeFrameHost = (id: string) => sites.frameHostRemove({ id });

const { confirm, enter } = api({ confirm: sessionOwnCalls.confirm, enter: impersonationCalls.enter });
/** Enters a tenant after one's own password; the dialog shows what fails. */
export async function enterTenant(id: string, reason: string, password: string) {
  const { passwordKey, passwordMode } = await config();
  await confirm({ password: encryptPassword(password, passwordKey, passwordMode) }, { quiet: true });
  return enter({ id, reason }, { quiet: true });
}
