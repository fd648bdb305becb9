export interface ExpiringItem {
  /** Key of a rule in data/expiry-rules.json. */
  itemType: string;
  itemId: string;
  itemName: string;
  enterpriseId: string;
  /** Last valid day of the item, `yyyy-MM-dd`. Null if the item has no expiry date or was removed. */
  validTo: string | null;
}
