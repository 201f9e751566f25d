import type { Db } from '../../db/connect.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { Provider } from '../provider/provider.ts'
import type { IdentityRow } from './identities.queries.ts'
import { lineTokenOwner } from './line-sign-in.ts'

const hour = 3600

/** Gives back what a member has allowed the shop at LINE, once the account or the tie is gone. */
export const deauthorizeLine = defineJob<{ sealedToken: string }>({
  name: 'members.deauthorize-line',
  retryWaits: [60, 300, hour, 6 * hour],
})

/** In the transaction that takes the identity away. */
export async function deauthorizeLater(
  jobs: JobSender,
  tx: Db,
  identity: IdentityRow | undefined,
): Promise<void> {
  const { sealedToken } = identity ?? {}
  if (!sealedToken) return
  await jobs.send(tx, deauthorizeLine, { sealedToken: sealedToken.toString('base64') })
}

export async function deauthorizeAtLine(
  { line, secretBox }: Pick<Provider, 'line' | 'secretBox'>,
  { sealedToken }: { sealedToken: string },
): Promise<void> {
  const login = line()
  const token = login && secretBox.open(Buffer.from(sealedToken, 'base64'), lineTokenOwner)
  if (!token) return
  const result = await login.deauthorize(token.toString())
  // A token that LINE refuses is over, and what it allowed with it.
  if (result.type === 'done' || result.type === 'refused') return
  throw new Error(`LINE did not take the permission back: ${result.type}`)
}
