import type { SQL } from 'drizzle-orm'
import type { Person } from './person.ts'

/**
 * How a value goes. `hidden` is for what leaves with its row and is in no export: hashes, tokens;
 * `derived` for what was made of other columns: it becomes null, and is in no export.
 */
export type Erasure =
  | 'text'
  | 'empty'
  | 'null'
  | 'derived'
  | 'json'
  | 'bytes'
  | 'with_row'
  | 'hidden'

export interface TableRule {
  /** How long rows stay, and what happens then: the line of the policy. */
  kept: string
  /** The rows of certain orders; a text is the column with the id of the order. */
  orderColumn?: string
  /** Rows that are a person's by themselves. */
  ofPerson?: (person: Person) => SQL
  /** Rows go as a whole. */
  removesRows?: true
  /** Text and JSON columns that are about a person. */
  personal: Record<string, Erasure>
  /** Free text about something else that may name a person, and what becomes of such words. */
  written?: Record<string, string>
  /** No words of a person: ids, states, figures, what the shop publishes or says of itself. */
  plain: string[]
}

export const deletedRow = 'the row goes by `eraseWritten`'
/** `docs/owner.md` names these places. */
export const askedOfStaff = 'stays: the staff are asked to name no customer there'
export const masked = `masked when it is written; names of files and reasons of stock and campaigns ${askedOfStaff}`

export const forEver = 'for ever: the books'
export const withOrder = 'with the contact of the order'
