import pg from 'pg'
import { createSecretBox, type SecretBox } from './secret-box.ts'
import { adoptNextKey, findNextKey } from './secrets-key.ts'

/** Whose a second factor is: the key of another account does not open it. */
export const totpOwner = (uid: string) => `totp:${uid}`

interface KeptSecret {
  uid: string
  username: string
  secret: Buffer
}

/** Second factors that are on. One that a restore could not open is empty, and opens for nobody. */
async function listKeptSecrets(client: pg.ClientBase): Promise<KeptSecret[]> {
  const known = await client.query(
    `select from information_schema.columns
     where table_schema = 'public' and table_name = 'administrators' and column_name = 'totp_secret'`,
  )
  if (known.rowCount === 0) return []
  const { rows } = await client.query<KeptSecret>(
    `select uid, username, totp_secret as secret from administrators
     where length(totp_secret) > 0 order by username`,
  )
  return rows
}

interface SecretsState {
  kept: number
  /** The accounts whose second factor the key does not open. */
  closed: string[]
}

/** Without a key nothing opens. */
export async function readSecretsState(
  client: pg.ClientBase,
  key: Buffer | undefined,
): Promise<SecretsState> {
  const box = key && createSecretBox(() => key)
  const kept = await listKeptSecrets(client)
  const closed = kept.filter(({ uid, secret }) => !box?.open(secret, totpOwner(uid)))
  return { kept: kept.length, closed: closed.map(({ username }) => username) }
}

/**
 * For the start, before `secretsFaults`: a rotation that ended between its commit and the renaming of
 * its key is finished. A rotation that did not commit leaves a key that opens nothing.
 */
export async function finishRotation(
  url: string,
  { secretsKey, dataDir }: { secretsKey: Buffer | null; dataDir: string },
): Promise<void> {
  const next = secretsKey ? undefined : findNextKey(dataDir)
  if (!next) return
  const { kept, closed } = await withClient(url, (client) => readSecretsState(client, next))
  if (kept > 0 && closed.length === 0) adoptNextKey(dataDir)
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'minmin start' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/**
 * Checked at the start: whether the key decrypts the stored secrets. One that decrypts none of them
 * belongs to another shop; accounts whose secret it does not decrypt are reported.
 */
export async function secretsFaults(url: string, key: Buffer | undefined) {
  const { kept, closed } = await withClient(url, (client) => readSecretsState(client, key))
  if (closed.length === 0) return []
  const found = `SECRETS_KEY does not open the second factor of ${closed.join(', ')}.`
  const text = `${found} Set the key of before, or: npm run admin -- reset-totp E-MAIL`
  return [{ text, isFatal: closed.length === kept }]
}

/**
 * After a restore: what the key of the backup opens is kept under the key of this shop; what no key
 * opens is emptied, so that the account stays closed until its second factor is reset.
 *
 * @returns the accounts that stay closed
 */
export async function rekeySecrets(
  client: pg.ClientBase,
  keys: { own: Buffer | undefined; ofBackup: Buffer | undefined },
): Promise<string[]> {
  const boxOf = (key: Buffer | undefined): SecretBox | undefined =>
    key && createSecretBox(() => key)
  const own = boxOf(keys.own)
  const ofBackup = boxOf(keys.ofBackup)
  const closed: string[] = []
  for (const { uid, username, secret } of await listKeptSecrets(client)) {
    const owner = totpOwner(uid)
    if (own?.open(secret, owner)) continue
    const opened = ofBackup?.open(secret, owner)
    if (!opened || !own) closed.push(username)
    const kept = opened && own ? own.seal(opened, owner) : Buffer.alloc(0)
    await client.query('update administrators set totp_secret = $2 where uid = $1', [uid, kept])
    if (kept.length === 0) {
      await client.query('delete from admin_recovery_codes where uid = $1', [uid])
    }
  }
  // A key that waited for its first code is begun anew.
  await client.query('update administrators set totp_pending = null where totp_pending is not null')
  return closed
}
