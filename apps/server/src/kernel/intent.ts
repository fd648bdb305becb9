/** A write that shall take effect once: its claim on the key, marked in the transaction that takes effect (S51). */
export interface Intent {
  /** Under whom the key is kept: a person's tenant, '0' for strangers. */
  readonly tenantId: string;
  readonly claim: string;
  /** Whether a transaction that writes has yet to mark it. */
  open: boolean;
}
