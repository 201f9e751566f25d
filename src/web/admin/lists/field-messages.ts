import { ApiError } from '../../api/api-error.ts'

/**
 * The texts of a refused save by the field they speak of. The server names a field by its key,
 * as in ` title 欄位為必填`; beside the field the key gives way to the field's label.
 */
export function fieldMessages<Key extends string>(
  error: Error | null,
  labels: Record<Key, string>,
): Partial<Record<Key, string>> {
  const messages: Partial<Record<Key, string>> = {}
  if (!(error instanceof ApiError)) return messages
  for (const text of error.messages) {
    const [named = ''] = text.trim().match(/^[A-Za-z_]+/) ?? []
    const key = (Object.keys(labels) as Key[]).find((known) => known === named)
    if (key) messages[key] ??= text.trim().replace(/^\S+/, labels[key])
  }
  return messages
}
