import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { HeadStrip } from '#kit/record-head.tsx';
import { RecordPage } from '#kit/record-page.tsx';
import type { FormTarget } from '#kit/resource-form.tsx';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { Card } from '#ui/page-head.tsx';
import { useIncrementalRender } from '#ui/use-incremental-render.ts';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import { RejectedNote } from './rejected-note.tsx';
import { Timeline } from './timeline.tsx';
import { moveLooks } from './move-looks.tsx';
import { Applied, Twins } from './review.tsx';
import {
  enterpriseFieldRows,
  enterpriseSections,
  expiries,
  sectionApplies,
  today,
  type EnterpriseField,
  type FormField,
} from '../rules.ts';
import { enterprises } from '../calls.ts';
import { EnterpriseDrawer } from './enterprise-drawer.tsx';
import { DossierField } from './dossier-field.tsx';
import { Expiries } from './expiries.tsx';
import { ColorTag, StatusTag } from './list-columns.tsx';
import { LogoDialog } from './logo-dialog.tsx';
import { Profile } from './profile.tsx';
import { Related } from './related.tsx';
import './dossier.css';

// The page head and other cards already show these fields.
const shownFields = new Set(['name', 'status', 'color', 'profileRate', 'updatedAt', 'logoUrl']);
// Field types with long values. Their fields come after the short ones, each in its own row.
const late = new Set<EnterpriseField['kind']>(['prose', 'json', 'list']);
const fieldsOf = (section: string): EnterpriseField[] =>
  enterpriseFieldRows
    .filter((field) => field.section === section && !shownFields.has(field.name))
    .toSorted((one, other) => Number(late.has(one.kind)) - Number(late.has(other.kind)));

interface Props {
  row: Enterprise;
  begin?: FormField | undefined;
}

export function Dossier({ row, begin }: Props) {
  const { message } = App.useApp();
  const mayUpdate = row.abilities.includes('update');
  const [target, setTarget] = useState<FormTarget<Enterprise> | null>(() =>
    begin && mayUpdate ? { row, focus: begin } : null,
  );
  const [logo, setLogo] = useState(false);
  // Labels are internal remarks of the authority: enterprise staff must not see them.
  const authority = useCurrentUser().sysUser.type !== 'enterprise';
  const edit = (focus?: FormField) => setTarget({ row, focus });
  const fill = mayUpdate ? edit : undefined;
  // Show the street name only once: if a street is selected, hide the typed street name.
  const unsaid = row.townCode ? 'town' : 'townCode';
  const sections = enterpriseSections.filter((section) => sectionApplies(section, row));
  const rendered = useIncrementalRender(sections.length, 2);
  // A pending review is the primary action. Otherwise editing is.
  const decides = row.abilities.includes('approve');
  const scores = useHasPermit('bus:score:index');
  return (
    <RecordPage
      bound={enterprises}
      row={{ ...row }}
      sub={
        <>
          {row.creditCode} · {row.enterpriseCode}
          {scores && (
            <>
              {' · '}
              <Link className="link" to={`/bus/score/index?id=${row.id}`}>
                安全分 {row.healthScore ?? '数据不足'}
              </Link>
            </>
          )}
        </>
      }
      moves={moveLooks}
      leading={(acts) => acts.slice(0, decides ? 2 : 1)}
      primary="approve"
      before={row.abilities.includes('logo') && <Button onClick={() => setLogo(true)}>系统设置</Button>}
      after={
        mayUpdate && (
          <Button type={decides ? 'default' : 'primary'} icon={<Icon name="edit" size={16} />} onClick={() => edit()}>
            编辑
          </Button>
        )
      }
      head={
        <HeadStrip
          states={
            <>
              <StatusTag row={row} />
              <ColorTag row={row} />
            </>
          }
          why={row.colorReasons}
          endings={expiries(row, today())}
          answers={
            row.officerId !== null && row.officerName !== null
              ? { label: '监管责任人', value: <PersonCell kind="user" id={row.officerId} name={row.officerName} /> }
              : undefined
          }
        />
      }
      notices={([first]) => <RejectedNote row={row} onSubmit={first?.key === 'submit' ? first.run : undefined} />}
      side={
        <>
          <Profile row={row} onFill={fill} />
          <Expiries row={row} />
          <Related row={row} />
        </>
      }
    >
      {decides && (
        <>
          <Twins id={row.id} />
          <Applied id={row.id} />
        </>
      )}
      {sections.slice(0, rendered).map((section) => (
        <Card key={section} title={section}>
          <dl className="dossier-fields">
            {fieldsOf(section)
              .filter(({ name }) => (name !== 'labels' || authority) && name !== unsaid)
              .map((field) => (
                <DossierField key={field.name} field={field} row={{ ...row }} onFill={fill} />
              ))}
          </dl>
        </Card>
      ))}
      {rendered === sections.length && <Timeline id={row.id} />}
      <EnterpriseDrawer
        target={target}
        onClose={() => setTarget(null)}
        onSaved={() => {
          setTarget(null);
          void message.success('已保存');
        }}
      />
      {logo && <LogoDialog onClose={() => setLogo(false)} />}
    </RecordPage>
  );
}
