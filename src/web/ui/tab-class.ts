/** A tab of a row that scrolls sideways. */
export const tabClass =
  'inline-grid min-h-11 shrink-0 place-items-center rounded-pill border border-line bg-surface px-4 whitespace-nowrap text-ink-muted transition-colors hover:border-line-strong hover:text-ink data-active:border-accent data-active:bg-fill data-active:font-medium data-active:text-on-fill'
