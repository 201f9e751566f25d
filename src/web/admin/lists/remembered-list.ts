import { adminPageSizes } from '#contract/paging.ts'
import { readStoredText, storeText } from '../../shared/stored-text.ts'
import { readSort, type Sort } from './sort.ts'

const prefix = 'adminSort:'

const sizePrefix = 'adminPageSize:'

/** How many rows a page has, by its address or as was chosen last in this browser. */
export function readPageSize(given: string | null, list: string): string {
  const remembered = readStoredText(sizePrefix + list)
  const known = (text: string | null) => adminPageSizes.find((size) => size === text)
  return known(given) ?? known(remembered) ?? adminPageSizes[0]
}

export function rememberPageSize(list: string | undefined, size: string): void {
  if (list) storeText(sizePrefix + list, size)
}

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
