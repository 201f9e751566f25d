import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { release, runtime } from '../backup/manifest.ts'
import { type Check, type Finding, fault, ok, warning } from './check.ts'

const leastFreeBytes = 1_000_000_000
const leastFreeShare = 0.1

async function lookAtFolder(folder: string): Promise<Finding> {
  if (!existsSync(folder)) return warning('it is not there', 'The first start or backup makes it.')
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const { bsize, bavail, blocks } = await statfs(folder)
  return judgeSpace({ free: bsize * bavail, all: bsize * blocks })
}

/** In bytes. */
export function judgeSpace({ free, all }: { free: number; all: number }): Finding {
  const text = `${(free / 1e9).toFixed(1)} GB are free`
  return free < leastFreeBytes || free < all * leastFreeShare
    ? warning(text, 'Make room: 10 % and 1 GB should be free.')
    : ok(text)
}

/** The shop is tested on the Node.js that it brings along; others may lack what it uses. */
export function lookAtRuntime(version: string): Finding {
  const text = `release ${release()} on Node.js ${version}`
  const major = runtime().split('.')[0]
  return version.split('.')[0] === major
    ? ok(text)
    : warning(text, `Start it with npm start: it is tested on Node.js ${major}.`)
}

const openToOthers = 0o007

export const machineChecks: Check[] = [
  {
    group: 'machine',
    name: 'release',
    needsDatabase: false,
    run: async () => lookAtRuntime(process.versions.node),
  },
  {
    group: 'machine',
    name: 'space of DATA_DIR',
    needsDatabase: false,
    run: ({ config }) => lookAtFolder(config.dataDir),
  },
  {
    group: 'machine',
    name: 'space of BACKUP_DIR',
    needsDatabase: false,
    run: async ({ config }) =>
      config.backup.dir
        ? lookAtFolder(config.backup.dir)
        : warning('BACKUP_DIR is not set', 'Set BACKUP_DIR, or make backups by another way.'),
  },
  {
    group: 'machine',
    name: 'rights of BACKUP_DIR',
    needsDatabase: false,
    async run({ config }) {
      if (!config.backup.dir || !existsSync(config.backup.dir)) return ok('not in use')
      const { mode } = await stat(config.backup.dir)
      if ((mode & openToOthers) === 0) return ok('closed to other accounts')
      return warning('other accounts may list the backups', 'chmod o-rwx the folder.')
    },
  },
  {
    group: 'machine',
    name: 'time zone data',
    needsDatabase: false,
    async run() {
      const noon = new Date('2026-01-01T04:00:00Z')
      const hour = new Intl.DateTimeFormat('en', {
        timeZone: 'Asia/Taipei',
        hour: 'numeric',
        hour12: false,
      }).format(noon)
      return hour === '12'
        ? ok('Asia/Taipei is known')
        : fault('Asia/Taipei is wrong', 'Install tzdata.')
    },
  },
]
