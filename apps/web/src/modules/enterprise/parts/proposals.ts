// Values of the company register as proposals for the form. The user accepts each one.
import type { IndustrySection } from '@anlan/contract/modules/dictionary/dictionary';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';

export const proposedFields = {
  name: '企业名称',
  creditCode: '统一社会信用代码',
  legalPerson: '法定代表人',
  registeredAddress: '注册地址',
  industryCode: '行业',
  establishedOn: '成立日期',
  registeredCapitalFen: '注册资本',
  businessScope: '经营范围',
} as const;
export type ProposedField = keyof typeof proposedFields;

export interface Proposal {
  field: ProposedField;
  value: string | number;
  shown: string;
}

const fenPerWan = 1_000_000;
/** Parses registered capital into fen. Returns null for other currencies. */
export function capitalFen(text: string): number | null {
  const [, amount, unit] = /^([\d,.]+)\s*(万|亿)?(?:元)?(?:人民币)?(?:元)?$/.exec(text.trim()) ?? [];
  const number = amount === undefined ? Number.NaN : Number(amount.replaceAll(',', ''));
  if (!Number.isFinite(number) || number <= 0) return null;
  const wan = unit === '亿' ? number * 10_000 : unit === '万' ? number : number / 10_000;
  return Math.round(wan * fenPerWan);
}

export function proposalsOf(facts: CompanyFacts, sections: readonly IndustrySection[]): Proposal[] {
  const plain = (field: ProposedField, text: string | null, most: number): Proposal[] =>
    text === null || text === '' || text.length > most ? [] : [{ field, value: text, shown: text }];
  const industry = sections.flatMap(({ children }) => children).find(({ name }) => name === facts.industry);
  const fen = facts.regCapital === null ? null : capitalFen(facts.regCapital);
  return [
    ...plain('name', facts.name, 100),
    ...plain('creditCode', facts.creditCode, 18),
    ...plain('legalPerson', facts.legalPersonName, 30),
    ...plain('registeredAddress', facts.regLocation, 200),
    ...(industry
      ? [{ field: 'industryCode' as const, value: industry.code, shown: `${industry.code} ${industry.name}` }]
      : []),
    ...plain('establishedOn', facts.establishTime, 10),
    ...(fen === null ? [] : [{ field: 'registeredCapitalFen' as const, value: fen, shown: facts.regCapital ?? '' }]),
    ...plain('businessScope', facts.businessScope, 2_000),
  ];
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';
export const differingProposals = (
  proposals: readonly Proposal[],
  typed: Readonly<Record<string, unknown>>,
): Proposal[] => proposals.filter(({ field, value }) => typed[field] !== value);
export const blankProposals = (proposals: readonly Proposal[], typed: Readonly<Record<string, unknown>>): Proposal[] =>
  proposals.filter(({ field }) => isBlank(typed[field]));

/** Warning for a deregistered or revoked company; null if it operates normally. */
export const registrationWarning = ({ regStatus }: CompanyFacts): string | null =>
  regStatus !== null && /注销|吊销|撤销|停业|清算/.test(regStatus) ? `工商登记状态为“${regStatus}”，请核对` : null;
