import { readForm, readIndustries, searchRegions } from './calls.ts';
import { emptyTyped, type Typed } from './rules.ts';

export async function loadTypedForm(number: string, proof: string): Promise<Typed> {
  const form = await readForm(number, proof);
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  const formValues = Object.fromEntries(Object.keys(emptyTyped).map((key) => [key, text(Reflect.get(form, key))]));
  const none = new AbortController().signal;
  const [region] = await searchRegions(form.regionCode, none);
  const industry = (await readIndustries(none))
    .flatMap(({ children }) => children)
    .find(({ code }) => code === form.industryCode);
  return {
    ...emptyTyped,
    ...formValues,
    regionName: region?.path ?? form.regionCode,
    industryName: industry ? `${industry.code} ${industry.name}` : form.industryCode,
  };
}
