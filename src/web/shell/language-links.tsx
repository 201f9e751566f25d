import { Globe, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { inLanguage, languageTags } from '#contract/language.ts'
import { isEnglish, type Language, language } from '#contract/translate.ts'
import { shopSettings } from '../api/shop-config.ts'
import { deviceStorage } from '../shared/device-storage.ts'
import { useIsDocument } from '../ui/use-is-document.ts'

const names: Record<Language, string> = { zh: '中文', en: 'English' }

/** The same screen in the other language, as a link that loads it anew. */
export function LanguageLink({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  // A document is drawn without what its screen does not read.
  const query = useIsDocument() ? '' : search
  const other: Language = isEnglish() ? 'zh' : 'en'
  return shopSettings.has_english ? (
    <a
      href={inLanguage(other, pathname + query)}
      hrefLang={languageTags[other]}
      lang={languageTags[other]}
      className={`gap-2 ${className}`}
    >
      <Globe aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {names[other]}
    </a>
  ) : null
}

const closedKey = 'languageOfferClosed'

/** Offers English to a browser that prefers it, until it is closed; it is never led there. */
export function LanguageOffer() {
  const isDocument = useIsDocument()
  const { pathname, search } = useLocation()
  const [isClosed, setClosed] = useState(() => deviceStorage.get(closedKey) !== null)
  if (isDocument || isClosed || !shopSettings.has_english || !prefersEnglish()) return null
  return (
    <aside lang="en" className="border-b border-line bg-accent-soft print:hidden">
      <div className="mx-auto flex max-w-page items-center gap-4 px-4 sm:px-6 lg:px-8">
        <a
          href={inLanguage('en', pathname + search)}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Read this shop in English
        </a>
        <button
          type="button"
          aria-label="Close"
          onClick={() => {
            deviceStorage.set(closedKey, '1')
            setClosed(true)
          }}
          className="ml-auto grid size-11 place-items-center rounded-lg"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </aside>
  )
}

/** Whether English stands before Chinese among the languages of the browser. */
function prefersEnglish(): boolean {
  if (language() === 'en') return false
  const first = navigator.languages.find((tag) => /^(?:en|zh)\b/i.test(tag))
  return first?.toLowerCase().startsWith('en') === true
}
