import { useLocation } from 'react-router'
import { inLanguage, languageTags } from '#contract/language.ts'
import { isEnglish, type Language } from '#contract/translate.ts'
import { shopSettings } from '../api/shop-config.ts'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { useIsDocument } from '../ui/use-is-document.ts'
import { useLateComponent } from '../ui/use-late-component.ts'

const names: Record<Language, string> = { zh: '中文', en: 'English' }

/** The same screen in the other language, as a link that loads it anew. */
export function LanguageLink({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  // A document is drawn at another query than the browser's: with defaults, without what nobody reads.
  const query = useIsDocument() ? '' : search
  const other = isEnglish() ? 'zh' : 'en'
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

const loadChunk = createChunkLoader(() => import('./language-offer.tsx'))
const loadOffer = () => loadChunk().then(({ EnglishOffer }) => EnglishOffer)

/** English, offered to a browser that prefers it. */
export function LanguageOffer() {
  const Offer = useLateComponent(loadOffer)
  return Offer && <Offer />
}
