/** What does nothing without handlers: all but links and the search, which the browser sends. */
const controls = 'button, select, textarea, input:not([name="q"])'

export function setControlsInert(root: ParentNode, isInert: boolean): void {
  for (const control of root.querySelectorAll<HTMLElement>(controls)) control.inert = isInert
}
