import { useNarrow } from './list/use-narrow.ts';

/** A phone number. On a phone a complete number is a `tel:` link. */
export function PhoneText({ number }: { number: string }) {
  const isDialled = useNarrow() && /^(?:1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/.test(number);
  return isDialled ? (
    <a className="link num" href={`tel:${number}`}>
      {number}
    </a>
  ) : (
    <span className="num">{number}</span>
  );
}
