export const enter = async (): Promise<string | null> => null;
export function Inside() {
  return <p>inside</p>;
}
