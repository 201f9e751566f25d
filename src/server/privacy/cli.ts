import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { readCommandConfig } from '../config.ts'
import { connect, longStatementMs } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { transaction } from '../db/transaction.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import { commandLine } from '../http/actor.ts'
import { erasePersonForGood, PersonFault, sumOf } from './erase-for-good.ts'
import { noteErasures } from './erasure-ledger.ts'
import { exportPersons } from './export-person.ts'
import { findPersons, type Person } from './person.ts'
import { areDoubtful, describePersons } from './proof.ts'

const usage = `Usage: npm run privacy -- <command> <e-mail, order number, customer number or key>

  export  prints all that the shop has of a customer, as JSON
  trial   says what an erasure would change
  erase   takes the customer's personal data away for good; the books stay

Each says on stderr how many orders an e-mail address is in and what proves whose they are.`

async function main(): Promise<void> {
  const [command, named] = process.argv.slice(2)
  if (!named || !command || !['export', 'trial', 'erase'].includes(command)) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 2
    return
  }
  const config = readCommandConfig(process.env)
  const result = await withDatabaseUrl(config, async (url) => {
    await migrate(url)
    const database = connect(url, { poolSize: 1, statementTimeoutMs: longStatementMs })
    try {
      const { db } = database
      const persons = await findPersons(db, named)
      if (persons.length === 0) throw new PersonFault('There is no such customer.')
      process.stderr.write(await describePersons(db, named, persons))
      if (command !== 'trial' && areDoubtful(persons)) {
        const keys = persons.map(({ key }) => key).join(' or ')
        throw new PersonFault(`These may be two people, so name one: ${keys}.`)
      }
      if (command === 'export') return await transaction(db, (tx) => exportPersons(tx, persons))
      const erased = await erasePersons(db, persons, command === 'trial')
      const { dir } = config.backup
      if (command === 'erase' && dir) await noteErasures(db, dir)
      return erased
    } finally {
      await database.close()
    }
  })
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
}

async function erasePersons(db: NodePgDatabase, persons: readonly Person[], isTrial: boolean) {
  const parts = []
  for (const person of persons) {
    parts.push(await erasePersonForGood(db, commandLine, person, { isTrial }))
  }
  return sumOf(parts)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
