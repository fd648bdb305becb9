import { wxMaterialCalls } from './calls.ts';

/**
 * Returns the address of media: the account's own material, or a file of a follower, which is available for three days.
 */
export const mediaAddress = (of: { appId: string; mediaId: string }, own: boolean): string =>
  `${(own ? wxMaterialCalls.other : wxMaterialCalls.tempOther).path}?${new URLSearchParams(of)}`;
