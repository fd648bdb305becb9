import { readForm, readIndustries, searchRegions } from './calls.ts';
import { emptyTyped, type Typed } from './rules.ts';

/** What was filled in, as the form types it. */
export async function typedOf(number: string, proof: string): Promise<Typed> {
  const form = await readForm(number, proof);
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  const known = Object.fromEntries(Object.keys(emptyTyped).map((key) => [key, text(Reflect.get(form, key))]));
  const none = new AbortController().signal;
  const [region] = await searchRegions(form.regionCode, none);
  const industry = (await readIndustries(none))
    .flatMap(({ children }) => children)
    .find(({ code }) => code === form.industryCode);
  return {
    ...emptyTyped,
    ...known,
    regionName: region?.path ?? form.regionCode,
    industryName: industry ? `${industry.code} ${industry.name}` : form.industryCode,
  };
}
