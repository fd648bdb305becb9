export interface LockTables {
  lock_word: { tenant_id: string; user_id: string; hash: string; set_at: Date };
}
