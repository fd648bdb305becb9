import { rentables } from '@anlan/contract/rentables';
import { tenantMore } from '@anlan/contract/modules/tenant/admin';
import * as z from 'zod/mini';

const allStems = rentables.map(({ stem }) => stem);
const inDetails = z.pick(tenantMore, { rented: true, sms: true });
const inForm = z.object({
  whole: z.boolean(),
  rented: z.nullish(z.array(z.string())),
  ownSms: z.boolean(),
  smsSignName: z.nullish(z.string()),
  smsTemplates: z.nullish(z.record(z.string(), z.nullish(z.string()))),
});

/** Values of the form that a tenant contains in another shape. Rows of the list lack them. */
export function formValues(tenant: object) {
  const { data } = z.safeParse(inDetails, tenant);
  if (!data) return {};
  const { rented, sms } = data;
  return {
    whole: rented === null,
    rented: rented ?? allStems,
    ownSms: sms !== null,
    smsSignName: sms?.signName ?? null,
    smsTemplates: sms?.templates ?? null,
  };
}

/** Package and SMS as the calls take them. Null: all features; signature and templates of the platform. */
export function inputOf(values: object) {
  const { whole, rented, ownSms, smsSignName, smsTemplates } = z.parse(inForm, values);
  const templates = Object.entries(smsTemplates ?? {}).filter(([, number]) => number?.trim());
  return {
    rented: whole ? null : (rented ?? []),
    sms: ownSms ? { signName: smsSignName ?? '', templates: Object.fromEntries(templates) } : null,
  };
}

export const newValues = () => ({ hosts: [], genericHosts: [], rented: allStems });
export const labelOf = (stem: string): string => rentables.find((one) => one.stem === stem)?.label ?? stem;

export const rentableGroups = [...new Set(rentables.map(({ group }) => group))].map((group) => ({
  group,
  parts: rentables.filter((part) => part.group === group),
}));
