import * as z from 'zod/mini';
import { requiredText, id as fileId, instant, prose, text } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { unitSms } from '../../domain/message-template.ts';

export const tenantStatus = z.enum(['active', 'frozen']);
export const tenantAbility = z.enum(['update', 'freeze', 'thaw', 'remove', 'restore', 'enter']);
export type TenantAbility = z.output<typeof tenantAbility>;

export const tenantRow = z.object({
  id: tenantId,
  version: z.int(),
  abilities: z.array(tenantAbility),
  name: z.string(),
  copy: z.nullable(z.string()),
  /** ICP filing number (备案号) */
  icp: z.nullable(z.string()),
  /** Police filing number (公安备案) */
  tec: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  /** Host names whose pages show the tenant's name. */
  hosts: z.array(z.string()),
  /** Host names of the tenant whose pages show a generic name and no logo. */
  genericHosts: z.array(z.string()),
  status: tenantStatus,
  createTime: instant,
  /** When the tenant was removed. It can be restored for thirty days. */
  removeTime: z.nullable(instant),
  /** When the tenant's data is or was deleted permanently; null if the tenant is not removed. */
  purgeTime: z.nullable(instant),
  purged: z.boolean(),
  /** Number of people of the tenant; only in the list. */
  people: z.optional(z.int()),
});
export type TenantRow = z.output<typeof tenantRow>;

export const tenantMore = z.object({
  frozenReason: z.nullable(z.string()),
  /** Parts of the product that the tenant rents, as 'module:thing'; null means all. */
  rented: z.nullable(z.array(z.string())),
  people: z.int(),
  /**
   * The tenant's own signature and templates at the SMS vendor. Null: the signature and templates of the platform
   * apply.
   */
  sms: z.nullable(unitSms),
});
export type TenantDetails = TenantRow & z.output<typeof tenantMore>;

const line = (label: string) => z.optional(z.nullable(text(128, label)));
const hostPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?){0,9}$/;
const host = z.string().check(
  z.overwrite((value: string) => value.trim().toLowerCase()),
  z.maxLength(253, '域名过长'),
  z.regex(hostPattern, '域名格式不正确，如 aq.example.gov.cn，不带 http 和端口'),
);
export const hosts = z.array(host).check(z.maxLength(20, '最多 20 个域名'));
export const logoAddress = z
  .string()
  .check(z.regex(/^\/upms\/tenant\/logo\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '请重新上传标志'));

const fields = {
  copy: line('版权信息'),
  icp: line('备案号'),
  tec: line('公安备案'),
  /** Address of the logo, as returned by the upload. */
  logo: z.optional(z.nullable(logoAddress)),
  hosts: z.optional(hosts),
  genericHosts: z.optional(hosts),
  /** Parts of the product that the tenant rents; null means all. */
  rented: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(200)))),
  /**
   * The tenant's own signature and templates at the SMS vendor. Null: the signature and templates of the platform
   * apply.
   */
  sms: z.optional(z.nullable(unitSms)),
};

export const tenantInput = z.object({
  name: requiredText(64, '单位名称'),
  ...fields,
  username: z
    .string('管理员用户名不能为空')
    .check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{2,31}$/, '用户名以字母开头，由 3 到 32 位字母、数字、_ 和 - 组成')),
  nickName: requiredText(32, '管理员姓名'),
});
export type TenantInput = z.output<typeof tenantInput>;

/** Account name and password of a new tenant's first administrator. */
export const newTenantLogin = z.object({
  id: tenantId,
  version: z.int(),
  username: z.string(),
  /** Password, returned only once. The person must change it at the first sign-in. */
  password: z.string(),
});

const versionedId = {
  id: tenantId,
  /** Version that the caller loaded; a stale version returns 409 with the current row. */
  version: z.int(),
};
/** Input of POST /upms/tenant/update. Absent fields stay unchanged; null clears a field. */
export const tenantPatch = z.object({
  ...versionedId,
  name: z.optional(requiredText(64, '单位名称')),
  ...fields,
});
export type TenantPatch = z.output<typeof tenantPatch>;
export const tenantSuspend = z.object({
  ...versionedId,
  /** Reason; only platform staff can see it. */
  reason: prose(300, '原因').check(z.minLength(2, '请填写停用原因')),
});
export const tenantVersionInput = z.object(versionedId);
export const tenantVersion = z.object({
  id: tenantId,
  version: z.int(),
});

export const logoId = fileId;
/** A tenant as its own people see it. Platform staff get all fields. */
export const tenant = z.object({
  ...z.partial(tenantRow).shape,
  ...z.partial(tenantMore).shape,
  id: tenantId,
  name: z.string(),
});
