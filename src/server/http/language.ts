import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import serverTexts from '#contract/english/server.json' with { type: 'json' }
import storefrontTexts from '#contract/english/storefront.json' with { type: 'json' }
import { createTranslator } from '#contract/english/translator.ts'
import { languageOfPath } from '#contract/language.ts'
import { type Language, setTranslation, type Translation } from '#contract/translate.ts'

const english: Translation = {
  language: 'en',
  translate: createTranslator(storefrontTexts, serverTexts),
}
/** Empty in Chinese, the language of everything that runs by itself. */
const storage = new AsyncLocalStorage<Translation | undefined>()

setTranslation(() => storage.getStore())

/** Runs with `t` in a language, and all that it begins too. */
export function runIn<Result>(language: Language | null | undefined, run: () => Result): Result {
  return storage.run(language === 'en' ? english : undefined, run)
}

/** English below `/en`, with `?lang=en`, and for the identity provider by the header of its SDK. */
export function requestLanguage({ url, headers }: FastifyRequest): Language {
  if (/[?&]lang=en(?:&|$)/.test(url) || headers['x-firebase-locale'] === 'en') return 'en'
  return languageOfPath(url)
}

/** Each request is handled in its language; before the handler, nothing says anything. */
export function followLanguages(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, next) => {
    if (requestLanguage(request) === 'en') runIn('en', next)
    else next()
  })
}
