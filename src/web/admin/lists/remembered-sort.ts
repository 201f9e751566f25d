import { readStoredText, storeText } from '../../shared/stored-text.ts'
import { readSort, type Sort } from './sort.ts'

const prefix = 'adminSort:'

/** The order that was chosen last for a list in this browser. */
export function rememberedSort<Column extends string>(
  list: string | undefined,
  columns: readonly Column[],
): Sort<Column> | undefined {
  const text = list && readStoredText(prefix + list)
  return text ? readSort(new URLSearchParams(text), columns) : undefined
}

export function rememberSort(list: string | undefined, sort: Sort<string>): void {
  if (!list) return
  const { column, order } = sort
  storeText(prefix + list, new URLSearchParams({ sort: column, order }).toString())
}
