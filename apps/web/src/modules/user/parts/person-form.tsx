import type { UserType } from '@anlan/contract/modules/session/session';
import { useMemo, useState } from 'react';
import { ResourceForm } from '#kit/resource-form.tsx';
import type { OwnForm } from '#kit/resource-page.tsx';
import type { AnyFilter, Bound, Values } from '#kit/resource.ts';
import { useCurrentUser, useHasPermit, usePerson } from '#lib/current-user.ts';
import { typesOf } from '../rules.ts';
import { isIssued, OneTimeDialog, type IssuedPassword } from './one-time-password.tsx';
import { controls, texts } from './person-controls.tsx';

const rows = [['nickName', 'username'], ['phone', 'email'], ['type', 'organId'], 'enterpriseIds', 'roleIds'] as const;

const typeOfNew = (own: UserType | undefined, isStaff: boolean): UserType =>
  isStaff || own === undefined ? 'enterprise' : (typesOf(own)[0] ?? own);

export const newValuesOf =
  (isStaff: boolean) =>
  (filter: AnyFilter): Values => ({
    type: typeOfNew(usePerson.getState().info?.sysUser.type, isStaff),
    roleIds: [],
    enterpriseIds: filter['enterpriseId'] ? [filter['enterpriseId']] : [],
    ...(isStaff ? {} : { organId: filter['organId'] }),
  });

/** The form of a user. A new user gets a one-time password, which shows after the form was saved. */
export const personForm = (bound: Bound, isStaff: boolean): OwnForm =>
  function PersonForm({ target, onSaved, onClose }) {
    const { sysUser } = useCurrentUser();
    const seesOrgans = useHasPermit('sys:organ:index');
    const [issued, setIssued] = useState<IssuedPassword | null>(null);
    const own = sysUser.type;
    // A missing number of one's own cannot be typed here, because one's own number is changed with codes.
    const lacksPhone = target.row?.id === sysUser.id && !target.row['phone'];
    const look = useMemo(() => {
      const without = [
        ...(isStaff || typesOf(own).length < 2 ? ['type'] : []),
        ...(seesOrgans ? [] : ['organId']),
        ...(own === 'enterprise' ? ['enterpriseIds'] : []),
        ...(lacksPhone ? ['phone'] : []),
      ];
      return { rows, controls, texts, without };
    }, [own, seesOrgans, lacksPhone]);
    const withPassword = useMemo(
      () => ({
        ...bound,
        create: async (values: Values) => ({
          ...values,
          ...(await bound.create({ type: typeOfNew(own, isStaff), roleIds: [], ...values })),
        }),
      }),
      [own],
    );
    if (issued) return <OneTimeDialog given={issued} onClose={onClose} />;
    return (
      <ResourceForm
        key={target.row?.id ?? 'new'}
        bound={withPassword}
        target={target}
        look={look}
        several={own !== 'enterprise'}
        onSaved={(isNew, answer) => (isIssued(answer) ? setIssued(answer) : onSaved(isNew))}
        onClose={onClose}
      />
    );
  };
