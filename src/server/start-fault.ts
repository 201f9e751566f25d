import type { Config } from './config.ts'
import { databaseErrorCode } from './db/database-error.ts'
import { ClusterInUseError } from './db/embedded/cluster-lock.ts'
import { MigrationFault } from './db/migrate.ts'
import { findServer } from './server-file.ts'

/** Something that the person who starts the shop can mend: one sentence, no stack. */
export class StartFault extends Error {
  override name = 'StartFault'
}

interface SystemError {
  code?: string
  syscall?: string
  hostname?: string
}

const databaseRefusals: Record<string, string> = {
  '28P01': 'refuses the password',
  '28000': 'refuses the account',
  '3D000': 'has no database of this name: create it first (createdb)',
  '53300': 'has no connection left',
  '57P03': 'is just starting or stopping',
}

/**
 * The sentence for a start that failed: it names the variable to change, and never its value, which
 * may hold a password. Undefined for a fault of ours, whose stack is of use.
 */
export function explainStart(
  error: unknown,
  config: Pick<Config, 'host' | 'port' | 'databaseUrl' | 'dataDir'>,
): string | undefined {
  const { host, port, databaseUrl } = config
  if (error instanceof StartFault) return error.message
  const owner = findServer(config.dataDir)
  if (error instanceof ClusterInUseError) {
    return owner ? `${error.message} It is process ${owner.pid}: kill ${owner.pid}` : error.message
  }
  if (error instanceof MigrationFault) {
    return `${error.message}. What ran before stays whole: mend the cause and start again.`
  }
  // A name with several addresses has a fault for each.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code = '', syscall, hostname } = first as SystemError
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host)) {
    return explainListening(first, '', { host, port }, owner)
  }
  if (databaseUrl === null) return undefined
  const refusal = databaseRefusals[databaseErrorCode(first) ?? code]
  if (refusal) return `DATABASE_URL: PostgreSQL ${refusal}.`
  if (syscall === 'getaddrinfo') return 'DATABASE_URL names a host that this machine does not know.'
  if (syscall !== 'connect') return undefined
  return `DATABASE_URL: no PostgreSQL answers at ${addressOf(databaseUrl)} (${code}).`
}

/** The sentence for an address that cannot be listened on; `prefix` is that of its variables. */
export function explainListening(
  error: unknown,
  prefix: '' | 'METRICS_',
  { host, port }: { host: string; port: number },
  owner?: { pid: number; port: number },
): string | undefined {
  const { code = '' } = error as SystemError
  if (code === 'EADDRINUSE' && owner?.port === port) {
    return `Port ${port} is taken by process ${owner.pid}, a server of this shop: end it first (kill ${owner.pid}).`
  }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. ${prefix}PORT names another: ${prefix}PORT=${port + 1} npm start`
  }
  if (code === 'EACCES') return `${prefix}PORT: this account may not listen on port ${port}.`
  if (!['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) return undefined
  return `${prefix}HOST: ${host} is no address of this machine.`
}

/** Host and port alone. */
function addressOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'this address'
  const { hostname, port, searchParams } = new URL(databaseUrl)
  return searchParams.get('host') ?? `${hostname}:${port || 5432}`
}
