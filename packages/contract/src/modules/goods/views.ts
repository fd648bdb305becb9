import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

export const publicGoods = z.object({
  id,
  name: z.string(),
  priceFen: z.int(),
  unit: z.string(),
  spec: z.nullable(z.string()),
  /** Number of goods in stock, as the shop states it. */
  stock: z.int(),
  detail: z.nullable(z.string()),
  pictures: z.array(z.string()),
  shop: z.object({
    id,
    name: z.string(),
    serviceLine: z.string(),
    address: z.string(),
    openHours: z.nullable(z.string()),
  }),
});
export type PublicGoods = z.output<typeof publicGoods>;
