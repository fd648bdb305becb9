/** What is known of bytes once they are stored. */
export interface StoredBytes {
  sizeBytes: number;
  sha256: string;
}

/** Where bytes are kept. */
export interface Files {
  /** Stores a stream whole or not at all; more than `maxBytes` is refused with `FileTooLarge`. */
  put(key: string, stream: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<StoredBytes>;
  /** The bytes under a key; `FileMissing` when there are none. */
  open(key: string): Promise<AsyncIterable<Uint8Array>>;
  /** Removes the bytes under a key, if they are there. */
  remove(key: string): Promise<void>;
}

/** A stream that went on beyond its limit. */
export class FileTooLarge extends Error {}

/** A key that holds no bytes. */
export class FileMissing extends Error {}
