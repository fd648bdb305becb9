import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';
import { riskPoint } from './resource.ts';

export const riskLibrary = z.object({
  factors: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      /** Whether the factor was compared with the official text. */ certain: z.boolean(),
    }),
  ),
  factorsOf: z.string(),
  accidentTypes: z.array(z.object({ code: z.string(), label: z.string() })),
  accidentTypesOf: z.string(),
  /** Lower bounds of the levels by method, as the unit has set them. */
  bands: z.object({ LEC: z.array(z.number()), LS: z.array(z.number()), LC: z.array(z.number()) }),
});

export const riskCounts = z.object({
  major: z.int(),
  considerable: z.int(),
  general: z.int(),
  low: z.int(),
  review: z.int(),
  draft: z.int(),
  assess: z.int(),
  unplaced: z.int(),
});

export const riskCard = z.object({
  point: riskPoint.row,
  enterpriseName: z.string(),
  accidents: z.array(z.object({ code: z.string(), label: z.string() })),
  /** Phone of the responsible person. People of the enterprise see all digits, others a masked number. */
  ownerPhone: z.nullable(z.string()),
  /** Name and phone of the safety officer. */
  safety: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  /** Content of the printed QR code, which proves presence. Set only for people who may print the card. */
  code: z.nullable(z.string()),
  at: instant,
});
export type RiskCard = z.output<typeof riskCard>;
