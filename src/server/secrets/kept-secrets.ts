import pg from 'pg'
import { createSecretBox, type SecretBox } from './secret-box.ts'
import { adoptNextKey, findNextKey } from './secrets-key.ts'

/** Whose a second factor is: the key of another account does not open it. */
export const totpOwner = (uid: string) => `totp:${uid}`
/** Whose the key of a webhook is. */
export const webhookOwner = (id: string) => `webhook:${id}`
/** Whose the secrets of a group of settings are. */
export const settingOwner = (group: string) => `setting:${group}`

interface KeptSecret {
  kind: 'account' | 'setting' | 'webhook'
  /** Of the account, the group or the webhook. */
  id: string
  /** The name of the account, the group, or the address of the webhook. */
  name: string
  owner: string
  secret: Buffer
}

const ownerOf = { account: totpOwner, setting: settingOwner, webhook: webhookOwner }

const sources = [
  {
    kind: 'account',
    table: 'administrators',
    column: 'totp_secret',
    select: `select uid as id, username as name, totp_secret as secret from administrators
      where length(totp_secret) > 0 order by username`,
  },
  {
    kind: 'setting',
    table: 'settings',
    column: 'sealed',
    select: `select "group" as id, "group" as name, sealed as secret from settings
      where length(sealed) > 0 order by "group"`,
  },
  {
    kind: 'webhook',
    table: 'webhooks',
    column: 'secret',
    select: `select id, url as name, secret from webhooks where length(secret) > 0 order by id`,
  },
] as const

/**
 * Second factors that are on, and the secrets of settings. One that a restore could not open is
 * empty, and opens for nobody.
 */
async function listKeptSecrets(client: pg.ClientBase): Promise<KeptSecret[]> {
  const kept: KeptSecret[] = []
  for (const { kind, table, column, select } of sources) {
    const known = await client.query(
      `select from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name = $2`,
      [table, column],
    )
    if (known.rowCount === 0) continue
    const { rows } = await client.query<Pick<KeptSecret, 'id' | 'name' | 'secret'>>(select)
    kept.push(...rows.map((row) => ({ ...row, kind, owner: ownerOf[kind](row.id) })))
  }
  return kept
}

/** As an operator reads it. */
export const titleOf = ({ kind, name }: Pick<KeptSecret, 'kind' | 'name'>) =>
  ({
    account: `the second factor of ${name}`,
    setting: `the settings of ${name}`,
    webhook: `the webhook to ${name}`,
  })[kind]

interface SecretsState {
  kept: number
  /** Secrets that the key does not open. */
  closed: KeptSecret[]
}

/** Without a key nothing opens. */
export async function readSecretsState(
  client: pg.ClientBase,
  key: Buffer | undefined,
): Promise<SecretsState> {
  const box = key && createSecretBox(() => key)
  const kept = await listKeptSecrets(client)
  return {
    kept: kept.length,
    closed: kept.filter(({ owner, secret }) => !box?.open(secret, owner)),
  }
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
  const found = `SECRETS_KEY does not open ${closed.map(titleOf).join(', ')}.`
  const text = `${found} Set the key of before; or npm run admin -- reset-totp E-MAIL, and type the secrets of settings again`
  return [{ text, isFatal: closed.length === kept }]
}

/**
 * After a restore: what the key of the backup opens is kept under the key of this shop; what no key
 * opens is emptied, so that the account stays closed until its second factor is reset.
 *
 * @returns what stays closed: accounts until their second factor is reset, settings until their
 * secrets are typed again, webhooks until they are made anew
 */
export async function rekeySecrets(
  client: pg.ClientBase,
  keys: { own: Buffer | undefined; ofBackup: Buffer | undefined },
): Promise<{ accounts: string[]; settings: string[]; webhooks: string[] }> {
  const boxOf = (key: Buffer | undefined): SecretBox | undefined =>
    key && createSecretBox(() => key)
  const own = boxOf(keys.own)
  const ofBackup = boxOf(keys.ofBackup)
  const closed: KeptSecret[] = []
  for (const one of await listKeptSecrets(client)) {
    if (own?.open(one.secret, one.owner)) continue
    const opened = ofBackup?.open(one.secret, one.owner)
    if (!opened || !own) closed.push(one)
    await keep(client, one, opened && own ? own.seal(opened, one.owner) : Buffer.alloc(0))
  }
  // A key that waited for its first code is begun anew.
  await client.query('update administrators set totp_pending = null where totp_pending is not null')
  const namesOf = (kind: KeptSecret['kind']) =>
    closed.filter((one) => one.kind === kind).map(({ name }) => name)
  return {
    accounts: namesOf('account'),
    settings: namesOf('setting'),
    webhooks: namesOf('webhook'),
  }
}

async function keep(
  client: pg.ClientBase,
  { kind, id }: KeptSecret,
  sealed: Buffer,
): Promise<void> {
  if (kind === 'webhook') {
    await client.query('update webhooks set secret = $2 where id = $1', [id, sealed])
    return
  }
  if (kind === 'setting') {
    await client.query('update settings set sealed = $2 where "group" = $1', [id, sealed])
    return
  }
  await client.query('update administrators set totp_secret = $2 where uid = $1', [id, sealed])
  if (sealed.length === 0)
    await client.query('delete from admin_recovery_codes where uid = $1', [id])
}
