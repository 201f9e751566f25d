import { parseArgs } from 'node:util'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { loseDisk } from './disk-loss.ts'
import { drill } from './drill.ts'

// `npm run drill -- --kills 20`: the drill of docs/operations.md, with its figures; `--disk`: that of a
// lost disk of an embedded database whose log is copied every `--wal-seconds`.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    disk: { type: 'boolean', default: false },
    'wal-seconds': { type: 'string', default: '120' },
    'busy-seconds': { type: 'string', default: '240' },
  },
})
const folder = await createWorkFolder('drill')
const say = (line: string) => void process.stdout.write(`${line}\n`)
try {
  const shared = { folder, random: Math.random, say }
  const { violations, figures } = values.disk
    ? await loseDisk({
        ...shared,
        walSeconds: Number(values['wal-seconds']),
        busySeconds: Number(values['busy-seconds']),
      })
    : await drill({ ...shared, kills: Number(values.kills) })
  for (const [name, value] of Object.entries(figures)) say(`${name}\t${value}`)
  for (const violation of violations) say(`VIOLATION ${violation}`)
  say(violations.length === 0 ? 'The drill found nothing.' : `${violations.length} violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await removeWorkFolder(folder)
}
