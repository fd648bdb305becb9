export interface IdempotencyTables {
  idempotency: {
    tenant_id: string;
    actor: string;
    call: string;
    key: string;
    body_hash: string;
    file_hash: string | null;
    claim: string;
    lease_ends_at: Date;
    effect_at: Date | null;
    outcome: string | null;
    created_at: Date;
  };
}
