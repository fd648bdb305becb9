import type { Generated } from 'kysely';
import type { Attachment } from '@anlan/contract/modules/notice/announcement';
import type { UserType } from '@anlan/contract/modules/session/session';

/** `announcement`: 通知公告 of a tenant. `system`: 系统通知 of the platform. */
export type Channel = 'announcement' | 'system';
export type RowAudience = 'all' | 'regions' | 'industries' | 'enterprises' | 'kinds' | 'people' | 'tenants';

export interface AnnouncementTable {
  tenant_id: string;
  id: string;
  version: Generated<number>;
  readers: Generated<string[]>;
  channel: Channel;
  title: string;
  title_search: Generated<string>;
  kind: string;
  content: string;
  summary: string;
  audience: RowAudience;
  targets: Generated<string[]>;
  need_receipt: Generated<boolean>;
  receipt_due_on: string | null;
  pinned: Generated<boolean>;
  /** Read as an array, written as JSON text. */
  files: Attachment[] | string;
  state: Generated<'draft' | 'published' | 'withdrawn'>;
  publish_at: Date | null;
  expire_at: Date | null;
  told_at: Date | null;
  reminded_at: Date | null;
  from_name: Generated<string>;
  publisher_id: string | null;
  publisher_name: string | null;
  withdrawn_at: Date | null;
  withdraw_reason: string | null;
  created_at: Date;
  created_by: string | null;
  updated_at: Date;
  updated_by: string | null;
  removed_at: Date | null;
  removed_by: string | null;
}

export interface AnnouncementTables {
  announcement: AnnouncementTable;
  announcement_target: { tenant_id: string; announcement_id: string; target: string };
  announcement_read: {
    tenant_id: string;
    announcement_id: string;
    user_id: string;
    read_at: Date;
    receipt_at: Date | null;
  };
  announcement_tally: { tenant_id: string; announcement_id: string; part: number; reads: number; receipts: number };
}

export interface AudienceTables extends AnnouncementTables {
  app_user: {
    tenant_id: string;
    id: string;
    nick_name: string;
    type: UserType;
    lock_flag: string;
    approval: string;
    deleted_at: Date | null;
    organ_id: string | null;
  };
  organ: { tenant_id: string; id: string; name: string };
  user_enterprise: { tenant_id: string; user_id: string; enterprise_id: string };
  enterprise: {
    tenant_id: string;
    id: string;
    name: string;
    region_code: string;
    town_code: string | null;
    industry_code: string;
    removed_at: Date | null;
  };
}
