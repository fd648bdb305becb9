import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseSections, type EnterpriseSection } from '@anlan/contract/modules/enterprise/fields';
import { Form, type FormInstance } from 'antd';
import { memo, useMemo } from 'react';
import { useHolds } from '#lib/person.ts';
import { useGrowing } from '#ui/use-growing.ts';
import { formFields, sectionApplies, type FormValues } from '../rules.ts';
import { FormSection, partsOf } from './form-section.tsx';

const sections = Object.keys(enterpriseSections).filter(isSection);
function isSection(section: string): section is EnterpriseSection {
  return Object.hasOwn(enterpriseSections, section);
}

interface Props {
  form: FormInstance<FormValues>;
  row: Enterprise | null;
  initial: FormValues;
  /** What the ids of the sections begin with. */
  anchor: string;
  /** Whether all sections are there at once, for one who comes to a certain field. */
  whole: boolean;
  onTyped: () => void;
  /** Told which fields are wrong, after each check. */
  onChecked: (wrong: readonly string[]) => void;
}

/**
 * The fields to fill in, checked by the contract's own schema. Drawn once: whatever happens around it, each field follows
 * its own value, as the kit draws all of them anew with their form.
 */
export const FormFields = memo(function FormFields({ form, initial, onTyped, onChecked, ...props }: Props) {
  return (
    <Form<FormValues>
      form={form}
      className="form-fields"
      layout="vertical"
      initialValues={initial}
      onValuesChange={(values: FormValues) => {
        const again = Object.keys(values).filter((name) => form.getFieldError(name).length > 0);
        if (again.length > 0) void form.validateFields(again).catch(() => undefined);
        onTyped();
      }}
      onFieldsChange={(_changed, all) =>
        onChecked(all.filter(({ errors }) => errors && errors.length > 0).map(({ name }) => String([name].flat()[0])))
      }
    >
      <Sections form={form} {...props} />
    </Form>
  );
});

function Sections({ form, row, anchor, whole }: Pick<Props, 'form' | 'row' | 'anchor' | 'whole'>) {
  const without = useWithout();
  const shown = useSections(form);
  const all = useMemo(() => new Map(sections.map((section) => [section, partsOf(section, without)])), [without]);
  const drawn = shown.map((section) => all.get(section) ?? []);
  const standing = useGrowing(drawn.flat().length, 1, whole);
  return shown.map((section, at) => {
    const before = drawn.slice(0, at).flat().length;
    const parts = drawn[at]?.slice(0, Math.max(0, standing - before)) ?? [];
    return (
      parts.length > 0 && <FormSection key={section} section={section} id={anchor + section} {...{ row, parts }} />
    );
  });
}

/** The sections that there are to fill in. */
export function useSections(form: FormInstance<FormValues>): readonly EnterpriseSection[] {
  const without = useWithout();
  const kind: unknown = Form.useWatch('supervisionKind', form);
  return sections.filter(
    (section) =>
      sectionApplies(section, { supervisionKind: kind }) && formFields(section).some(({ name }) => !without.has(name)),
  );
}

// Choosing an officer or an organisation needs the list of them; who supervises is the authority's to say.
function useWithout(): ReadonlySet<string> {
  const organs = useHolds('sys:organ:index');
  const enterprises = useHolds('bus:enterprise:add');
  return useMemo(
    () =>
      new Set([
        ...(organs ? [] : ['officerId', 'authorityId']),
        ...(enterprises ? [] : ['parentId', 'supervisionKind', 'labels']),
      ]),
    [organs, enterprises],
  );
}
