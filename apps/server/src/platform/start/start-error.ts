/** A problem at start that a person can solve: its message is the one line they see, and the process ends with 1. */
export class StartError extends Error {
  override name = 'StartError';
}
