import { wxMaterialCalls } from './calls.ts';

/** Address that answers the bytes of an account's media: its own material, or what a follower sent (three days). */
export const mediaAddress = (of: { appId: string; mediaId: string }, own: boolean): string =>
  `${(own ? wxMaterialCalls.other : wxMaterialCalls.tempOther).path}?${new URLSearchParams(of)}`;
