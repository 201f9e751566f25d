/** The search field that stood in the document, which the application takes over or replaces. */
let field: HTMLInputElement | null = null

export function noteEarlySearch(root: ParentNode): void {
  field = root.querySelector<HTMLInputElement>('input[name="q"]')
}

export function isEarlySearchFocused(): boolean {
  return field !== null && document.activeElement === field
}

/** Text typed before the application mounted, once; React does not look for it. */
export function takeEarlySearch(): string | undefined {
  const typed = field && field.value !== field.defaultValue ? field.value : undefined
  field = null
  return typed
}
