import { createMarkupPolicy } from '../../ui/markup-policy.ts'

let isMade = false

/**
 * The date picker writes the digits of its fields as if they were markup, which the page's policy
 * refuses to strings. As the default policy, this lets plain text pass, and nothing that is markup.
 */
export function allowPlainText(): void {
  if (isMade) return
  isMade = true
  createMarkupPolicy('default', (text) => (/[<&]/.test(text) ? null : text))
}
