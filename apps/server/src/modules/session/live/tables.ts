import type { FrameData, FrameType } from '@anlan/contract/domain/live';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Permit } from '@anlan/contract/permits';

/** To whom something is told: named people, or everybody of the tenant who fits all that is said. */
export type Recipients =
  | {
      userIds: readonly string[];
      /** The one session of theirs that is not told: its own deed it was. */
      butSession?: string;
    }
  | { kinds?: readonly UserType[]; permit?: Permit; enterpriseId?: string };

/** Table live_frame: what was told to browsers, for those who come back within minutes. */
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
