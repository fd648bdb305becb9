import type { FrameData, FrameType } from '@anlan/contract/domain/live-message';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Permit } from '@anlan/contract/permits';

/** Recipients of a message: named users, or everybody of the tenant who matches all conditions. */
export type Recipients =
  | {
      userIds: readonly string[];
      /** Session that made the change. This session gets no message. */
      butSession?: string;
    }
  | { kinds?: readonly UserType[]; permit?: Permit; enterpriseId?: string };

/** Table live_frame: published frames, for clients that reconnect within minutes. */
export interface LiveTables {
  live_frame: {
    tenant_id: string;
    id: string;
    at: Date;
    type: FrameType;
    data: FrameData | string;
    recipients: Recipients | string;
  };
}
