import * as z from 'zod/mini';
import { filled, id as fileId, instant, prose, text } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { unitSms } from '../../domain/message-template.ts';

/** Whether people may work in a tenant. */
export const tenantStatus = z.enum(['active', 'frozen']);
/** What the platform may do with a tenant. */
export const tenantAbility = z.enum(['update', 'freeze', 'thaw', 'remove', 'restore', 'enter']);
/** What the platform may do with a tenant. */
export type TenantAbility = z.output<typeof tenantAbility>;

/** A tenant in the platform's list. */
export const tenantRow = z.object({
  /** The tenant's number. */
  id: tenantId,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with it. */
  abilities: z.array(tenantAbility),
  /** Name of the authority or group. */
  name: z.string(),
  /** Copyright line of the footer. */
  copy: z.nullable(z.string()),
  /** Filing number 备案号. */
  icp: z.nullable(z.string()),
  /** Police-filing line 公安备案. */
  tec: z.nullable(z.string()),
  /** Address of the logo, or null. */
  logo: z.nullable(z.string()),
  /** Host names under which pages carry its name. */
  hosts: z.array(z.string()),
  /** Host names that lead to it under a generic name, without a logo. */
  genericHosts: z.array(z.string()),
  /** Whether people may work in it. */
  status: tenantStatus,
  /** Since when it exists. */
  createTime: instant,
  /** When it was removed; it may be taken back for thirty days. */
  removeTime: z.nullable(instant),
  /** When its data goes for good, or went; null while it is not removed. */
  purgeTime: z.nullable(instant),
  /** Whether its data is gone. */
  purged: z.boolean(),
  /** How many people it has; the list alone says so. */
  people: z.optional(z.int()),
});
/** A tenant in the platform's list. */
export type TenantRow = z.output<typeof tenantRow>;

/** What only the platform's own view of one tenant adds. */
export const tenantMore = z.object({
  /** Why it was suspended, or null. */
  frozenReason: z.nullable(z.string()),
  /** Parts of the product that it has rented, as 'module:thing'; null is everything. */
  rented: z.nullable(z.array(z.string())),
  /** How many people it has. */
  people: z.int(),
  /** Its own name and templates with the vendor of messages; null is the platform's. */
  sms: z.nullable(unitSms),
});
/** A tenant as the platform keeps it. */
export type TenantFile = TenantRow & z.output<typeof tenantMore>;

const line = (label: string) => z.optional(z.nullable(text(128, label)));
const hostPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?){0,9}$/;
const host = z.string().check(
  z.overwrite((value: string) => value.trim().toLowerCase()),
  z.maxLength(253, '域名过长'),
  z.regex(hostPattern, '域名格式不正确，如 aq.example.gov.cn，不带 http 和端口'),
);
const hosts = z.optional(z.array(host).check(z.maxLength(20, '最多 20 个域名')));
/** Own address of a logo. */
export const logoAddress = z
  .string()
  .check(z.regex(/^\/upms\/tenant\/logo\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '请重新上传标志'));

const fields = {
  /** Copyright line of the footer. */
  copy: line('版权信息'),
  /** Filing number 备案号. */
  icp: line('备案号'),
  /** Police-filing line 公安备案. */
  tec: line('公安备案'),
  /** Address of the logo, as the upload answered it. */
  logo: z.optional(z.nullable(logoAddress)),
  /** Host names under which pages carry its name. */
  hosts,
  /** Host names that lead to it under a generic name, without a logo. */
  genericHosts: hosts,
  /** Parts of the product that it has rented; null is everything. */
  rented: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(200)))),
  /** Its own name and templates with the vendor of messages; null is the platform's. */
  sms: z.optional(z.nullable(unitSms)),
};

/** POST /upms/tenant. */
export const tenantInput = z.object({
  /** Name of the authority or group. */
  name: filled(64, '单位名称'),
  ...fields,
  /** Account name of its first administrator. */
  username: z
    .string('管理员用户名不能为空')
    .check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{2,31}$/, '用户名以字母开头，由 3 到 32 位字母、数字、_ 和 - 组成')),
  /** Name of its first administrator. */
  nickName: filled(32, '管理员姓名'),
});
/** A new tenant with its first administrator. */
export type TenantInput = z.output<typeof tenantInput>;

/** What a new tenant's first administrator signs in with, once. */
export const tenantMade = z.object({
  /** The tenant's number. */
  id: tenantId,
  /** Version to send back with the next change. */
  version: z.int(),
  /** Account name of the first administrator. */
  username: z.string(),
  /** Shown this once; must be changed at the first sign-in. */
  password: z.string(),
});

const seen = {
  /** The tenant's number. */
  id: tenantId,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
};
/** POST /upms/tenant/update: absent = unchanged, null clears. */
export const tenantPatch = z.object({
  ...seen,
  /** Name of the authority or group. */
  name: z.optional(filled(64, '单位名称')),
  ...fields,
});
/** Changes to a tenant. */
export type TenantPatch = z.output<typeof tenantPatch>;
/** POST /upms/tenant/freeze. */
export const tenantSuspend = z.object({
  ...seen,
  /** Why, for the people of the platform. */
  reason: prose(300, '原因').check(z.minLength(2, '请填写停用原因')),
});
/** POST /upms/tenant/thaw and /restore. */
export const tenantSeen = z.object(seen);
/** Number and version of a tenant after a write. */
export const tenantVersion = z.object({
  /** The tenant's number. */
  id: tenantId,
  /** Version to send back with the next change. */
  version: z.int(),
});

/** A logo of the platform's shelf. */
export const logoId = fileId;
/** A tenant as its own people see it; the platform sees all of it. */
export const tenant = z.object({
  ...z.partial(tenantRow).shape,
  ...z.partial(tenantMore).shape,
  /** The tenant's number. */
  id: tenantId,
  /** Name. */
  name: z.string(),
});
