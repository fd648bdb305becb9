// What the register of companies says, as proposals to a form: each is taken by the person, none by itself.
import type { IndustrySection } from '@anlan/contract/modules/dictionary/dictionary';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';

/** Fields that the register may say something of. */
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
/** A field that the register may say something of. */
export type ProposedField = keyof typeof proposedFields;

/** What the register says of one field. */
export interface Proposal {
  field: ProposedField;
  value: string | number;
  /** The value as people read it. */
  shown: string;
}

const fenPerWan = 1_000_000;
/** Fen of a capital as the register writes it; of other currencies nothing is proposed. */
export function capitalFen(text: string): number | null {
  const [, amount, unit] = /^([\d,.]+)\s*(万|亿)?(?:元)?(?:人民币)?(?:元)?$/.exec(text.trim()) ?? [];
  const number = amount === undefined ? Number.NaN : Number(amount.replaceAll(',', ''));
  if (!Number.isFinite(number) || number <= 0) return null;
  const wan = unit === '亿' ? number * 10_000 : unit === '万' ? number : number / 10_000;
  return Math.round(wan * fenPerWan);
}

/** What the register says, field by field, for forms that know these fields. */
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
/** Those that say something else than the form. */
export const differing = (proposals: readonly Proposal[], typed: Readonly<Record<string, unknown>>): Proposal[] =>
  proposals.filter(({ field, value }) => typed[field] !== value);
/** Those whose fields are still empty. */
export const intoBlanks = (proposals: readonly Proposal[], typed: Readonly<Record<string, unknown>>): Proposal[] =>
  proposals.filter(({ field }) => isBlank(typed[field]));

/** What a person should know of the company's standing; null where it goes on as usual. */
export const standingWarning = ({ regStatus }: CompanyFacts): string | null =>
  regStatus !== null && /注销|吊销|撤销|停业|清算/.test(regStatus) ? `工商登记状态为“${regStatus}”，请核对` : null;
