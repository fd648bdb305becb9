// Whose signature counts: keys that we were given, and certificates that WeChat Pay hands out and changes.
import { X509Certificate, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { decrypted, type WechatSignature } from './signing.ts';

/** The answer of `/v3/certificates` as it came. */
export interface CertificateAnswer {
  body: Buffer;
  signature: WechatSignature | null;
}

const answer = z.object({
  data: z
    .array(
      z.object({
        serial_no: z.string().check(z.regex(/^[0-9A-Fa-f]{16,64}$/)),
        encrypt_certificate: z.object({
          nonce: z.string(),
          ciphertext: z.string(),
          associated_data: z.optional(z.string()),
        }),
      }),
    )
    .check(z.maxLength(20)),
});

interface Held {
  key: KeyObject;
  from: number;
  to: number;
}

const restMs = 60_000;

/** Opens the set of keys; `fetchThem` asks for the certificates, `isTheirs` looks at the answer's signature. */
export function openPlatformKeys(of: {
  given: ReadonlyMap<string, KeyObject>;
  apiV3Keys: readonly string[];
  now: () => number;
  fetchThem: () => Promise<CertificateAnswer>;
  isTheirs: (answer: CertificateAnswer, key: KeyObject) => boolean;
}) {
  const { given, apiV3Keys, now, fetchThem, isTheirs } = of;
  let fetched: ReadonlyMap<string, Held> = new Map();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const valid = (held: Held | undefined) => (held && held.from <= now() && now() < held.to ? held.key : undefined);
  const known = (serial: string) => given.get(serial) ?? valid(fetched.get(serial));

  function certificatesIn(body: Buffer): Map<string, Held> {
    const found = new Map<string, Held>();
    const read = answer.safeParse(JSON.parse(body.toString('utf8')));
    for (const one of read.success ? read.data.data : []) {
      const pem = decrypted(one.encrypt_certificate, apiV3Keys);
      if (!pem) continue;
      const certificate = new X509Certificate(pem);
      const serial = one.serial_no.toUpperCase();
      if (
        certificate.publicKey.asymmetricKeyType !== 'rsa' ||
        certificate.serialNumber.replace(/^0+/, '') !== serial.replace(/^0+/, '')
      )
        continue;
      const { validFromDate, validToDate, publicKey } = certificate;
      found.set(serial, { key: publicKey, from: validFromDate.getTime(), to: validToDate.getTime() });
    }
    return found;
  }

  async function renew() {
    askedAt = now();
    const told = await fetchThem();
    // Only WeChat Pay and we can have sealed them; the signature is then by one that we know or by one of these.
    const found = certificatesIn(told.body);
    const signer = told.signature && (known(told.signature.serial) ?? valid(found.get(told.signature.serial)));
    if (signer && isTheirs(told, signer)) fetched = found;
  }

  return {
    /** Serial that our requests name, so that answers come under it; null leaves it to them. */
    preferred: [...given.keys()].find((serial) => serial.startsWith('PUB_KEY_ID_')) ?? null,
    /** The key of a serial; an unknown one is asked for at most once a minute, whoever asks. */
    async of(serial: string): Promise<KeyObject | null> {
      const found = known(serial);
      if (found) return found;
      // A public key is never handed out: it is configured or unknown.
      if (serial.startsWith('PUB_KEY_ID_')) return null;
      if (!asking && now() - askedAt >= restMs)
        asking = renew()
          .catch(() => {})
          .finally(() => {
            asking = null;
          });
      await asking;
      return known(serial) ?? null;
    },
  };
}
