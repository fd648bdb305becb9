// Port for an external company register.
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';

/**
 * `quota`: the allowance is used up; `credentials`: the provider rejects our key; `unavailable`: the provider does not
 * answer.
 */
export type LookupFault = 'quota' | 'credentials' | 'unavailable';

export class LookupError extends Error {
  readonly fault: LookupFault;
  constructor(fault: LookupFault, message: string) {
    super(message);
    this.name = 'LookupError';
    this.fault = fault;
  }
}

export interface CompanyLookup {
  /** Finds a company by name or credit code; null when the register has none. Throws LookupError. */
  find(keyword: string): Promise<CompanyFacts | null>;
}
