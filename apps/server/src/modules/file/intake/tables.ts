export interface UseTables {
  file_use: {
    tenant_id: string;
    enterprise_id: string;
    day: string;
    files: number;
    /** Used bytes, updated by a trigger on the table file. The driver returns bigint as text. */
    bytes: string | number;
    /** Bytes of the files that use the space of a membership plan. */
    media_bytes: string | number;
  };
}
