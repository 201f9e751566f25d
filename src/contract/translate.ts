/** The languages of the storefront; texts in the code are Chinese, and are the keys of the catalogue. */
export type Language = 'zh' | 'en'

/** A value that fills a place of a text; an absent one leaves it empty. */
export type TextValue = string | number | boolean | null | undefined

/** The text in the language of now, filled in; undefined where that is Chinese, or has no such text. */
export type Translate = (text: string, values: Record<string, unknown>) => unknown[] | undefined

/** The language of now, and the texts in it. */
export interface Translation {
  language: Language
  translate: Translate
}

let current: () => Translation | undefined = () => undefined

/** Called once by a page, and by the server, which tells the language of each request. */
export function setTranslation(read: () => Translation | undefined): void {
  current = read
}

export function currentTranslation(): Translation | undefined {
  return current()
}

export function language(): Language {
  return current()?.language ?? 'zh'
}

export const isEnglish = () => language() === 'en'

/** A text of the code in the language of now: `t('共 {count} 件', { count })`. */
export function t<Text extends string | undefined>(
  text: Text,
  values: Record<string, TextValue> = {},
): Text extends undefined ? Text : string {
  if (text === undefined) return undefined as never
  return textParts(text, values).join('') as never
}

/** The same in parts, where a value is more than text. */
export function textParts(text: string, values: Record<string, unknown>): unknown[] {
  return current()?.translate(text, values) ?? fill(text, values)
}

function fill(text: string, values: Record<string, unknown>): unknown[] {
  return text.split(/\{(\w{1,40})\}/).map((part, index) => {
    if (index % 2 === 0) return part
    // A text of the owner, too, may have braces in it.
    if (!Object.hasOwn(values, part)) return `{${part}}`
    const value = values[part]
    return typeof value === 'boolean' ? '' : (value ?? '')
  })
}
