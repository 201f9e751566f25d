import { IntlMessageFormat } from 'intl-messageformat'
import type { Translate } from '../translate.ts'

/**
 * English texts by the Chinese ones, as ICU messages: `{count, plural, one {# item} other {# items}}`. One Chinese word
 * may be two English ones, told by `as`: `{as, select, verb {Pay} other {Payment}}`.
 */
export type Catalogue = Record<string, string>

/** Formats the texts of catalogues; a text that none of them has stays as it is. */
export function createTranslator(...catalogues: Catalogue[]): Translate {
  const messages: Catalogue = Object.assign({}, ...catalogues)
  const parsed = new Map<string, IntlMessageFormat>()

  function messageOf(text: string, english: string): IntlMessageFormat {
    const known = parsed.get(text)
    if (known) return known
    const message = new IntlMessageFormat(english, 'en', undefined, { ignoreTag: true })
    parsed.set(text, message)
    return message
  }

  return (text, values) => {
    const english = Object.hasOwn(messages, text) ? messages[text] : undefined
    if (english === undefined) return undefined
    // Without values, braces are the fields of a mail.
    const isPlain = Object.keys(values).length === 0 && !english.startsWith('{as,')
    if (!english.includes('{') || isPlain) return [english]
    const filled = Object.fromEntries(
      Object.entries({ as: '', ...values }).map(([name, value]) => [name, shown(value)]),
    )
    return [messageOf(text, english).format(filled as Record<string, string>)].flat()
  }
}

/** As React shows a value: nothing of what is absent. */
function shown(value: unknown): unknown {
  return typeof value === 'boolean' ? '' : (value ?? '')
}
