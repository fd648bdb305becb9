/** Table file_use: what an enterprise, or the tenant itself, brought in today and keeps. */
export interface UseTables {
  file_use: {
    tenant_id: string;
    enterprise_id: string;
    day: string;
    files: number;
    /** Kept by a trigger on the table file; bigint comes back as text. */
    bytes: string | number;
    /** Of these, what fills the space of a plan. */
    media_bytes: string | number;
  };
}
