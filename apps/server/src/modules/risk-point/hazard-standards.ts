// Standard lists to name hazards: factors of GB/T 13861 and accident types of GB 6441.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const fileOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../data/${name}.json`, import.meta.url), 'utf8'));

const factorsFile = z.parse(
  z.object({
    standard: z.string(),
    title: z.string(),
    items: z.array(z.object({ code: z.string(), label: z.string(), level: z.int(), certain: z.boolean() })),
  }),
  fileOf('hazard-factors'),
);
const accidentsFile = z.parse(
  z.object({
    editions: z.array(
      z.object({
        edition: z.string(),
        standard: z.string(),
        title: z.string(),
        items: z.array(z.object({ code: z.string(), label: z.string() })),
      }),
    ),
  }),
  fileOf('accident-types'),
);
// Only the 1986 edition in the file of accident types was compared with the printed standard. Compare a newer edition
// before the code uses it.
const inForce = accidentsFile.editions.find(({ edition }) => edition === '1986');

export const hazardFactors = factorsFile.items
  .filter(({ level }) => level > 1)
  .map(({ code, label, certain }) => ({ code, label, certain }));
export const factorsOf = `${factorsFile.standard} ${factorsFile.title}`;
export const accidentTypes = (inForce?.items ?? []).map(({ code, label }) => ({ code, label }));
export const accidentTypesOf = inForce ? `${inForce.standard} ${inForce.title}` : '';

const labelByCode = new Map(
  accidentsFile.editions.flatMap(({ items }) => items.map(({ code, label }) => [code, label])),
);
/** Label of an accident type of any edition, because old rows refer to old editions. */
export const accidentLabel = (code: string): string => labelByCode.get(code) ?? code;
