// Adapter for 天眼查: calls `baseinfo/normal` of its open platform. Each hit costs money.
import { dayOf } from '@anlan/contract/domain/instant';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../outbound/index.ts';
import { LookupError, type CompanyLookup, type LookupFault } from './port.ts';
import type { TianyanchaSettings } from './settings.ts';

const waitMs = 3_000;
const answer = z.object({ error_code: z.int(), reason: z.optional(z.nullable(z.string())), result: z.unknown() });
const text = z.optional(z.nullable(z.string()));
const company = z.object({
  name: z.string().check(z.minLength(1)),
  creditCode: text,
  legalPersonName: text,
  regStatus: text,
  regCapital: text,
  // The spelling mistake is in the vendor's API.
  estiblishTime: z.optional(z.nullable(z.number())),
  regLocation: text,
  businessScope: text,
  industry: text,
  phoneNumber: text,
});

const noData = 300_000;
const faults: Readonly<Record<number, LookupFault>> = {
  300_002: 'credentials',
  300_003: 'credentials',
  300_004: 'quota',
  300_005: 'credentials',
  300_006: 'quota',
  300_007: 'quota',
  300_009: 'credentials',
  300_011: 'credentials',
};

const longest = 2_000;
const factOf = (value: string | null | undefined): string | null => value?.trim().slice(0, longest) || null;

function factsOf(record: z.output<typeof company>): CompanyFacts {
  const { estiblishTime: since } = record;
  return {
    name: record.name.trim().slice(0, 100),
    creditCode: factOf(record.creditCode),
    legalPersonName: factOf(record.legalPersonName),
    regStatus: factOf(record.regStatus),
    regCapital: factOf(record.regCapital),
    establishTime: since === null || since === undefined ? null : dayOf(new Date(since)),
    regLocation: factOf(record.regLocation),
    businessScope: factOf(record.businessScope),
    industry: factOf(record.industry),
    phone: factOf(record.phoneNumber),
  };
}

export function createTianyancha({ base, token }: TianyanchaSettings, outbound: Outbound): CompanyLookup {
  const way = outbound.open({ bases: [base], waitMs });
  const place = `${base.replace(/\/+$/, '')}/services/open/ic/baseinfo/normal`;
  return {
    async find(keyword) {
      const address = `${place}?${new URLSearchParams({ keyword })}`;
      const { json } = await way.askJson({ address, headers: { authorization: token } }).catch((error: unknown) => {
        if (error instanceof OutboundError) throw new LookupError('unavailable', error.message);
        throw error;
      });
      const parseResult = answer.safeParse(json);
      if (!parseResult.success) throw new LookupError('unavailable', 'unreadable answer');
      const { error_code: code, reason, result } = parseResult.data;
      if (code === noData) return null;
      if (code !== 0) throw new LookupError(faults[code] ?? 'unavailable', `${code} ${reason ?? ''}`.trim());
      const companyResult = company.safeParse(result);
      if (!companyResult.success) throw new LookupError('unavailable', 'unreadable company');
      return factsOf(companyResult.data);
    },
  };
}
