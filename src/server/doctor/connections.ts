import { createSecretBox } from '../secrets/secret-box.ts'
import { findSecretsKey } from '../secrets/secrets-key.ts'
import { type Connections, noConnections, toConnections } from '../settings/connections.ts'
import type { DoctorContext } from './check.ts'

/** The accounts outside as the settings have them; none while the database is away or older. */
export async function readConnections({
  client,
  config,
}: Pick<DoctorContext, 'client' | 'config'>): Promise<Connections> {
  const known = await client?.query(
    `select from information_schema.columns
     where table_schema = 'public' and table_name = 'settings' and column_name = 'sealed'`,
  )
  if (!client || !known?.rowCount) return noConnections
  const { rows } = await client.query<Parameters<typeof toConnections>[0][number]>(
    'select "group", version, values, sealed from settings',
  )
  const key = findSecretsKey(config)
  return toConnections(rows, key && createSecretBox(() => key))
}
