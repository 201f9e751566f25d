import './ui/tokens.css'
import { languageOfPath } from '#contract/language.ts'
import { setTranslation } from '#contract/translate.ts'
import { shopConfig } from './api/shop-config.ts'
import { startFirstScreen } from './first-screen.ts'
import { arrivalOf, linkedPath } from './liff/arrival.ts'
import { screenAddress } from './navigation/spelling.ts'
import { setLiffClient } from './shared/liff-client.ts'
import { reloadOnceForLostChunks } from './shell/reload-once.ts'

/** Loads beside the application, which is not drawn without it. */
let english: Promise<unknown> | undefined
if (shopConfig.shop?.has_english && languageOfPath(location.pathname) === 'en') {
  setTranslation(() => ({ language: 'en', translate: () => undefined }))
  english = import('./english.ts')
}

reloadOnceForLostChunks()
void start()

async function start(): Promise<void> {
  const { liffId } = shopConfig
  const arrival = liffId ? arrivalOf(location, navigator.userAgent) : undefined
  if (arrival === 'linked') return location.replace(linkedPath(location.search, location.origin))
  if (liffId && arrival) {
    const opening = import('./liff/open-in-line.ts').then(
      ({ openInLine }) => openInLine(liffId),
      () => undefined,
    )
    setLiffClient(opening)
    // The router would read the credentials as the address of a screen, and lose them.
    if (arrival === 'first') await opening
  }
  // Small, and first: its requests run while the app's code loads.
  startFirstScreen(screenAddress())
  const [{ mountApp }] = await Promise.all([import('./app.tsx'), english])
  await mountApp()
}
