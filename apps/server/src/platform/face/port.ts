// Port for face comparison services. The product includes none; without a configured one no face check can be enabled.

export type FaceResult = 'passed' | 'failed' | 'unsure';

export class FaceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FaceError';
  }
}

export interface FacePair {
  reference: Uint8Array;
  shot: Uint8Array;
}

export interface FaceCompare {
  /** Compares two pictures. Throws FaceError. Neither picture is stored. */
  compare(pair: FacePair): Promise<FaceResult>;
}
