import * as z from 'zod/mini';
import { coded, id, instant, whole } from '../../domain/fields.ts';
import { tenantId } from '../../domain/session.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, pageOf, pageQuery } from '../../wire/dialect.ts';
import { contentInfo } from './resource.ts';
import { agreementOccasions, contentTextCalls, contentTypes, type AgreementOccasion } from './text.ts';

const occasion = z.enum(Object.keys(agreementOccasions) as [AgreementOccasion, ...AgreementOccasion[]]);
/** Somebody's agreement to a version, as the ledger keeps it. */
export const agreementRow = z.object({
  id,
  /** 1 about, 2 privacy, 3 service, 4 membership agreement. */
  type: coded(contentTypes),
  /** The version agreed to. */
  contentId: id,
  edition: z.int(),
  title: z.string(),
  occasion,
  /** Who agreed; null where an applicant without an account did. */
  userName: z.nullable(z.string()),
  /** Enterprise that it was for. */
  enterpriseName: z.nullable(z.string()),
  agreedAt: instant,
});
/** Somebody's agreement to a version. */
export type AgreementRow = z.output<typeof agreementRow>;

/** How many people of a unit have agreed to a version. */
export const agreementCount = z.object({
  /** The unit. */
  tenantId,
  tenantName: z.string(),
  /** Agreements. */
  agreed: whole,
  /** The last one. */
  lastAt: z.nullable(instant),
});
/** How many people of a unit have agreed to a version. */
export type AgreementCount = z.output<typeof agreementCount>;

/** Calls of texts that everybody may read (内容), their versions, and who agreed to which. */
export const contentCalls = {
  ...crud(contentInfo, '/bus/contentinfo', { page: '/bus/contentinfo/page', visit: false }),
  ...contentTextCalls,
  agreements: get('/bus/contentinfo/agreements', {
    input: pageQuery(
      {
        /** One version alone. */
        contentId: z.optional(id),
        type: z.optional(coded(contentTypes)),
        occasion: z.optional(occasion),
      },
      ['agreedAt'],
    ),
    answer: enveloped(pageOf(agreementRow)),
    permit: 'bus:contentinfo:agreement',
    origin: 'chosen',
  }),
  agreedByUnit: get('/bus/contentinfo/agreed/{id}', {
    input: z.object({ /** The version. */ id }),
    answer: enveloped(z.array(agreementCount)),
    permit: 'bus:contentinfo:index',
    origin: 'chosen',
  }),
};
