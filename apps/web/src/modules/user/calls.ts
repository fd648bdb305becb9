import type { UserType } from '@anlan/contract/modules/session/session';
import type { DecisionInput, LockFlag, UserRow } from '@anlan/contract/modules/user/admin';
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
import { download } from '#lib/download.ts';
import type { ImportCalls } from '#widgets/import/import-wizard.tsx';
import { shownValues } from './rules.ts';

const users = api(userAdminCalls);
const incoming = api(userImportCalls);
const member = api({ service: membershipCalls.myservice });
const roles = api({ list: roleCalls.roleList });

export type UserFilter = Filter<typeof userListing>;

export const userKey = ['user-admin'] as const;

const { page, create, update, remove } = userAdminCalls;
export const userListCalls = { page, get: userAdminCalls.one, create, update, remove, export: userAdminCalls.export };
export const userReading: Reading<UserRow> = { key: userKey, row: shownValues };
export const staffReading: Reading<UserRow> = { ...userReading, filter: { type: 'enterprise' } };

export const ownSeats = queryOptions({
  queryKey: [...userKey, 'seats'],
  queryFn: async ({ signal }) => (await member.service({}, { signal, quiet: true })).seats,
});

export const userCount = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...userKey, 'all', filter],
    queryFn: ({ signal }) => users.count(filter, { signal, quiet: true }),
  });

export const roleChoices = (userType?: UserType) =>
  queryOptions({
    queryKey: ['role', 'choices', userType ?? ''],
    queryFn: ({ signal }) => roles.list(userType === undefined ? {} : { userType }, { signal, quiet: true }),
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
export const giveRoles = ({ id, version, roleIds }: Seen & { roleIds: string[] }) =>
  users.giveRoles({ id, version, roleIds }, { quiet: true });
export const lockUser = ({ id, version }: Seen, lockFlag: LockFlag) =>
  users.lock({ id, version, lockFlag }, { quiet: true });
/** Removes a user. If the person also belongs to another enterprise, only the link to this enterprise is removed. */
export const removeUser = ({ id, version }: Seen) => users.remove({ id, version }, { quiet: true });
export const decideUser = (input: DecisionInput) => users.decide(input, { quiet: true });
export const makeEntAdmin = (input: { enterpriseId: string; userId: string }) => users.updateEntAdmin(input);

export const importCalls: ImportCalls = {
  template: () => download(userImportCalls.importTemplate, {}),
  upload: (file, options) => incoming.import({ file }, { ...options, quiet: true }),
  confirm: ({ jobId, mode }) => incoming.importConfirm({ jobId, mode }),
  errors: (id) => download(userImportCalls.importErrors, { id }),
};
export const importLimits = { maxBytes: limits.userImport.bytes, maxRows: limits.userImport.rows };
