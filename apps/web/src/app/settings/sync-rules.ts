import type { UserSetting } from '@anlan/contract/modules/user/layout-setting';

export interface Arrival {
  serverSettings: UserSetting;
  said: UserSetting;
  unsent: UserSetting;
  /** Id of the user who owns the local settings; undefined when no user does. */
  of: string | undefined;
}

/**
 * The settings to apply after sign-in: the server settings, overridden by unsent local changes. Drops local settings of
 * another user.
 */
export const mergeAtSignIn = ({ serverSettings: kept, said: localSettings, unsent, of }: Arrival): UserSetting => ({
  ...(of === undefined ? localSettings : {}),
  ...kept,
  ...unsent,
});

/** The changes still to send after a send succeeded. A value that the user changed again during the send remains. */
export const remainingUnsent = (unsent: UserSetting, sent: UserSetting): UserSetting => {
  const sentValues: Readonly<Record<string, unknown>> = sent;
  return Object.fromEntries(Object.entries(unsent).filter(([field, value]) => sentValues[field] !== value));
};
