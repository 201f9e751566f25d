import { defaultSettings } from '#contract/settings.ts'
import { planOf } from '../backup/backup-plan.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { findSecretsKey } from '../secrets/secrets-key.ts'
import { toConnections } from '../settings/connections.ts'
import type { DoctorContext } from './check.ts'

type StoredRow = Parameters<typeof toConnections>[0][number]

/** Accounts and backup plan of the settings; the defaults while the database is away, older, or late. */
export async function readStored({
  client,
  config,
}: Pick<DoctorContext, 'client' | 'config'>): Promise<Pick<DoctorContext, 'connections' | 'plan'>> {
  const read = client?.query<StoredRow>('select "group", version, values, sealed from settings')
  const rows = (await read?.catch(() => undefined))?.rows ?? []
  const key = keyOf(config)
  const { version = 0, values } = rows.find(({ group }) => group === 'backup') ?? {}
  return {
    connections: toConnections(rows, key && createSecretBox(() => key)),
    plan: planOf(config.backup, { version, values: { ...defaultSettings.backup, ...values } }),
  }
}

/** A folder that cannot be read is the finding of another check. */
function keyOf(config: DoctorContext['config']) {
  try {
    return findSecretsKey(config)
  } catch {
    return undefined
  }
}
