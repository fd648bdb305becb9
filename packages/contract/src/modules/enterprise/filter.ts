import * as z from 'zod/mini';
import { codeMapping, day, flag, id, oneOrMany, text, whole } from '../../domain/fields.ts';
import { limits } from '../../limits.ts';
import { colorCauseKeys, enterpriseColor, enterpriseSize, enterpriseStatus, standardLevel } from './codes.ts';

const word = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/));

/** Filters of the enterprise list. A row must match every filter, and one of the values of each filter. */
export const enterpriseFilter = {
  /**
   * Search text: part of the name. A text of four or more characters from the credit code alphabet also matches the
   * beginning of the credit code.
   */
  keyword: z.optional(text(limits.search.max)),
  name: z.optional(text(limits.search.max)),
  creditCode: z.optional(text(18)),
  /**
   * Code or code prefix of a division; the divisions below it are included. Seven or more digits mean a street or
   * grid.
   */
  regionCode: z.optional(oneOrMany(z.string().check(z.regex(/^\d{2,12}$/)))),
  /** Letter of an industry section, or code of an industry. */
  industryCode: z.optional(oneOrMany(z.string().check(z.regex(/^[A-T](\d{2})?$/)))),
  supervisionKind: z.optional(oneOrMany(word)),
  enterpriseSize: z.optional(oneOrMany(codeMapping(enterpriseSize))),
  status: z.optional(oneOrMany(codeMapping(enterpriseStatus))),
  color: z.optional(oneOrMany(codeMapping(enterpriseColor))),
  standardGrade: z.optional(oneOrMany(codeMapping(standardLevel))),
  /** Hazard features (危险特征): the enterprise has at least one of them. */
  hazardFeature: z.optional(oneOrMany(word)),
  /** Labels (企业标签): the enterprise has at least one of them. With this filter, enterprise staff get no rows. */
  label: z.optional(oneOrMany(word)),
  officerId: z.optional(id),
  /** Number of days: at least one of the four expiry dates is past or within that many days. */
  expiring: z.optional(whole),
  /** Only rows of exactly this region, for example of the city itself, without regions below it. */
  regionOnly: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  activatedFrom: z.optional(day),
  activatedTo: z.optional(day),
  /** Whether the file is complete (档案完善): all required fields are filled and the completeness rate is at least 90. */
  perfect: z.optional(flag),
  /** Whether the enterprise has joined (入驻): at least one of its people has signed in. */
  signedIn: z.optional(flag),
  located: z.optional(flag),
  /** First and last day of an inspection (监管检查) that a regulator finished at the enterprise. */
  inspectedFrom: z.optional(day),
  inspectedTo: z.optional(day),
  /** Whether the enterprise has a safety score (安全分). */
  scored: z.optional(flag),
  /** Cause of the colour that the enterprise has. */
  colorCause: z.optional(z.enum(colorCauseKeys)),
  /** How the enterprise became active: by a decision, or directly by an import. */
  activatedBy: z.optional(z.enum(['decision', 'import'])),
};
