import { useReducer, useState } from 'react'

/** The rows that are checked, by id, and whether they are all rows of the page. */
export interface Selection {
  checked: string[]
  isAllChecked: boolean
}

export type SelectionAction =
  | { type: 'toggleOne'; id: string; pageIds: string[] }
  | { type: 'toggleAll'; pageIds: string[] }
  | { type: 'reset' }

export const noSelection: Selection = { checked: [], isAllChecked: false }

export function selectionReducer(selection: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case 'toggleOne': {
      const checked = selection.checked.includes(action.id)
        ? selection.checked.filter((id) => id !== action.id)
        : [...selection.checked, action.id]
      return withinPage({ ...selection, checked }, action.pageIds)
    }
    case 'toggleAll':
      return selection.isAllChecked
        ? noSelection
        : withinPage({ checked: action.pageIds, isAllChecked: true }, action.pageIds)
    case 'reset':
      return noSelection
  }
}

/** Rows that left the page in the meantime are no longer selected. */
export function withinPage(selection: Selection, pageIds: string[]): Selection {
  const checked = pageIds.filter((id) => selection.checked.includes(id))
  return { checked, isAllChecked: checked.length > 0 && checked.length === pageIds.length }
}

/** The selection of one list; another page, order or search of it starts with nothing checked. */
export function useSelection(listKey: string, pageIds: string[]) {
  const [selection, dispatch] = useReducer(selectionReducer, noSelection)
  const [shownKey, setShownKey] = useState(listKey)
  if (shownKey !== listKey) {
    setShownKey(listKey)
    dispatch({ type: 'reset' })
  }
  return {
    ...withinPage(selection, pageIds),
    toggleOne: (id: string) => dispatch({ type: 'toggleOne', id, pageIds }),
    toggleAll: () => dispatch({ type: 'toggleAll', pageIds }),
    reset: () => dispatch({ type: 'reset' }),
  }
}
