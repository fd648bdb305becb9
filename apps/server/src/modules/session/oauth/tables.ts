import type { IdentityProvider } from '@anlan/contract/modules/session/oauth';

export interface OauthTables {
  user_identity: {
    tenant_id: string;
    id: string;
    user_id: string;
    provider: IdentityProvider;
    app_id: string;
    subject: string;
    label: string | null;
    bound_at: Date;
    used_at: Date | null;
  };
  oauth_state: {
    tenant_id: string;
    hash: string;
    purpose: 'login' | 'bind' | 'pay';
    user_id: string | null;
    browser_hash: string;
    ends_at: Date;
  };
  bind_ticket: {
    tenant_id: string;
    hash: string;
    provider: IdentityProvider;
    app_id: string;
    subject: string;
    label: string | null;
    browser_hash: string;
    ends_at: Date;
    /**
     * Account suggested by the phone or mail in the directory. To sign in, the person needs the password of this
     * account or an SMS code.
     */
    user_id: string | null;
  };
}
