import { creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { proposalsOf, registrationWarning, type Proposal, type ProposedField } from '../parts/proposals.ts';
import { lookUpCompany, readIndustries } from './calls.ts';
import type { Typed } from './rules.ts';

interface LookupResult {
  code: string;
  message: string;
  warning: string | null;
  proposals: readonly Proposal[];
}

export function useRegister({ tenantId, creditCode }: Typed) {
  const code = normaliseCreditCode(creditCode);
  const [lookupResult, setLookupResult] = useState<LookupResult | null>(null);
  const [busy, setBusy] = useState(false);
  // Ignore a result that belongs to an earlier credit code.
  const current = lookupResult?.code === code ? lookupResult : null;
  async function lookUp() {
    setBusy(true);
    const nothing = { code, warning: null, proposals: [] };
    try {
      const facts = await lookUpCompany(tenantId, code);
      if (facts === null) return setLookupResult({ ...nothing, message: '没有查到这个代码的工商信息，请手工填写' });
      const sections = await readIndustries(new AbortController().signal);
      return setLookupResult({
        code,
        message: `查到“${facts.name}”，各栏下方可以采用工商登记的内容`,
        warning: registrationWarning(facts),
        proposals: proposalsOf(facts, sections),
      });
    } catch (error) {
      return setLookupResult({ ...nothing, message: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return {
    found: current,
    busy,
    mayLookUp: tenantId !== '' && creditCodeProblem(code) === null,
    lookUp,
    of: (field: ProposedField): Proposal | undefined => current?.proposals.find((one) => one.field === field),
  };
}
export type Register = ReturnType<typeof useRegister>;

export function RegisterLine({ register }: { register: Register }) {
  const { found: lookupResult, busy, mayLookUp, lookUp } = register;
  if (!mayLookUp) return null;
  return (
    <>
      {lookupResult === null && (
        <button type="button" className="hint" disabled={busy} aria-busy={busy} onClick={() => void lookUp()}>
          {busy ? '正在查询…' : '查询工商信息，帮助填写'}
        </button>
      )}
      <p className="hint" role="status" hidden={lookupResult === null}>
        {lookupResult?.message}
      </p>
      {lookupResult?.warning && (
        <p className="hint warn" role="alert">
          {lookupResult.warning}
        </p>
      )}
    </>
  );
}

interface ProposalLineProps {
  proposal: Proposal | undefined;
  typed: string;
  onTake: (proposal: Proposal) => void;
}

/** Shows the value from the company register below a field, unless both are equal. */
export function ProposalLine({ proposal, typed, onTake }: ProposalLineProps) {
  if (!proposal || proposal.value === typed) return null;
  return (
    <button type="button" className="hint proposed" onClick={() => onTake(proposal)}>
      采用工商登记：{proposal.shown}
    </button>
  );
}
