import { checkRooms, linesOf } from '../checks/book-checks.ts'
import { type Check, fault, ok } from './check.ts'

type Room = keyof typeof checkRooms
const named = 5

export const booksChecked: Check[] = (Object.keys(checkRooms) as Room[]).flatMap((group) =>
  checkRooms[group].map((check) => ({
    group,
    name: check.name,
    needsDatabase: true,
    async run({ client }) {
      if (!client) throw new Error('the check needs the database')
      const { rows } = await client.query<{ subject: string; name: string; is_settled: boolean }>(`
        select subject, is_settled,
          coalesce(order_number, product_id, campaign_id, subject) as name
        from (${linesOf(check)}) as line order by since, id`)
      const subjects = rows.map(({ subject }) => subject)
      const names = [...new Set(rows.filter((row) => !row.is_settled).map(({ name }) => name))]
      if (names.length === 0) return { ...ok('agrees'), subjects }
      const others = names.length > named ? ` and ${names.length - named} more` : ''
      const text = `does not agree: ${names.slice(0, named).join(', ')}${others}`
      return { ...fault(text, check.advice), subjects }
    },
  })),
)
