import type { TenantVault } from '#platform/vault/index.ts';

export interface Contacts {
  phone: string | null;
  email: string | null;
}
export interface EncryptedContacts {
  phone_sealed: string | null;
  phone_index: string | null;
  email_sealed: string | null;
  email_index: string | null;
}

const place = (column: 'phone_sealed' | 'email_sealed', id: string) => ({ table: 'app_user', column, id });

/** Blind index of a phone, different for each tenant. */
export const phoneIndex = (vault: TenantVault, phone: string): string => vault.index('phone', phone);

/** Blind index of a mail address, different for each tenant; ignores case. */
export const mailIndex = (vault: TenantVault, mail: string): string => vault.index('mail', mail.trim().toLowerCase());

export function encryptContacts(
  vault: TenantVault,
  id: string,
  { phone, email }: { [Field in keyof Contacts]?: Contacts[Field] | undefined },
): Partial<EncryptedContacts> {
  const hasValue = (value: string | null | undefined): value is string =>
    value !== null && value !== undefined && value !== '';
  return {
    ...(phone === undefined
      ? {}
      : {
          phone_sealed: hasValue(phone) ? vault.encrypt(place('phone_sealed', id), phone) : null,
          phone_index: hasValue(phone) ? phoneIndex(vault, phone) : null,
        }),
    ...(email === undefined
      ? {}
      : {
          email_sealed: hasValue(email) ? vault.encrypt(place('email_sealed', id), email) : null,
          email_index: hasValue(email) ? mailIndex(vault, email) : null,
        }),
  };
}

export function openContacts<R extends { id: string } & Partial<EncryptedContacts>>(vault: TenantVault, row: R) {
  const { phone_sealed, phone_index: _, email_sealed, email_index: __, ...rest } = row;
  const opened = (column: 'phone_sealed' | 'email_sealed', value: string | null | undefined) =>
    value === null || value === undefined ? null : vault.open(place(column, row.id), value);
  return { ...rest, phone: opened('phone_sealed', phone_sealed), email: opened('email_sealed', email_sealed) };
}
