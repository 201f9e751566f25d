export interface UndoHistory<State> {
  now: State
  /** The states of before, the last one last. */
  past: readonly State[]
  /** The place of the last change: what is typed on there is the same change. */
  place?: string | undefined
}

const maxPast = 50

export function changedTo<State>(
  history: UndoHistory<State>,
  now: State,
  place?: string,
): UndoHistory<State> {
  const isSame = place !== undefined && place === history.place
  const past = isSame ? history.past : [...history.past, history.now].slice(-maxPast)
  return { now, past, place }
}

export function undone<State>(history: UndoHistory<State>): UndoHistory<State> {
  const before = history.past.at(-1)
  return before === undefined ? history : { now: before, past: history.past.slice(0, -1) }
}
