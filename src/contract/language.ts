import type { Language } from './translate.ts'

/** The screens in English stand below it; those of the staff have no English. */
export const englishBase = '/en'

/** The `lang` of a document. */
export const languageTags: Record<Language, string> = { zh: 'zh-Hant-TW', en: 'en' }

export function languageOfPath(path: string): Language {
  return /^\/en(?:[/?#]|$)/.test(path) ? 'en' : 'zh'
}

/** The owner's words in English about a product, a campaign, a page or an announcement. */
export interface EnglishTexts {
  title?: string
  content?: string
  description?: string
}

/** A path of the shop as its screens know it. */
export function withoutLanguage(path: string): string {
  if (languageOfPath(path) === 'zh') return path
  const rest = path.slice(englishBase.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** A path of the shop in a language; `/` in English is `/en`. */
export function inLanguage(language: Language, path: string): string {
  if (language === 'zh') return path
  return englishBase + path.replace(/^\/(?=$|[?#])/, '')
}

/** A screen named by the fragment, which is sent to no server; the page then shows it by its path, if in English. */
export function fragmentAddress(language: Language, path: string): string {
  return `${inLanguage(language, '/')}#${path}`
}

/** Markup of an English document, with `lang` on the elements whose own text is Chinese. */
export function withMarkedChinese(markup: string): string {
  return markup.replace(
    /<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>(?=[^<>]*[\u3400-\u9fff\uf900-\ufaff])/g,
    (tag, name: string, attributes: string) =>
      /\slang=/.test(attributes) ? tag : `<${name}${attributes} lang="${languageTags.zh}">`,
  )
}

/** Whether a text of the shop is to be marked as Chinese beside English ones. */
export function isChinese(text: string): boolean {
  return /[\u3400-\u9fff\uf900-\ufaff]/.test(text)
}
