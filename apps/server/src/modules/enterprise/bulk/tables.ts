/** Table of the enterprises of a bulk job. */
export interface BulkTables {
  enterprise_bulk_row: {
    tenant_id: string;
    job_id: string;
    row_no: number;
    enterprise_id: string;
    version: number;
    name: string;
    credit_code: string;
    /** Why it was refused; null while it has its turn before it. */
    reason: string | null;
  };
}
