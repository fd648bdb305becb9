/** An item with a date on which it ends. */
export interface ExpiringItem {
  /** Key of a rule in data/expiry-rules.json. */
  itemType: string;
  /** Id of the item, unique within its type. */
  itemId: string;
  itemName: string;
  enterpriseId: string;
  /** Last day on which it is valid, `yyyy-MM-dd`; null where it has none or was removed. */
  validTo: string | null;
}
