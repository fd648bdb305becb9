import type { UserType } from '@anlan/contract/modules/session/session';
import type { UserRow } from '@anlan/contract/modules/user/admin';
import { roleCalls } from '@anlan/contract/modules/access/role-calls';
import type { Filter } from '@anlan/contract/kit/resource';
import { limits } from '@anlan/contract/limits';
import { membershipCalls } from '@anlan/contract/modules/membership/calls';
import { userAdminCalls } from '@anlan/contract/modules/user/admin-calls';
import type { userListing } from '@anlan/contract/modules/user/listings';
import { userImportCalls } from '@anlan/contract/modules/user/import-calls';
import { queryOptions } from '@tanstack/react-query';
import type { Reading } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { shownValues } from './rules.ts';

const users = api(userAdminCalls);
const member = api({ service: membershipCalls.myservice });
const roles = api({ list: roleCalls.roleList });

export type UserFilter = Filter<typeof userListing>;

export const userKey = ['user-admin'] as const;

export const userListCalls = { ...userAdminCalls, ...userImportCalls, get: userAdminCalls.one };
export const userReading: Reading<UserRow> = { key: userKey, row: shownValues };
export const staffReading: Reading<UserRow> = { ...userReading, filter: { type: 'enterprise' } };

export const ownSeats = queryOptions({
  queryKey: [...userKey, 'seats'],
  queryFn: async ({ signal }) => (await member.service({}, { signal, quiet: true })).seats,
});

export const userCount = (filter: UserFilter) => callQuery([...userKey, 'all', filter], users.count, filter);

export const roleChoices = (userType?: UserType) =>
  callQuery(['role', 'choices', userType ?? ''], roles.list, userType === undefined ? {} : { userType }, {
    staleTime: 60_000,
  });

interface Seen {
  id: string;
  version: number;
}
/** Resets the password of a user and ends all their sessions. The response contains a one-time password. */
export const resetPassword = ({ id, version }: Seen) => users.password({ id, version }, { quiet: true });
/** Removes a lost second factor. Ends all sessions of the user. */
export const removeFactor = (input: { id: string; reason: string }) => users.removeFactor(input, { quiet: true });
export const makeEntAdmin = (input: { enterpriseId: string; userId: string }) => users.updateEntAdmin(input);

export const importLimits = { maxBytes: limits.userImport.bytes, maxRows: limits.userImport.rows };
