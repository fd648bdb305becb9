import type { OrganInput, OrganPatch } from '@anlan/contract/modules/user/organ';
import { organCalls } from '@anlan/contract/modules/user/organ-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const organs = api(organCalls);

/** Everything that has been read of organisations; let go after a write. */
export const organKeys = [['organ'], ['organisations']] as const;

/** All organisations of the tenant. */
export const organList = queryOptions({
  queryKey: ['organ', 'list'],
  queryFn: ({ signal }) => organs.organList({}, { signal, quiet: true }),
});

/** Adds an organisation; the form shows what fails. */
export const createOrgan = (input: OrganInput) => organs.organCreate(input, { quiet: true });
/** Renames or moves an organisation; whoever asks shows what fails. */
export const updateOrgan = (patch: OrganPatch) => organs.organUpdate(patch, { quiet: true });
/** Takes an organisation away; the dialog shows what fails. */
export const removeOrgan = (id: string) => organs.organRemove({ id }, { quiet: true });
