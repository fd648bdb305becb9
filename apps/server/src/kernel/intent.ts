/**
 * A write that must take effect only once (S51). The write has claimed its idempotency key; the writing transaction
 * marks the key.
 */
export interface Intent {
  /** Tenant that stores the key: the user's tenant, or '0' for unauthenticated callers. */
  readonly tenantId: string;
  readonly claim: string;
  /** Whether a writing transaction must still mark the key. */
  open: boolean;
}
