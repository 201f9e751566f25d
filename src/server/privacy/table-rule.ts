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
  /** And those that are not. */
  plain: string[]
}

export const forEver = 'for ever: the books'
export const withOrder = 'with the contact of the order'
