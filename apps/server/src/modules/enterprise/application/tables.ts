/** Tables of applications. `application_number` belongs to the HTTP layer. */
export interface ApplicationTables {
  enterprise_application: {
    tenant_id: string;
    id: string;
    enterprise_id: string;
    number: string;
    phone_sealed: string | null;
    /** Blind index of the phone, to search the encrypted value. */
    phone_index: string | null;
    applicant: string;
    submitted_at: Date;
    decided_at: Date | null;
    user_id: string | null;
  };
  application_number: { tenant_id: string; number: string };
}
