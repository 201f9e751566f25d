import { X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { inLanguage } from '#contract/language.ts'
import { deviceStorage } from '../shared/device-storage.ts'

const closedKey = 'languageOfferClosed'

/** A browser with neither language in its list reads Chinese as it always has. */
function prefersEnglish(): boolean {
  const first = navigator.languages.find((tag) => /^(?:en|zh)\b/i.test(tag))
  return first !== undefined && /^en/i.test(first)
}

/** The same screen in English, until it is closed; nobody is led there. */
export function EnglishOffer() {
  const { pathname, search } = useLocation()
  const [isClosed, setClosed] = useState(
    () => !prefersEnglish() || deviceStorage.get(closedKey) !== null,
  )
  if (isClosed) return null
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
