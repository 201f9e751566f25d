import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/**
 * The people of chats, by the names that they have there, for whom orders were entered: who is who,
 * remembered for the next chat of the same leader.
 */
export const linePeople = pgTable(
  'line_people',
  {
    id: idColumn('id').primaryKey(),
    /** Whose chats: `m:` and the id of the leader, or `s:shop` where a group has none. */
    keeper: text('keeper').notNull(),
    /** In the chat. */
    name: text('name').notNull(),
    /** Its own id, or that of the person who has this name, too. */
    personId: idColumn('person_id').notNull(),
    /** Of the recipient. */
    contactName: text('contact_name').notNull(),
    /** Empty: not told. */
    tel: text('tel').notNull().default(''),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('line_people_name').on(table.keeper, table.name),
    index('line_people_by_person').on(table.personId),
  ],
)
