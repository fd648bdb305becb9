import { expect, test } from 'vitest';
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';
import { capitalFen, differingProposals, blankProposals, proposalsOf, registrationWarning } from './proposals.ts';

const facts: CompanyFacts = {
  name: '杭州瑞和化工有限公司',
  creditCode: '91330108TY0000013N',
  legalPersonName: '陈思远',
  regStatus: '存续',
  regCapital: '1000万人民币',
  establishTime: '2001-01-01',
  regLocation: '浙江省杭州市滨江区江南大道10号',
  businessScope: null,
  industry: '道路运输业',
  phone: '0571-88000000',
};
const sections = [{ code: 'G', name: '交通运输', children: [{ code: 'G54', name: '道路运输业', pinyin: 'dlysy' }] }];

test.each([
  ['1000万人民币', 1_000_000_000],
  ['1,250.5万元人民币', 1_250_500_000],
  ['2亿元', 20_000_000_000],
  ['500000元', 50_000_000],
  ['100万美元', null],
  ['-', null],
  ['0万人民币', null],
])('parses a registered capital of %s', (text, fen) => expect(capitalFen(text)).toBe(fen));

test('proposes an industry by its name, but no unknown values', () => {
  const proposals = proposalsOf(facts, sections);
  expect(proposals.map(({ field }) => field)).toEqual([
    'name',
    'creditCode',
    'legalPerson',
    'registeredAddress',
    'industryCode',
    'establishedOn',
    'registeredCapitalFen',
  ]);
  expect(proposals.find(({ field }) => field === 'industryCode')).toMatchObject({
    value: 'G54',
    shown: 'G54 道路运输业',
  });
  expect(proposalsOf({ ...facts, industry: '其他' }, sections).some(({ field }) => field === 'industryCode')).toBe(
    false,
  );
});

test('proposes only values of the company register that differ from the form', () => {
  const proposals = proposalsOf(facts, sections);
  const typed = { name: facts.name, legalPerson: '另一人', registeredAddress: '' };
  expect(differingProposals(proposals, typed).map(({ field }) => field)).not.toContain('name');
  expect(differingProposals(proposals, typed).map(({ field }) => field)).toContain('legalPerson');
  expect(blankProposals(proposals, typed).map(({ field }) => field)).not.toContain('legalPerson');
  expect(blankProposals(proposals, typed).map(({ field }) => field)).toContain('registeredAddress');
});

test('warns when the company register says that the company is deregistered', () => {
  expect(registrationWarning(facts)).toBeNull();
  expect(registrationWarning({ ...facts, regStatus: '注销' })).toBe('工商登记状态为“注销”，请核对');
});
