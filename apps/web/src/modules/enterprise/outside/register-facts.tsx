import { creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { proposalsOf, standingWarning, type Proposal, type ProposedField } from '../parts/proposals.ts';
import { lookUpCompany, readIndustries } from './calls.ts';
import type { Typed } from './rules.ts';

/** What the register of companies said of a code. */
interface Found {
  code: string;
  /** What stands below the code. */
  said: string;
  warning: string | null;
  proposals: readonly Proposal[];
}

/** Looks up what the register of companies says of the code that is typed. */
export function useRegister({ tenantId, creditCode }: Typed) {
  const code = normaliseCreditCode(creditCode);
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  // What was found belongs to the code that it was asked for.
  const current = found?.code === code ? found : null;
  async function lookUp() {
    setBusy(true);
    const nothing = { code, warning: null, proposals: [] };
    try {
      const facts = await lookUpCompany(tenantId, code);
      if (facts === null) return setFound({ ...nothing, said: '没有查到这个代码的工商信息，请手工填写' });
      const sections = await readIndustries(new AbortController().signal);
      return setFound({
        code,
        said: `查到“${facts.name}”，各栏下方可以采用工商登记的内容`,
        warning: standingWarning(facts),
        proposals: proposalsOf(facts, sections),
      });
    } catch (error) {
      return setFound({ ...nothing, said: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return {
    found: current,
    busy,
    mayLookUp: tenantId !== '' && creditCodeProblem(code) === null,
    lookUp,
    /** What the register says of a field. */
    of: (field: ProposedField): Proposal | undefined => current?.proposals.find((one) => one.field === field),
  };
}
/** What the register of companies says of the code that is typed. */
export type Register = ReturnType<typeof useRegister>;

/** Asks the register, and says what came of it. */
export function RegisterLine({ register }: { register: Register }) {
  const { found, busy, mayLookUp, lookUp } = register;
  if (!mayLookUp) return null;
  return (
    <>
      {found === null && (
        <button type="button" className="hint" disabled={busy} aria-busy={busy} onClick={() => void lookUp()}>
          {busy ? '正在查询…' : '查询工商信息，帮助填写'}
        </button>
      )}
      <p className="hint" role="status" hidden={found === null}>
        {found?.said}
      </p>
      {found?.warning && (
        <p className="hint warn" role="alert">
          {found.warning}
        </p>
      )}
    </>
  );
}

interface ProposedProps {
  proposal: Proposal | undefined;
  /** What stands in the field. */
  typed: string;
  onTake: (proposal: Proposal) => void;
}

/** What the register says of a field, below it, until the field says the same. */
export function Proposed({ proposal, typed, onTake }: ProposedProps) {
  if (!proposal || proposal.value === typed) return null;
  return (
    <button type="button" className="hint proposed" onClick={() => onTake(proposal)}>
      采用工商登记：{proposal.shown}
    </button>
  );
}
