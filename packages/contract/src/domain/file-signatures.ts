// First bytes of the kinds of files that have a signature, as Latin-1 text.
const signatures = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[\s\S]{4}WEBPVP8/],
  ['pdf', /^%PDF-/],
  ['wav', /^RIFF[\s\S]{4}WAVE/],
  ['mp3', /^(?:ID3[\x02-\x04]|\xff[\xf2\xf3\xfa\xfb])/],
  ['amr', /^#!AMR(?:-WB)?\n/],
  ['wma', /^\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c/],
  // A BMP file: its size, two zero fields, and the length of a known header.
  ['bmp', /^BM[\s\S]{4}\x00{4}[\s\S]{4}[\x28\x6c\x7c]\x00{3}/],
  ['mp4', /^[\s\S]{4}ftyp(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4A |dash|MSNV)/],
  ['webm', /^\x1aE\xdf\xa3[\s\S]{0,80}\x42\x82(?:[\s\S]|\x01[\s\S]{7})webm/],
] as const satisfies readonly (readonly [string, RegExp])[];

export type SignatureKind = (typeof signatures)[number][0];
/** Bytes that `signatureKind` reads. */
export const signatureBytes = 128;

/** Detects the kind of a file from its first bytes. Null when they match no signature. */
export function signatureKind(head: Uint8Array): SignatureKind | null {
  const start = String.fromCharCode(...head.subarray(0, signatureBytes));
  return signatures.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
