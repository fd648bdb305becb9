// Rows of other modules that a page shows; they contain only public data.
import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

export const goodsCard = z.object({
  id,
  name: z.string(),
  /** Price of one item in fen. */
  priceFen: z.int(),
  unit: z.string(),
  spec: z.nullable(z.string()),
  stock: z.int(),
  picture: z.nullable(z.string()),
  shopName: z.string(),
});
export type GoodsCard = z.output<typeof goodsCard>;

export const shopCard = z.object({
  id,
  name: z.string(),
  serviceLine: z.string(),
  address: z.string(),
  openHours: z.nullable(z.string()),
  intro: z.nullable(z.string()),
});
export type ShopCard = z.output<typeof shopCard>;

export const partData = z.object({
  /** Goods by group; a part without groups has exactly one group. */
  goods: z.optional(z.array(z.array(goodsCard))),
  shops: z.optional(z.array(shopCard)),
  announcements: z.optional(z.array(z.object({ title: z.string(), at: instant }))),
  courses: z.optional(
    z.array(
      z.object({
        title: z.string(),
        lessons: z.int(),
        seconds: z.int(),
      }),
    ),
  ),
});
export type PartData = z.output<typeof partData>;

export const pageData = z.object({
  unit: z.string(),
  /** Shop of the page; null for a page of the unit. */
  shop: z.nullable(shopCard),
  parts: z.array(z.object({ part: z.string(), data: partData })),
  /** Link targets of the page that are public, as `kind:id`. */
  alive: z.array(z.string()),
  files: z.array(z.object({ id, sizeBytes: z.int() })),
});
export type PageData = z.output<typeof pageData>;

export const targetKey = ({ to, id: target }: { to: string; id: string }): string => `${to}:${target}`;

export const pageDraft = z.object({
  id,
  version: z.int(),
  design: z.string(),
  savedAt: instant,
  savedBy: z.nullable(z.string()),
  /** Number of the latest published version, if the draft equals it. */
  edition: z.nullable(z.int()),
});
export type PageDraft = z.output<typeof pageDraft>;

export const pageEdition = z.object({
  edition: z.int(),
  goesAt: instant,
  publishedAt: instant,
  publishedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
  state: z.enum(['live', 'waiting', 'past']),
  parts: z.int(),
});
export type PageEdition = z.output<typeof pageEdition>;

export const pageTemplate = z.object({
  key: z.string(),
  name: z.string(),
  note: z.string(),
  design: z.string(),
  data: pageData,
});
export type PageTemplate = z.output<typeof pageTemplate>;
