/** A problem at the start that the operator can solve. It is printed as one line, and the exit code is 1. */
export class StartError extends Error {
  override name = 'StartError';
}
