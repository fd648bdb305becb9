export interface OrderTables {
  order_record: {
    tenant_id: string;
    id: string;
    version: number;
    status: string;
    paid: number;
    refunded: number;
    months_back: number;
    gift_back: number;
    payment_id: string | null;
    pay_kind: string | null;
    transaction_id: string | null;
    paid_at: Date | null;
    membership_from: string | null;
    membership_to: string | null;
    problem: string | null;
    updated_at: Date;
  };
  pay_attempt: {
    tenant_id: string;
    id: string;
    state: string;
    begun: boolean;
    code_url: string | null;
    scene: string;
    paid_at: Date | null;
    transaction_id: string | null;
    refunded: number;
    ask_at: Date | null;
  };
  order_refund: {
    tenant_id: string;
    id: string;
    state: string;
    decided_by: string | null;
    decided_by_name: string | null;
    decided_at: Date | null;
    opinion: string | null;
    sent_at: Date | null;
    finished_at: Date | null;
    vendor_refund_no: string | null;
    failure: string | null;
    ask_at: Date | null;
    asked: number;
  };
}
