export interface SettingTables {
  user_setting: { tenant_id: string; user_id: string; setting: string; updated_at: Date };
}
