import { organ, type OrganPatch, type OrganRow } from '@anlan/contract/modules/user/organ';
import { organCalls } from '@anlan/contract/modules/user/organ-calls';
import { bind, type AnyRow, type Bound } from '#kit/resource.ts';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const organs = api(organCalls);

export const organKeys = [['organ'], ['organisations']] as const;

export const organList = callQuery(['organ', 'list'], organs.organList, {});

export const formRow = (row: OrganRow): AnyRow => ({ ...row, abilities: ['update'] });

const bound = bind(organ, { create: organCalls.organCreate, update: organCalls.organUpdate });
/** Reads one organisation from the list, because no call returns a single one. */
export const boundOrgan: Bound = {
  ...bound,
  has: (verb) => verb === 'get' || bound.has(verb),
  read: async (id) => {
    const row = (await organs.organList({}, { quiet: true })).find((one) => one.id === id);
    if (!row) throw new ApiError({ kind: 'answered', status: 404 });
    return formRow(row);
  },
};

export const updateOrgan = (patch: OrganPatch) => organs.organUpdate(patch, { quiet: true });
export const removeOrgan = (id: string) => organs.organRemove({ id }, { quiet: true });
