/** Controls that need React's handlers: not links and the search form, which the browser handles. */
const controls = 'button, select, textarea, input:not([name="q"])'

export function setControlsInert(root: ParentNode, isInert: boolean): void {
  for (const control of root.querySelectorAll<HTMLElement>(controls)) control.inert = isInert
}
