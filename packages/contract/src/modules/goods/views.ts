import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

/** Goods as everybody may see them, with how to contact their shop. */
export const goodsShown = z.object({
  id,
  name: z.string(),
  /** Price of one, in fen. */
  priceFen: z.int(),
  unit: z.string(),
  spec: z.nullable(z.string()),
  /** How many the shop says that there are. */
  stock: z.int(),
  detail: z.nullable(z.string()),
  /** Addresses of the pictures. */
  pictures: z.array(z.string()),
  shop: z.object({
    id,
    name: z.string(),
    /** What buyers call. */
    serviceLine: z.string(),
    address: z.string(),
    openHours: z.nullable(z.string()),
  }),
});
/** Goods as everybody may see them. */
export type GoodsShown = z.output<typeof goodsShown>;
