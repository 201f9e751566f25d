import { readSort, type Sort } from './sort.ts'

const prefix = 'adminSort:'

/** The order that was chosen last for a list in this browser. */
export function rememberedSort<Column extends string>(
  list: string | undefined,
  columns: readonly Column[],
): Sort<Column> | undefined {
  const text = list && localStorage.getItem(prefix + list)
  return text ? readSort(new URLSearchParams(text), columns) : undefined
}

export function rememberSort(list: string | undefined, sort: Sort<string>): void {
  if (!list) return
  const { column, order } = sort
  localStorage.setItem(prefix + list, new URLSearchParams({ sort: column, order }).toString())
}
