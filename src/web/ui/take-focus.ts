/** A ref that focuses the element which replaces a focused form. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
