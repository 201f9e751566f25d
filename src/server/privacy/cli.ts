import { readCommandConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { transaction } from '../db/transaction.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import { commandLine } from '../http/actor.ts'
import { erasePersonForGood, PersonFault } from './erase-for-good.ts'
import { noteErasures } from './erasure-ledger.ts'
import { exportPerson } from './export-person.ts'
import { findPerson } from './person.ts'

const usage = `Usage: npm run privacy -- <command> <e-mail or order number>

  export  prints all that the shop has of a customer, as JSON
  trial   says what an erasure would change
  erase   takes the customer's personal data away for good; the books stay`

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
    const database = connect(url, { poolSize: 1 })
    try {
      const done = await transaction(database.db, async (tx) => {
        const person = await findPerson(tx, named)
        if (!person) throw new PersonFault('There is no such customer.')
        if (command === 'export') return exportPerson(tx, person)
        return erasePersonForGood(tx, commandLine, person, { isTrial: command === 'trial' })
      })
      const { dir } = config.backup
      if (command === 'erase' && dir) await noteErasures(database.db, dir)
      return done
    } finally {
      await database.close()
    }
  })
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
