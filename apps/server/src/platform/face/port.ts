// Comparing faces: a port that a service fills. None is bundled; without one no check can be switched on.

/** What a service says of two pictures: the same person, another one, or that it cannot tell. */
export type FaceResult = 'passed' | 'failed' | 'unsure';

/** A comparison that came to nothing. */
export class FaceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FaceError';
  }
}

/** Two pictures, each JPEG or PNG. */
export interface FacePair {
  /** Who it should be, from the register. */
  reference: Uint8Array;
  /** Who is before the camera. */
  shot: Uint8Array;
}

/** Who compares faces. */
export interface FaceCompare {
  /** Whether both show the same person. Throws FaceError; neither picture is kept. */
  compare(pair: FacePair): Promise<FaceResult>;
}
