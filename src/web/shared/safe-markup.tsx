import { useMemo } from 'react'
import { hasTags } from '#contract/markup.ts'
import { safeHtml } from './safe-html.ts'

/** A text that somebody of the staff wrote, HTML or plain with its line breaks. */
export function SafeMarkup({ html, className = '' }: { html: string; className?: string }) {
  const clean = useMemo(() => safeHtml(html), [html])
  return (
    <div
      className={`article ${className} ${hasTags(html) ? '' : 'whitespace-pre-line'}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when saved, and again just above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
