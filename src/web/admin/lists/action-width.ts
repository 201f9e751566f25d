import { actionsOf, type RowAction } from './list-definition.ts'

/** Of a button of a row: one character, what is beside its text, and the least of all. */
const button = { character: 15, padding: 8, least: 44 }
/** Of the cell with the buttons: its padding and its line. */
const actionPadding = 9

/** The pixels that the buttons of any of the rows need; before there are rows, those that each row has. */
export function fittingActions<Row>(actions: RowAction<Row>[], rows: Row[]): number {
  const needed = (shown: RowAction<Row>[]) =>
    shown.reduce((sum, { label }) => sum + buttonWidth(label), actionPadding)
  return Math.max(
    needed(actions.filter(({ isFor }) => !isFor)),
    ...rows.map((row) => needed(actionsOf(actions, row))),
  )
}

function buttonWidth(label: string): number {
  return Math.max(button.least, label.length * button.character + button.padding)
}
