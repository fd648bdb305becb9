import * as z from 'zod/mini';
import { figure } from '../../kit/figure.ts';
import { day, id, text } from '../../domain/fields.ts';
import { certificate } from './resource.ts';

const ownCertificate = z.object({
  certificate: certificate.row,
  /** Places where the certificate is needed, each with the result of the check. */
  places: z.array(z.object({ place: z.string(), text: z.string(), ok: z.boolean() })),
});
/** Certificates of the current user as an employee of an enterprise. */
export const ownCertificates = z.object({
  /** Name of the user in the employee register; null if no employee record belongs to the account. */
  name: z.nullable(z.string()),
  /** Kinds of certificates that the user's job post requires and the user does not have. */
  lacking: z.array(z.string()),
  certificates: z.array(ownCertificate),
});
export type OwnCertificates = z.output<typeof ownCertificates>;

const storedFile = z.object({ id, name: z.string().check(z.maxLength(200)) });
/** A certificate that its holder uploads: a new one, or a renewal. */
export const certificateUpload = z.object({
  /** Id of the certificate to renew; a new one is created if absent. */
  id: z.optional(id),
  kind: z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择证件类型')),
  certNo: text(40, '证号'),
  category: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)))),
  issuedOn: day,
  validTo: day,
  scan: z.array(storedFile, '请上传证件影像').check(z.minLength(1, '请上传证件影像'), z.maxLength(6, '最多 6 个')),
});
export type CertificateUpload = z.output<typeof certificateUpload>;

/** 持证率: share of people with valid certificates among people who need one. */
export const certifiedRate = z.object({
  needed: z.int(),
  held: z.int(),
  figure,
  /** Up to a limited number of people who lack a certificate, each with the missing kinds. */
  lacking: z.array(z.object({ employeeId: id, name: z.string(), kinds: z.array(z.string()) })),
});
export type CertifiedRate = z.output<typeof certifiedRate>;
