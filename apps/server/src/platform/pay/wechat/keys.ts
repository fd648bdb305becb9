// Keys that may sign a message of WeChat Pay: configured keys, and certificates that WeChat Pay issues and renews.
import { X509Certificate, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { decrypt, type WechatSignature } from './signing.ts';

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

/**
 * Opens the list of trusted keys. `fetchThem` downloads the certificates; `isTheirs` verifies the signature of that
 * response.
 */
export function openPlatformKeys(of: {
  configuredKeys: ReadonlyMap<string, KeyObject>;
  apiV3Keys: readonly string[];
  now: () => number;
  fetchThem: () => Promise<CertificateAnswer>;
  isTheirs: (answer: CertificateAnswer, key: KeyObject) => boolean;
}) {
  const { configuredKeys: given, apiV3Keys, now, fetchThem, isTheirs } = of;
  let fetched: ReadonlyMap<string, Held> = new Map();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const valid = (held: Held | undefined) => (held && held.from <= now() && now() < held.to ? held.key : undefined);
  const findKnownKey = (serial: string) => given.get(serial) ?? valid(fetched.get(serial));

  function certificatesIn(body: Buffer): Map<string, Held> {
    const bySerial = new Map<string, Held>();
    const read = answer.safeParse(JSON.parse(body.toString('utf8')));
    for (const one of read.success ? read.data.data : []) {
      const pem = decrypt(one.encrypt_certificate, apiV3Keys);
      if (!pem) continue;
      const certificate = new X509Certificate(pem);
      const serial = one.serial_no.toUpperCase();
      if (
        certificate.publicKey.asymmetricKeyType !== 'rsa' ||
        certificate.serialNumber.replace(/^0+/, '') !== serial.replace(/^0+/, '')
      )
        continue;
      const { validFromDate, validToDate, publicKey } = certificate;
      bySerial.set(serial, { key: publicKey, from: validFromDate.getTime(), to: validToDate.getTime() });
    }
    return bySerial;
  }

  async function renew() {
    askedAt = now();
    const certificateAnswer = await fetchThem();
    // Only WeChat Pay and we know the encryption key. The response must be signed by a known certificate or by a new
    // one from the response.
    const newCertificates = certificatesIn(certificateAnswer.body);
    const signer =
      certificateAnswer.signature &&
      (findKnownKey(certificateAnswer.signature.serial) ??
        valid(newCertificates.get(certificateAnswer.signature.serial)));
    if (signer && isTheirs(certificateAnswer, signer)) fetched = newCertificates;
  }

  return {
    preferred: [...given.keys()].find((serial) => serial.startsWith('PUB_KEY_ID_')) ?? null,
    /**
     * Returns the key with a serial number. Downloads the certificates for an unknown number, at most once a minute.
     */
    async of(serial: string): Promise<KeyObject | null> {
      const knownKey = findKnownKey(serial);
      if (knownKey) return knownKey;
      // Public keys cannot be downloaded. An unconfigured one is unknown.
      if (serial.startsWith('PUB_KEY_ID_')) return null;
      if (!asking && now() - askedAt >= restMs)
        asking = renew()
          .catch(() => {})
          .finally(() => {
            asking = null;
          });
      await asking;
      return findKnownKey(serial) ?? null;
    },
  };
}
