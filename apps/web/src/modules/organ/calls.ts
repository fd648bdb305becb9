import type { OrganInput, OrganPatch } from '@anlan/contract/modules/user/organ';
import { organCalls } from '@anlan/contract/modules/user/organ-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const organs = api(organCalls);

export const organKeys = [['organ'], ['organisations']] as const;

export const organList = queryOptions({
  queryKey: ['organ', 'list'],
  queryFn: ({ signal }) => organs.organList({}, { signal, quiet: true }),
});

export const createOrgan = (input: OrganInput) => organs.organCreate(input, { quiet: true });
export const updateOrgan = (patch: OrganPatch) => organs.organUpdate(patch, { quiet: true });
export const removeOrgan = (id: string) => organs.organRemove({ id }, { quiet: true });
