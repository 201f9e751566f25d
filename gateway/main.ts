import { parseArgs } from 'node:util'
import { startGateway } from './start-gateway.ts'

/** The try-out gateway as a program of its own: `npm run gateway`. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3100' },
    /** The file of its books, so that it goes on after an end; without one they are in memory. */
    books: { type: 'string' },
  },
})
const { port, books } = values
const gateway = await startGateway({ port: Number(port), books }).catch((error: Error) => {
  process.stderr.write(`The try-out gateway could not start. ${error.message}\n`)
  process.exit(1)
})
process.stdout.write(`  The try-out gateway is open: ${gateway.address}\n`)

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await gateway.close()
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
// A parent that started it with a channel takes it along when it ends.
if (process.connected) process.on('disconnect', () => void stop())
