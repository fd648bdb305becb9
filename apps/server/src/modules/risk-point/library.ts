// Standard lists that hazards are named by: factors of GB/T 13861 and accident types of GB 6441, as data.
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
// The edition of 1986 was compared with its text; the next one replaces it once somebody has done the same (domain.md §8).
const inForce = accidentsFile.editions.find(({ edition }) => edition === '1986');

/** Factors from the second level down, and the document that they are of. */
export const hazardFactors = factorsFile.items
  .filter(({ level }) => level > 1)
  .map(({ code, label, certain }) => ({ code, label, certain }));
/** Document of the factors. */
export const factorsOf = `${factorsFile.standard} ${factorsFile.title}`;
/** Accident types of the edition in force. */
export const accidentTypes = (inForce?.items ?? []).map(({ code, label }) => ({ code, label }));
/** Document of the accident types. */
export const accidentTypesOf = inForce ? `${inForce.standard} ${inForce.title}` : '';

const known = new Map(accidentsFile.editions.flatMap(({ items }) => items.map(({ code, label }) => [code, label])));
/** Words of an accident type of any edition; old rows keep theirs. */
export const accidentLabel = (code: string): string => known.get(code) ?? code;
