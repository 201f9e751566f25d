import {
  appendFile,
  chmod,
  chown,
  cp,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { accountFor } from '../src/server/db/embedded/account.ts'
import { binary, installedBinaries, usableBinaries } from '../src/server/db/embedded/binaries.ts'
import { knownPlace } from '../src/server/db/embedded/cluster-place.ts'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { readPassword } from '../src/server/db/embedded/password.ts'
import { startPostmaster, stopPostmaster } from '../src/server/db/embedded/postmaster.ts'
import { type Account, runAs } from '../src/server/db/embedded/run-as.ts'
import { connectionString } from '../src/server/db/embedded/running-postgres.ts'
import { openServerLog } from '../src/server/db/embedded/server-log.ts'

/** A primary and a streaming standby of it, made of PostgreSQL's own programs. */
export interface Pair {
  primaryUrl: string
  standbyUrl: string
  startStandby(): Promise<void>
  /** As a machine that loses its power. */
  killStandby(): void
  stop(): Promise<void>
}

const quiet = () => {}

/** `folder` is one that PostgreSQL's own user may enter. */
export async function startPair(folder: string): Promise<Pair> {
  const dataDir = join(folder, 'primary')
  // Made and stopped again: the copy of a stopped cluster is a base backup.
  await (await startEmbeddedPostgres({ dataDir, log: quiet })).stop()
  const place = await knownPlace(dataDir)
  const account = await accountFor(place.cluster)
  const binaries = await usableBinaries({
    installed: installedBinaries(),
    account,
    sharedRoot: '/var/lib/minmin',
    log: quiet,
  })
  const grant = ['--single', '-D', place.cluster, '-c', 'exit_on_error=on', 'postgres']
  const { code, output } = await runAs(
    account,
    binary(binaries, 'postgres'),
    grant,
    'ALTER ROLE minmin REPLICATION;\n',
  )
  if (code !== 0) throw new Error(output)
  await appendFile(join(place.cluster, 'pg_hba.conf'), 'local replication minmin scram-sha-256\n')

  const home = join(folder, 'standby')
  const cluster = join(home, 'postgres')
  await mkdir(home)
  await chmod(home, 0o711)
  await cp(place.cluster, cluster, { recursive: true, verbatimSymlinks: true })
  await chmod(cluster, 0o700)
  const password = (await readPassword(place.dataDir)) ?? ''
  const primary = await startEmbeddedPostgres({ dataDir, log: quiet })
  const host = new URL(primary.url).searchParams.get('host') ?? ''
  await writeFile(join(cluster, 'standby.signal'), '')
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} user=minmin password=${password}'\n`,
  )
  if (account) await giveTo(account, cluster)

  const socketFolder = await mkdtemp('/tmp/minmin-')
  if (account) await chown(socketFolder, account.uid, account.gid)
  const serverLog = openServerLog(home)
  const options = { binaries, account, cluster, socketFolder, serverLog, durable: true }
  let child = await startPostmaster(options)
  return {
    primaryUrl: primary.url,
    standbyUrl: connectionString({ password, socketFolder }),
    startStandby: async () => {
      child = await startPostmaster(options)
    },
    killStandby: () => void child.kill('SIGKILL'),
    async stop() {
      await stopPostmaster(child, quiet)
      serverLog.close()
      await primary.stop()
    },
  }
}

async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true })
  for (const entry of ['', ...entries]) await lchown(join(folder, entry), uid, gid)
}
