import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import {
  enterpriseFieldRows,
  enterpriseSections,
  type EnterpriseField,
  type EnterpriseSection,
} from '@anlan/contract/modules/enterprise/fields';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { HeadStrip } from '#kit/record-head.tsx';
import { useHolds, useWho } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { useGrowing } from '#ui/use-growing.ts';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import { RejectedNote } from './rejected-note.tsx';
import { Timeline } from './timeline.tsx';
import { useLifecycle } from './use-lifecycle.tsx';
import { expiries, isFormField, sectionApplies, today, type FormField } from '../rules.ts';
import { EnterpriseDrawer, type DrawerTarget } from './enterprise-drawer.tsx';
import { DossierField } from './dossier-field.tsx';
import { Expiries } from './expiries.tsx';
import { ColorTag, StatusTag } from './list-columns.tsx';
import { LogoDialog } from './logo-dialog.tsx';
import { Profile } from './profile.tsx';
import { Related } from './related.tsx';
import './dossier.css';

const sections = Object.keys(enterpriseSections).filter((name): name is EnterpriseSection =>
  Object.hasOwn(enterpriseSections, name),
);
// The head and the cards beside already say these.
const said = new Set(['name', 'status', 'color', 'profileRate', 'updatedAt', 'logoUrl']);
// Long values take a row of their own below the short ones.
const late = new Set<EnterpriseField['type']>(['prose', 'file', 'json']);
const fieldsOf = (section: EnterpriseSection): EnterpriseField[] =>
  enterpriseFieldRows
    .filter((field) => field.section === section && !said.has(field.name))
    .toSorted((one, other) => Number(late.has(one.type)) - Number(late.has(other.type)));

interface Props {
  row: Enterprise;
  /** The field that the form is open at from the beginning, for whoever may change it. */
  begin?: FormField | undefined;
}

/** An enterprise's whole file: its sections, how complete it is, what runs out, what happened. */
export function Dossier({ row, begin }: Props) {
  const { message } = App.useApp();
  const mayUpdate = row.abilities.includes('update');
  const [target, setTarget] = useState<DrawerTarget | null>(() => (begin && mayUpdate ? { row, focus: begin } : null));
  const [logo, setLogo] = useState(false);
  // Labels are the authority's remarks; an enterprise's staff never see them.
  const authority = useWho().sysUser.type !== 'enterprise';
  const edit = (focus?: FormField) => setTarget({ row, focus });
  // A street that was chosen has the name that would otherwise be typed: it is said once.
  const unsaid = row.townCode ? 'town' : 'townCode';
  const lifecycle = useLifecycle();
  const shown = sections.filter((section) => sectionApplies(section, row));
  const standing = useGrowing(shown.length, 2);
  const review = lifecycle.review(row);
  // What waits to be decided is the one primary act; whoever only keeps the file up edits it.
  const decides = review.length > 0;
  const [first, ...rest] = [...review, ...lifecycle.actions(row)];
  const scores = useHolds('bus:score:index');
  return (
    <>
      <PageHead
        title={row.name}
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
        end={
          <>
            {row.abilities.includes('logo') && <Button onClick={() => setLogo(true)}>系统设置</Button>}
            {rest.length > 0 && (
              <DropMenu
                within=".page-head"
                items={rest.map(({ key, label, danger }) => ({ key, label, danger: danger ?? false }))}
                onChoose={(key) => rest.find((action) => action.key === key)?.run()}
              >
                <Button>更多</Button>
              </DropMenu>
            )}
            {first && (
              <Button
                {...(decides ? { type: 'primary' as const } : {})}
                danger={first.danger ?? false}
                onClick={first.run}
              >
                {first.label}
              </Button>
            )}
            {mayUpdate && (
              <Button
                {...(decides ? {} : { type: 'primary' as const })}
                icon={<Icon name="edit" size={16} />}
                onClick={() => edit()}
              >
                编辑
              </Button>
            )}
          </>
        }
      />
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
      <RejectedNote row={row} onSubmit={first?.key === 'submit' ? first.run : undefined} />
      <div className="dossier">
        <div className="dossier-main">
          {shown.slice(0, standing).map((section) => (
            <Card key={section} title={enterpriseSections[section]}>
              <dl className="dossier-fields">
                {fieldsOf(section)
                  .filter(({ name }) => (name !== 'labels' || authority) && name !== unsaid)
                  .map((field) => (
                    <DossierField
                      key={field.name}
                      field={field}
                      row={row}
                      onFill={mayUpdate && isFormField(field.name) ? edit : undefined}
                    />
                  ))}
              </dl>
            </Card>
          ))}
          {standing === shown.length && <Timeline id={row.id} />}
        </div>
        <aside className="dossier-side" aria-label="概况">
          <Profile row={row} onFill={mayUpdate ? edit : undefined} />
          <Expiries row={row} />
          <Related row={row} />
        </aside>
      </div>
      <EnterpriseDrawer
        target={target}
        onClose={() => setTarget(null)}
        onSaved={() => {
          setTarget(null);
          void message.success('已保存');
        }}
      />
      {lifecycle.opened}
      {logo && <LogoDialog onClose={() => setLogo(false)} />}
    </>
  );
}
