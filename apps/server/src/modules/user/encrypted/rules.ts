import type { TenantVault } from '#platform/vault/index.ts';

/** Classified fields of a person, whole. */
export interface Contacts {
  phone: string | null;
  email: string | null;
}
/** The same as they are stored. */
export interface EncryptedContacts {
  phone_sealed: string | null;
  phone_index: string | null;
  email_sealed: string | null;
  email_index: string | null;
}

const place = (column: 'phone_sealed' | 'email_sealed', id: string) => ({ table: 'app_user', column, id });

/** What a phone is found by, in this tenant alone. */
export const phoneIndex = (vault: TenantVault, phone: string): string => vault.index('phone', phone);

/** What a mail is found by, in this tenant alone; servers tell no capital letters apart. */
export const mailIndex = (vault: TenantVault, mail: string): string => vault.index('mail', mail.trim().toLowerCase());

/** Contacts as they are stored; only what is given. */
export function encryptContacts(
  vault: TenantVault,
  id: string,
  { phone, email }: { [Field in keyof Contacts]?: Contacts[Field] | undefined },
): Partial<EncryptedContacts> {
  const kept = (value: string | null | undefined): value is string =>
    value !== null && value !== undefined && value !== '';
  return {
    ...(phone === undefined
      ? {}
      : {
          phone_sealed: kept(phone) ? vault.encrypt(place('phone_sealed', id), phone) : null,
          phone_index: kept(phone) ? phoneIndex(vault, phone) : null,
        }),
    ...(email === undefined
      ? {}
      : {
          email_sealed: kept(email) ? vault.encrypt(place('email_sealed', id), email) : null,
          email_index: kept(email) ? mailIndex(vault, email) : null,
        }),
  };
}

/** A stored row with its contacts whole instead of sealed. */
export function openContacts<R extends { id: string } & Partial<EncryptedContacts>>(vault: TenantVault, row: R) {
  const { phone_sealed, phone_index: _, email_sealed, email_index: __, ...rest } = row;
  const opened = (column: 'phone_sealed' | 'email_sealed', value: string | null | undefined) =>
    value === null || value === undefined ? null : vault.open(place(column, row.id), value);
  return { ...rest, phone: opened('phone_sealed', phone_sealed), email: opened('email_sealed', email_sealed) };
}
