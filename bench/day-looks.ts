// What is wrong on a page as it stands: functions that run in it.

/** Boxes with something in them that does not fit their width. */
export const tooWide = () =>
  [
    document.documentElement,
    ...document.querySelectorAll('.view, [role=dialog], .ant-drawer-body, .ant-modal-body, dialog'),
  ]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map((box) => `${box.tagName} ${box.className} ${box.scrollWidth} > ${box.clientWidth}`);

/** What a finger has less than so many pixels for, by trying around its middle; a link within a line of words may be so. */
export function smallTargets(least: number): string[] {
  const far = least / 2 - 1;
  const own = (target: Element) =>
    target.closest('label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-switch, .ant-input-number') ??
    target;
  const sought = 'a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]';
  const found = [...new Set([...document.querySelectorAll(sought)].map(own))].flatMap((target) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && (target.contains(hit) || own(hit) === target);
    };
    const isAside = width < 3 || height < 3 || x < 0 || y < far || y > innerHeight - far || !isHit(0, 0);
    if (isAside || !target.checkVisibility({ visibilityProperty: true })) return [];
    const tall = height >= least || (isHit(0, -far) && isHit(0, far));
    const wide = width >= least || (isHit(-far, 0) && isHit(far, 0));
    if (tall && wide) return [];
    const name = (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 14);
    const kind = `${target.tagName.toLowerCase()}.${String(target.className).split(' ').slice(0, 2).join('.')}`;
    return [`${width.toFixed(0)} x ${height.toFixed(0)} ${kind} ${name}`];
  });
  return [...new Set(found)];
}

/** Where the keyboard is: what has it, whether that can be seen, and whether the one before looked any different with it. */
export function focusOf() {
  const at = document.activeElement;
  const dressOf = (one: Element) => {
    const boxes = [
      one,
      one.parentElement,
      one.parentElement?.parentElement,
      one.parentElement?.parentElement?.parentElement,
    ];
    return boxes
      .map((box) => {
        if (!box) return '';
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, transform } =
          getComputedStyle(box);
        return [
          outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`,
          boxShadow,
          borderColor,
          backgroundColor,
          transform,
        ].join(' ');
      })
      .join('|');
  };
  const nameOf = (one: Element) => {
    const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one.textContent;
    return (one.getAttribute('aria-label') ?? label ?? '').trim().slice(0, 24) || `${one.tagName} ${one.className}`;
  };
  const last: { one: Element; dress: string } | undefined = Reflect.get(window, 'dayFocus');
  const plain =
    last && last.one !== at && last.one.isConnected && last.one.checkVisibility() && dressOf(last.one) === last.dress;
  // What is only led to, as a page is, shows nothing of it.
  const isLed = last !== undefined && last.one.getAttribute('tabindex') === '-1';
  const isLost = at === null || at === document.body;
  Reflect.set(window, 'dayFocus', isLost ? undefined : { one: at, dress: dressOf(at) });
  if (isLost) return { name: '', lost: true, hidden: '', plain: plain && !isLed ? nameOf(last.one) : '' };
  // Where the kit hides what is chosen by, its label is seen.
  const seen = (at instanceof HTMLInputElement && at.type === 'radio' && at.closest('label')) || at;
  const { left, top, width, height } = seen.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const above = document.elementFromPoint(x, y);
  const hidden =
    width < 2 || height < 2
      ? 'no size'
      : x < 0 || y < 0 || x > innerWidth || y > innerHeight
        ? 'out of sight'
        : above === null || seen.contains(above) || above.contains(seen)
          ? ''
          : `under ${above.tagName} ${above.className}`;
  return { name: nameOf(at), lost: false, hidden, plain: plain && !isLed ? nameOf(last.one) : '' };
}
