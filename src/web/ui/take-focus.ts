/** The ref of what goes on where the focused form has gone. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
