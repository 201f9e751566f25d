/** What a dialog of a list is open for, and with which entries. */
interface DialogOf<T> {
  create: { mode: 'create' }
  edit: { mode: 'edit'; entry: T }
  delete: { mode: 'delete'; entry: T }
  allDelete: { mode: 'allDelete'; entries: T[] }
}

export type DialogMode = keyof DialogOf<unknown>

export type ListDialog<T, Mode extends DialogMode> = DialogOf<T>[Mode]
