import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';
import { riskPoint } from './resource.ts';

/** Standard lists to choose from, each with its document. */
export const riskLibrary = z.object({
  /** 危险有害因素 */
  factors: z.array(
    z.object({
      /** Code of the standard. */ code: z.string(),
      label: z.string(),
      /** Whether it was compared with the official text. */ certain: z.boolean(),
    }),
  ),
  /** Document of the factors. */
  factorsOf: z.string(),
  /** 事故类型 of the edition in force. */
  accidentTypes: z.array(z.object({ code: z.string(), label: z.string() })),
  /** Document of the types. */
  accidentTypesOf: z.string(),
  /** Bounds of the levels by method, the unit's own. */
  bands: z.object({ LEC: z.array(z.number()), LS: z.array(z.number()), LC: z.array(z.number()) }),
});
/** Standard lists to choose from. */
export type RiskLibrary = z.output<typeof riskLibrary>;

/** How many points there are, by state and level. */
export const riskCounts = z.object({
  /** In force, by level. */
  major: z.int(),
  considerable: z.int(),
  general: z.int(),
  low: z.int(),
  /** Waiting for a review. */
  review: z.int(),
  /** Not submitted yet. */
  draft: z.int(),
  /** Due to be assessed anew. */
  assess: z.int(),
  /** In force and on no plan. */
  unplaced: z.int(),
});
/** How many points there are. */
export type RiskCounts = z.output<typeof riskCounts>;

/** What a notice card (风险告知卡) says beside the point itself. */
export const riskCard = z.object({
  /** The point. */
  point: riskPoint.row,
  enterpriseName: z.string(),
  /** Words of the accident types that are named. */
  accidents: z.array(z.object({ code: z.string(), label: z.string() })),
  /** Phone of who answers for it: whole for people of the enterprise, masked for others. */
  ownerPhone: z.nullable(z.string()),
  /** Who looks after safety: name and phone. */
  safety: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  /** What the posted QR code says beside the address: whoever reads it stands before it; for who prints the card. */
  code: z.nullable(z.string()),
  /** When it was printed. */
  at: instant,
});
/** What a notice card says; the row's type is that of the declaration. */
export type RiskCard = z.output<typeof riskCard>;
