import type { UserSetting } from '@anlan/contract/modules/user/setting';

/** What is known when a person's settings come from the server. */
export interface Arrival {
  /** What the server keeps. */
  kept: UserSetting;
  /** What stands in this browser. */
  said: UserSetting;
  /** What this person changed here and the server has not been told. */
  unsent: UserSetting;
  /** Whose settings stand in this browser; undefined where they are nobody's. */
  of: string | undefined;
}

/** What stands after a sign-in: the server's, under what was changed here since; nothing of another person's. */
export const atFirst = ({ kept, said, unsent, of }: Arrival): UserSetting => ({
  ...(of === undefined ? said : {}),
  ...kept,
  ...unsent,
});

/** What is still to be told after a part of it was; what changed again in between is. */
export const stillUnsent = (unsent: UserSetting, told: UserSetting): UserSetting => {
  const known: Readonly<Record<string, unknown>> = told;
  return Object.fromEntries(Object.entries(unsent).filter(([field, value]) => known[field] !== value));
};
