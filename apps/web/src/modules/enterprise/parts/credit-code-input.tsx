import { creditCodeBodyWarning, creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Control } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { creditCodeTaken } from '../calls.ts';
import { dossierPath } from '../rules.ts';

/** Credit code input. Normalises while typing, suggests a correction and names the enterprise that uses the code. */
export const CreditCodeInput: Control = ({ value: typed, onChange, row, name: _name, spec: _spec, ...rest }) => {
  const value = textOf(typed);
  const composing = useRef(false);
  const problem = value === '' ? null : creditCodeProblem(value);
  const whole = value !== '' && problem === null && value !== row?.['creditCode'];
  const { data: codeOwner } = useQuery({ ...creditCodeTaken(value), enabled: whole });
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
      {whole && codeOwner?.exists && (
        <span className="form-hint form-warn" role="status">
          该统一社会信用代码已存在
          {codeOwner.id && (
            <Link to={dossierPath(codeOwner.id)} className="form-link">
              查看这家企业
            </Link>
          )}
        </span>
      )}
    </>
  );
};
