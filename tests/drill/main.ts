import { parseArgs } from 'node:util'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { drill } from './drill.ts'

// `npm run drill -- --kills 20`: the drill of docs/operations.md, with its figures.
const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } })
const folder = await createWorkFolder('drill')
const say = (line: string) => void process.stdout.write(`${line}\n`)
try {
  const { violations, figures } = await drill({
    folder,
    kills: Number(values.kills),
    random: Math.random,
    say,
  })
  for (const [name, value] of Object.entries(figures)) say(`${name}\t${value}`)
  for (const violation of violations) say(`VIOLATION ${violation}`)
  say(violations.length === 0 ? 'The drill found nothing.' : `${violations.length} violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await removeWorkFolder(folder)
}
