import { type ShopErrorCode, shopErrors } from '#contract/errors.ts'
import { ApiError } from '../../../api/api-error.ts'

export interface FieldWords {
  label: string
  /** The message of an empty field; 「請輸入{label}」 by default. */
  missing?: string
  /** The message of a refused value; 「{label}的內容不正確」 by default. */
  invalid?: string
  /** The server's own sentence says what is wrong. */
  saysItself?: boolean
  /** The errors that speak of this field alone. */
  codes?: ShopErrorCode[]
}

interface FieldError {
  field: string
  text: string
}

/** The faulty fields of a refused save in the order of the form, each with what to do about it. */
export function fieldErrors(
  error: unknown,
  words: Record<string, FieldWords>,
  readValue: (field: string) => unknown,
): FieldError[] {
  if (!(error instanceof ApiError)) return []
  const refused = refusedFields(error)
  return Object.entries(words).flatMap(([field, known]) => {
    const { label, missing, invalid, codes = [] } = known
    const code = codes.find((one) => isCode(error, one))
    if (code) return [{ field, text: shopErrors[code].message }]
    if (!refused.has(field)) return []
    // It names what was typed.
    const named = error.code === 'MAIL_FIELD' ? error.fields?.[field] : undefined
    if (named !== undefined) return [{ field, text: named }]
    const sentence = known.saysItself && error.fields?.[field]
    if (sentence) return [{ field, text: sentence }]
    const value = readValue(field)
    const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '')
    const text = isEmpty ? (missing ?? `請輸入${label}`) : (invalid ?? `${label}的內容不正確`)
    return [{ field, text }]
  })
}

/** A node of the previous version names its fields in the messages alone: ` title 欄位為必填`. */
function refusedFields(
  error: ApiError & { fields?: Record<string, string> | undefined },
): Set<string> {
  if (error.fields) return new Set(Object.keys(error.fields))
  return new Set(
    error.messages.flatMap(
      (text) =>
        text
          .trim()
          .match(/^[A-Za-z_]+(?= )/)
          ?.slice(0, 1) ?? [],
    ),
  )
}

function isCode(error: ApiError & { code?: string | undefined }, code: ShopErrorCode): boolean {
  return error.code ? error.code === code : error.message === shopErrors[code].message
}
