// Public texts. Pages shown before sign-in load this file, so it must not import the kit.
import * as z from 'zod/mini';
import { codeMapping, id, instant } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { enveloped, get } from '../../http/call-table.ts';

/** Kinds of public texts with their wire values. */
export const contentTypes = { about: '1', privacy: '2', service: '3', membership: '4' } as const;
export type ContentType = keyof typeof contentTypes;
export const contentNames: Readonly<Record<ContentType, string>> = {
  about: '关于我们',
  privacy: '隐私政策',
  service: '服务协议',
  membership: '会员协议',
};

/** Ids of the text versions that the person saw and agreed to. */
export const agreedVersionIds = z.array(id).check(z.maxLength(4, '协议重复'));

export const agreementOccasions = {
  register: '注册账号',
  apply: '企业入驻申请',
  purchase: '开通会员',
  shop: '店铺入驻申请',
} as const;
export type AgreementOccasion = keyof typeof agreementOccasions;

export const contentText = z.object({
  id,
  /** Kind of text: 1 about, 2 privacy, 3 service, 4 membership agreement. */
  type: codeMapping(contentTypes),
  title: z.string(),
  /** Text as sanitised HTML. */
  content: z.string(),
  edition: z.int(),
  publishedAt: instant,
});
export type ContentText = z.output<typeof contentText>;

export const contentTextCalls = {
  byType: get('/bus/contentinfo/getByType/{type}', {
    input: z.object({
      /** Kind of text: 1 about, 2 privacy, 3 service, 4 membership agreement. */
      type: z.string().check(z.regex(/^[1-4]$/, '没有这种内容')),
      /** Unit of the text; default: the tenant_id header, else the platform. */
      tenantId: z.optional(tenantId),
    }),
    in: { type: 'path' },
    id: 'word',
    answer: enveloped(z.nullable(contentText)),
    permit: 'public',
    activity: 'background',
    origin: 'spec §7',
  }),
};
