import * as z from 'zod/mini';

export const factorState = z.object({
  enabled: z.boolean(),
  required: z.boolean(),
  recoveryLeft: z.int(),
});
export type FactorState = z.output<typeof factorState>;

export const enrolment = z.object({
  /** Secret in Base32, for typing it into the device. */
  secret: z.string(),
  /** otpauth: address with the secret, for a QR code. */
  uri: z.string(),
});
export type Enrolment = z.output<typeof enrolment>;

/** Recovery codes; each replaces the second factor once. */
export const recoveryCodes = z.object({
  /** Recovery codes; they are returned only once. */
  recoveryCodes: z.array(z.string()),
});

/** Six digits from the person's device, or a recovery code. */
export const secondCode = z.string('验证码不能为空').check(
  z.overwrite((value: string) => value.replace(/[\s-]/g, '').toUpperCase()),
  z.regex(/^(\d{6}|[A-Z2-7]{16})$/, '请输入 6 位验证码或恢复码'),
);
export const totpCode = z.string('验证码不能为空').check(
  z.overwrite((value: string) => value.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, '请输入 6 位验证码'),
);
