import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { unknownVariables } from '../known-variables.ts'
import { commit, release, runtime } from '../release.ts'
import { type Check, type Finding, fault, ok, warning } from './check.ts'
import { judgeSpace, spaceOf } from './disk-space.ts'

async function lookAtFolder(folder: string): Promise<Finding> {
  if (!existsSync(folder)) return warning('it is not there', 'The first start or backup makes it.')
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  return judgeSpace(await spaceOf(folder))
}

/** The shop is tested on the Node.js that it brings along; others may lack what it uses. */
export function lookAtRuntime(version: string): Finding {
  const text = `release ${release()}, commit ${commit()}, on Node.js ${version}`
  const major = runtime().split('.')[0]
  return version.split('.')[0] === major
    ? ok(text)
    : warning(text, `Start it with npm start: it is tested on Node.js ${major}.`)
}

/** Names alone: a value may be a secret. */
function judgeVariables(env: NodeJS.ProcessEnv): Finding {
  const unknown = unknownVariables(env)
  if (unknown.length === 0) return ok('all are known')
  const names = unknown.map(({ name, meant }) => (meant ? `${name} (${meant}?)` : name))
  return warning(`not known: ${names.join(', ')}`, 'Mend the names, or take them away.')
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
    name: 'variables',
    needsDatabase: false,
    run: async () => judgeVariables(process.env),
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
