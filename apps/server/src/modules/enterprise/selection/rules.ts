import * as z from 'zod/mini';
import {
  colorCauseKeys,
  enterpriseColor,
  enterpriseSize,
  enterpriseStatus,
  standardLevel,
} from '@anlan/contract/modules/enterprise/codes';
import type { ListFilter } from '../rules.ts';

const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));
const codesOf = <M extends Readonly<Record<string, string>>>(map: M) =>
  z.optional(z.array(z.enum(Object.keys(map) as (keyof M & string)[])));

const words = {
  keyword: text,
  name: text,
  creditCode: text,
  regionCode: texts,
  industryCode: texts,
  supervisionKind: texts,
  enterpriseSize: codesOf(enterpriseSize),
  status: codesOf(enterpriseStatus),
  color: codesOf(enterpriseColor),
  standardGrade: codesOf(standardLevel),
  hazardFeature: texts,
  label: texts,
  officerId: text,
  expiring: z.optional(z.int()),
  activatedFrom: text,
  activatedTo: text,
  regionOnly: text,
  perfect: z.optional(z.boolean()),
  signedIn: z.optional(z.boolean()),
  located: z.optional(z.boolean()),
  inspectedFrom: text,
  inspectedTo: text,
  scored: z.optional(z.boolean()),
  colorCause: z.optional(z.enum(colorCauseKeys)),
  activatedBy: z.optional(z.enum(['decision', 'import'])),
} satisfies Record<keyof Required<ListFilter>, z.ZodMiniType>;

/** Schema of the filter as stored with jobs. */
export const listFilter = z.strictObject(words);
