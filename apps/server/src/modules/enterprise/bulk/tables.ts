export interface BulkTables {
  enterprise_bulk_row: {
    tenant_id: string;
    job_id: string;
    row_no: number;
    enterprise_id: string;
    version: number;
    name: string;
    credit_code: string;
    /** Reason of the refusal; null while the row is pending. */
    reason: string | null;
  };
}
