import type { UserType } from '@anlan/contract/modules/session/session';
import type { DecisionInput, LockFlag, UserInput, UserPatch } from '@anlan/contract/modules/user/admin';
import { roleCalls } from '@anlan/contract/modules/access/role-calls';
import { limits } from '@anlan/contract/limits';
import { membershipCalls } from '@anlan/contract/modules/membership/calls';
import { userAdminCalls } from '@anlan/contract/modules/user/admin-calls';
import { userImportCalls } from '@anlan/contract/modules/user/import-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import type { ImportCalls } from '#widgets/import/import-wizard.tsx';

const users = api(userAdminCalls);
const incoming = api(userImportCalls);
const member = api({ service: membershipCalls.myservice });
const roles = api({ list: roleCalls.roleList });

/** How the list's request stands in its URL. */
export const userQuery = userAdminCalls.page.input;
/** What the list asks for. */
export type UserPage = Parameters<typeof users.page>[0];
/** Filters of the list. */
export type UserFilter = UserPage['filter'];

/** Everything that has been read of people; let go after a write. */
export const userKey = ['user-admin'] as const;

/** A page of the list; the old rows stay while the next are on their way. */
export const userPage = (input: UserPage) =>
  queryOptions({
    queryKey: [...userKey, 'page', input],
    queryFn: ({ signal }) => users.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** How many accounts one's own enterprise has open, and may have. */
export const ownSeats = queryOptions({
  queryKey: [...userKey, 'seats'],
  queryFn: async ({ signal }) => (await member.service({}, { signal, quiet: true })).seats,
});

/** How many people fit a filter. */
export const userCount = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...userKey, 'count', filter],
    queryFn: ({ signal }) => users.count(filter, { signal, quiet: true }),
  });

/** Roles to choose for a kind of people, or for all of them. */
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
/** Reads a person anew, for comparing. */
export const readUser = (id: string) => users.one({ id }, { quiet: true });
/** Makes a person; answers the password that is shown once. */
export const createUser = (input: UserInput) => users.create(input, { quiet: true });
/** Changes a person; the form shows what fails. */
export const updateUser = (patch: UserPatch) => users.update(patch, { quiet: true });
/** Gives a person a password that is shown once; all of their sessions end. */
export const resetPassword = ({ id, version }: Seen) => users.password({ id, version }, { quiet: true });
/** Takes a person's lost second factor away; all of their sessions end. */
export const removeFactor = (input: { id: string; reason: string }) => users.removeFactor(input, { quiet: true });
/** Makes these the roles of a person; the dialog shows what fails. */
export const giveRoles = ({ id, version, roleIds }: Seen & { roleIds: string[] }) =>
  users.giveRoles({ id, version, roleIds }, { quiet: true });
/** Disables an account or enables it again. */
export const lockUser = ({ id, version, lockFlag }: Seen & { lockFlag: LockFlag }) =>
  users.lock({ id, version, lockFlag }, { quiet: true });
/** Ends an account; out of an enterprise alone where the person also works elsewhere. */
export const removeUser = ({ id, version }: Seen) => users.remove({ id, version }, { quiet: true });
/** Says whether somebody who registered may use the account. */
export const decideUser = (input: DecisionInput) => users.decide(input, { quiet: true });
/** Makes a person an administrator of an enterprise. */
export const makeEntAdmin = (input: { enterpriseId: string; userId: string }) => users.updateEntAdmin(input);
/** The filtered list as a file. */
export const exportUsers = (input: Parameters<typeof users.export>[0]) => download(userAdminCalls.export, input);

/** The calls behind the import's steps. */
export const importCalls: ImportCalls = {
  template: () => download(userImportCalls.importTemplate, {}),
  upload: (file, options) => incoming.import({ file }, { ...options, quiet: true }),
  confirm: ({ jobId, mode }) => incoming.importConfirm({ jobId, mode }),
  errors: (id) => download(userImportCalls.importErrors, { id }),
};
/** Limits of the import's file. */
export const importLimits = { maxBytes: limits.userImport.bytes, maxRows: limits.userImport.rows };
