import * as z from 'zod/mini';
import { day, id, text } from '../../domain/fields.ts';
import { certificate } from './resource.ts';

/** What one certificate of one's own is good for now. */
const ownCertificate = z.object({
  certificate: certificate.row,
  /** Where it counts: each place with what it says there. */
  places: z.array(z.object({ place: z.string(), text: z.string(), ok: z.boolean() })),
});
/** The certificates of whoever is signed in, as one of an enterprise's people. */
export const ownCertificates = z.object({
  /** Their name in the register; null where no row is bound to the account. */
  name: z.nullable(z.string()),
  /** Kinds of certificates that their post demands and that they do not hold. */
  lacking: z.array(z.string()),
  certificates: z.array(ownCertificate),
});
/** The certificates of whoever is signed in. */
export type OwnCertificates = z.output<typeof ownCertificates>;

const storedFile = z.object({ id, name: z.string().check(z.maxLength(200)) });
/** A certificate that its holder sends in: a new one, or the renewed paper of one that they have. */
export const certificateUpload = z.object({
  /** The certificate that it renews; a new one where it is left out. */
  id: z.optional(id),
  kind: z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择证件类型')),
  certNo: text(40, '证号'),
  category: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)))),
  issuedOn: day,
  validTo: day,
  scan: z.array(storedFile, '请上传证件影像').check(z.minLength(1, '请上传证件影像'), z.maxLength(6, '最多 6 个')),
});
/** A certificate that its holder sends in. */
export type CertificateUpload = z.output<typeof certificateUpload>;

/** How many of those whose posts need a paper hold a valid one (持证率). */
export const certifiedRate = z.object({
  /** People in posts that need a paper. */
  needed: z.int(),
  /** Of these with every paper valid. */
  held: z.int(),
  /** Those who lack one, some of them, with what they lack. */
  lacking: z.array(z.object({ employeeId: id, name: z.string(), kinds: z.array(z.string()) })),
});
/** How many of those whose posts need a paper hold a valid one. */
export type CertifiedRate = z.output<typeof certifiedRate>;
