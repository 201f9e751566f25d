import { brokenSeals } from '../audit/seal-audit.ts'
import { readSecretsState, titleOf } from '../secrets/kept-secrets.ts'
import { findSecretsKey } from '../secrets/secrets-key.ts'
import { createPictureStore } from '../uploads/picture-store.ts'
import { type Check, countCheck, fault, ok } from './check.ts'

const picturesOfBucket = 100
const sealsNamed = 5

/** Accounts are not named: the doctor tells no addresses. */
function groupsOf(closed: Parameters<typeof titleOf>[0][]): string {
  const groups = closed.filter(({ kind }) => kind === 'setting').map(titleOf)
  return groups.length > 0 ? `, ${groups.join(', ')} among them` : ''
}

export const dataChecks: Check[] = [
  {
    group: 'data',
    name: 'SECRETS_KEY',
    needsDatabase: true,
    async run({ client, config }) {
      if (!client) throw new Error('the check needs the database')
      const { kept, closed } = await readSecretsState(client, findSecretsKey(config))
      if (closed.length === 0) return ok(kept === 0 ? 'not in use' : `opens ${kept} secrets`)
      return fault(
        `${closed.length} of ${kept} secrets are not opened by it${groupsOf(closed)}`,
        'Set the key of before; or npm run admin -- reset-totp E-MAIL for each account, and type those of settings again.',
      )
    },
  },
  {
    group: 'data',
    name: 'pictures',
    needsDatabase: true,
    async run({ client, config }) {
      const limit = config.uploadsBucket ? picturesOfBucket : 1_000_000
      const found = await client?.query<{ name: string }>(
        `select distinct found[1] as name
         from (
           select image_url as text from products where deleted_at is null
           union all select images_url::text from products where deleted_at is null
           union all select description from products where deleted_at is null
           union all select picture from categories
           union all select pictures::text from campaigns where archived_at is null
           union all select snapshot ->> 'picture' from campaign_products
           union all select image from articles where deleted_at is null
           union all select content from articles where deleted_at is null
           union all select content from info_pages where deleted_at is null
           union all select "values"::text from settings
         ) as named, regexp_matches(text, '/uploads/([0-9a-f]{32}-[0-9]+x[0-9]+[.](?:jpg|png))', 'g') as found
         where text like '%/uploads/%' limit $1`,
        [limit],
      )
      const store = createPictureStore(config)
      let missing = 0
      for (const { name } of found?.rows ?? []) if (!(await store.has(name))) missing++
      return missing === 0
        ? ok(`${found?.rows.length ?? 0} are there`)
        : fault(`${missing} pictures are gone`, 'Restore them from a backup, or upload them again.')
    },
  },
  countCheck({
    group: 'data',
    name: 'search terms',
    tables: ['products'],
    statement: `select from products where search_terms is null`,
    wrong: (n) => `${n} products have none, and are not found`,
    advice: 'A job writes them every minute: see that the shop runs, and its failed jobs.',
  }),
  {
    group: 'data',
    name: 'seals of the audit',
    needsDatabase: true,
    async run({ client }) {
      const found = await client?.query<{ firstId: number; lastId: number }>(brokenSeals)
      const broken = found?.rows ?? []
      if (broken.length === 0) return ok('agree')
      const named = broken
        .slice(0, sealsNamed)
        .map(({ firstId, lastId }) => `${firstId} to ${lastId}`)
      const others = broken.length > sealsNamed ? ` and of ${broken.length - sealsNamed} more` : ''
      return fault(
        `the entries ${named.join(', ')}${others} are not as they were sealed`,
        'Compare them with a backup of before: who can write the database changed them.',
      )
    },
  },
]
