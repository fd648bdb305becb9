// What the parts of a page show of other modules' rows: only what everybody may see.
import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

/** Goods on the shelf of an open shop. */
export const goodsCard = z.object({
  id,
  name: z.string(),
  /** Price of one, in fen. */
  priceFen: z.int(),
  unit: z.string(),
  spec: z.nullable(z.string()),
  /** How many the shop says that there are. */
  stock: z.int(),
  /** Address of the first picture; null where there is none. */
  picture: z.nullable(z.string()),
  shopName: z.string(),
});
/** Goods on the shelf of an open shop. */
export type GoodsCard = z.output<typeof goodsCard>;

/** An open shop. */
export const shopCard = z.object({
  id,
  name: z.string(),
  /** What buyers call. */
  serviceLine: z.string(),
  address: z.string(),
  openHours: z.nullable(z.string()),
  intro: z.nullable(z.string()),
});
/** An open shop. */
export type ShopCard = z.output<typeof shopCard>;

/** What one part shows. */
export const partData = z.object({
  /** Goods, group by group; one group where the part has none. */
  goods: z.optional(z.array(z.array(goodsCard))),
  shops: z.optional(z.array(shopCard)),
  announcements: z.optional(
    z.array(z.object({ /** Its title. */ title: z.string(), /** When it was published. */ at: instant })),
  ),
  courses: z.optional(
    z.array(
      z.object({
        /** Its title. */ title: z.string(),
        /** How many lessons it has. */ lessons: z.int(),
        /** How long they take. */ seconds: z.int(),
      }),
    ),
  ),
});
/** What one part shows. */
export type PartData = z.output<typeof partData>;

/** What a page shows beside its design. */
export const pageData = z.object({
  /** The unit whose mall it is. */
  unit: z.string(),
  /** The shop whose page it is; null for a page of the unit. */
  shop: z.nullable(shopCard),
  /** Parts that show rows, by the part's id. */
  parts: z.array(z.object({ /** Id of the part. */ part: z.string(), /** What it shows. */ data: partData })),
  /** Targets of links that everybody may open, as kind and id. */
  alive: z.array(z.string()),
  /** Files that the design names, with their size. */
  files: z.array(z.object({ id, /** Its size. */ sizeBytes: z.int() })),
});
/** What a page shows beside its design. */
export type PageData = z.output<typeof pageData>;

/** A target as it stands among those that are alive. */
export const targetKey = ({ to, id: target }: { to: string; id: string }): string => `${to}:${target}`;

/** A draft that is being worked on. */
export const pageDraft = z.object({
  id,
  /** Grows with each saving of the draft. */
  version: z.int(),
  /** The design as text. */
  design: z.string(),
  savedAt: instant,
  savedBy: z.nullable(z.string()),
});
/** A draft that is being worked on. */
export type PageDraft = z.output<typeof pageDraft>;

/** A version that was published, or will be. */
export const pageEdition = z.object({
  /** Its number. */
  edition: z.int(),
  /** When it is shown from. */
  goesAt: instant,
  publishedAt: instant,
  publishedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Whether everybody sees it now, will see it, or saw it. */
  state: z.enum(['live', 'waiting', 'past']),
  parts: z.int(),
});
/** A version that was published, or will be. */
export type PageEdition = z.output<typeof pageEdition>;

/** A design that a new page begins with. */
export const pageTemplate = z.object({
  /** Names it. */
  key: z.string(),
  name: z.string(),
  note: z.string(),
  /** The design as text. */
  design: z.string(),
});
/** A design that a new page begins with. */
export type PageTemplate = z.output<typeof pageTemplate>;
