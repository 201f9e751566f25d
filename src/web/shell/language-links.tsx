import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { inLanguage, languageTags } from '#contract/language.ts'
import { isEnglish, type Language } from '#contract/translate.ts'
import { shopSettings } from '../api/shop-config.ts'
import { createChunkLoader } from '../ui/load-chunk.ts'
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
      className={className}
    >
      {names[other]}
    </a>
  ) : null
}

const loadOffer = createChunkLoader(() => import('./language-offer.tsx'))

/** Offers English to a browser that prefers it; the code of the offer is no other shopper's. */
export function LanguageOffer() {
  const [Offer, setOffer] = useState<ComponentType>()
  useEffect(() => {
    if (!shopSettings.has_english || isEnglish()) return
    const first = navigator.languages.find((tag) => /^(?:en|zh)\b/i.test(tag))
    if (!first || /^zh/i.test(first)) return
    void loadOffer().then(
      ({ EnglishOffer }) => setOffer(() => EnglishOffer),
      () => undefined,
    )
  }, [])
  return Offer && <Offer />
}
