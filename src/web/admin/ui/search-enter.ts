import type { KeyboardEvent } from 'react'

/** Enter in a search field of a form is for the search alone; by default it submits the form. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
