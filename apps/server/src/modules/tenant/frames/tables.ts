export interface FrameTables {
  frame_host: { tenant_id: string; id: string; host: string; name: string; created_at: Date };
}
