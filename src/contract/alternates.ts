import { inLanguage, languageTags, withoutLanguage } from './language.ts'
import { escapeHtml } from './markup.ts'
import type { PageHead, Site } from './page-head.ts'
import type { Language } from './translate.ts'

/** Links to the same page in both languages, in documents only: search engines read nothing else. */
export function alternateLinks(
  { canonical, isIndexed }: PageHead,
  { own, hasEnglish }: Site & { hasEnglish: boolean },
): string {
  if (!hasEnglish || !isIndexed || !canonical?.startsWith(own)) return ''
  const path = withoutLanguage(canonical.slice(own.length))
  const link = (tag: string, of: Language) =>
    `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(own + inLanguage(of, path))}" />`
  return [link(languageTags.zh, 'zh'), link(languageTags.en, 'en'), link('x-default', 'zh')].join(
    '',
  )
}
