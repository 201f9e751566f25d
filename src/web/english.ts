import storefront from '#contract/english/storefront.json'
import { createTranslator } from '#contract/english/translator.ts'
import { setTranslation } from '#contract/translate.ts'
import { markChinese } from './mark-chinese.ts'

const english = { language: 'en', translate: createTranslator(storefront) } as const
setTranslation(() => english)
markChinese(document.body)
