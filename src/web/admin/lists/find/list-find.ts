import type { ComponentType, Ref } from 'react'
import type { ViewedList } from '#contract/lists.ts'
import type { Permission } from '#contract/permissions.ts'
import type { ListColumn } from '../list-table-head.tsx'

export interface FilterOption {
  value: string
  label: string
}

/** A field of 「篩選」; its value goes with the call under its name. */
export interface FindField {
  name: string
  label: string
  options?: FilterOption[]
  isDay?: boolean
  isNumber?: boolean
  /** Chooses what the value names. */
  Picker?: ComponentType<FindPickerProps>
  /** Without it the field is there only to take its value off. */
  permission?: Permission
}

export interface FindPickerProps {
  label: string
  value: string
  onChange: (value: string) => void
  inputRef: Ref<HTMLInputElement>
}

/** A view that the list comes with; its query is made when it is shown. */
interface GivenView {
  name: string
  query: () => Record<string, string>
}

/** 「關鍵字」, 「篩選」, views and columns of a list. */
export interface ListFind<Row, Column extends string> {
  list: ViewedList
  fields: FindField[]
  views: GivenView[]
  /** Optional columns besides those of the list. */
  columns: ListColumn<Row, Column>[]
}

/** The columns that are shown: those of the list, or those that were chosen, in their order. */
export function chosenColumns<Row, Column extends string>(
  columns: ListColumn<Row, Column>[],
  find: ListFind<Row, Column> | undefined,
  chosen: readonly string[] | null | undefined,
): ListColumn<Row, Column>[] {
  const all = [...columns, ...(find?.columns ?? [])]
  const shown = all.filter(({ label }) => chosen?.includes(label))
  return shown.length > 0 ? shown : columns
}

/** Filters and order of an address, without its page, in one spelling. */
export function viewQuery(params: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams()
  for (const name of [...names, 'sort', 'order'].toSorted()) {
    const value = params.get(name)
    if (value) kept.set(name, value)
  }
  return kept.toString()
}
