// Texts that everybody may read, for pages before sign-in too: it depends on none of the kit.
import * as z from 'zod/mini';
import { coded, id, instant } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { enveloped, get } from '../../http/dialect.ts';

/** Kinds of texts that everybody may read: clean word → wire value. */
export const contentTypes = { about: '1', privacy: '2', service: '3', membership: '4' } as const;
/** A kind of texts. */
export type ContentType = keyof typeof contentTypes;
/** What a text of each kind is called. */
export const contentNames: Readonly<Record<ContentType, string>> = {
  about: '关于我们',
  privacy: '隐私政策',
  service: '服务协议',
  membership: '会员协议',
};

/** What somebody agreed to: ids of the versions that stood before them. */
export const agreedTexts = z.array(id).check(z.maxLength(4, '协议重复'));

/** When agreements are asked for. */
export const agreementOccasions = {
  register: '注册账号',
  apply: '企业入驻申请',
  purchase: '开通会员',
  shop: '店铺入驻申请',
} as const;
/** When an agreement is asked for. */
export type AgreementOccasion = keyof typeof agreementOccasions;

/** The version of a text that is in force. */
export const contentText = z.object({
  /** Id of the version. */
  id,
  /** 1 about, 2 privacy, 3 service, 4 membership agreement. */
  type: coded(contentTypes),
  /** 标题 */
  title: z.string(),
  /** 正文, clean markup. */
  content: z.string(),
  /** 版本 */
  edition: z.int(),
  /** 发布时间 */
  publishedAt: instant,
});
/** The version of a text that is in force. */
export type ContentText = z.output<typeof contentText>;

/** The text of a kind that is in force. */
export const contentTextCalls = {
  byType: get('/bus/contentinfo/getByType/{type}', {
    input: z.object({
      /** 1 about, 2 privacy, 3 service, 4 membership agreement. */
      type: z.string().check(z.regex(/^[1-4]$/, '没有这种内容')),
      /** Unit whose text is asked for; that of the header tenant_id where left out, else the platform's. */
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
