import { inLanguage } from '#contract/language.ts'
import { language } from '#contract/translate.ts'

/** The application whose own browser shows the page: it keeps no session, and banks refuse it. */
export function findInAppBrowser(userAgent: string): 'line' | 'other' | undefined {
  if (/\bLine\//.test(userAgent)) return 'line'
  return /\bFBA[NV]\b|\bInstagram\b/.test(userAgent) ? 'other' : undefined
}

/** LINE opens an address with this query in the browser of the phone. */
export function outsideAddress(path: string, origin: string): string {
  return `${origin}${inLanguage(language(), '/')}?openExternalBrowser=1#${path}`
}
