// The register of companies outside: a port that a provider fills.
import type { CompanyFacts } from '@anlan/contract/domain/registered-company';

/** Why a provider gave no answer: its allowance is used up, it does not know us, or it is not there. */
export type LookupFault = 'quota' | 'credentials' | 'unavailable';

/** A look-up that came to nothing. */
export class LookupError extends Error {
  readonly fault: LookupFault;
  constructor(fault: LookupFault, message: string) {
    super(message);
    this.name = 'LookupError';
    this.fault = fault;
  }
}

/** Who knows companies by name or credit code. */
export interface CompanyLookup {
  /** What the register says of a company; null where it knows none. Throws LookupError. */
  find(keyword: string): Promise<CompanyFacts | null>;
}
