import { creditCodeBodyWarning, creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, type InputProps } from 'antd';
import { useRef } from 'react';
import { Link } from 'react-router';
import { creditCodeTaken } from '../calls.ts';
import { dossierPath } from '../rules.ts';

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value?: string;
  onChange?: (code: string) => void;
  /** The enterprise's own code, which is of course taken. */
  own: string | undefined;
}

/** The credit code: normalised while typing, with the probable code offered and the one that has it named. */
export function CreditCodeInput({ value = '', onChange, own, ...rest }: Props) {
  const composing = useRef(false);
  const problem = value === '' ? null : creditCodeProblem(value);
  const whole = value !== '' && problem === null && value !== own;
  const { data: taken } = useQuery({ ...creditCodeTaken(value), enabled: whole });
  const warning = whole ? creditCodeBodyWarning(value) : null;
  const change = (text: string) => onChange?.(composing.current ? text : normaliseCreditCode(text));
  return (
    <>
      <Input
        {...rest}
        className="credit-code"
        value={value}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        count={{ show: value !== '' && value.length !== 18, max: 18 }}
        onChange={({ target }) => change(target.value)}
        onCompositionStart={() => (composing.current = true)}
        onCompositionEnd={({ currentTarget }) => {
          composing.current = false;
          change(currentTarget.value);
        }}
      />
      {problem?.fix && (
        <span className="form-hint" role="status">
          <Button size="small" onClick={() => problem.fix && onChange?.(problem.fix)}>
            改为 {problem.fix}
          </Button>
        </span>
      )}
      {warning && (
        <span className="form-hint form-warn" role="status">
          {warning}
        </span>
      )}
      {whole && taken?.exists && (
        <span className="form-hint form-warn" role="status">
          该统一社会信用代码已存在
          {taken.id && (
            <Link to={dossierPath(taken.id)} className="form-link">
              查看这家企业
            </Link>
          )}
        </span>
      )}
    </>
  );
}
