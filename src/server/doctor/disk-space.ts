import { statfs } from 'node:fs/promises'
import { type Finding, fault, ok, warning } from './check.ts'

const wanted = { bytes: 1_000_000_000, share: 0.1 }
/** PostgreSQL stops at a full disk: below this there is no time to lose. */
const least = { bytes: 300_000_000, share: 0.02 }

/** In bytes; of the disk on which the folder is. */
export interface DiskSpace {
  free: number
  all: number
}

export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { free: bsize * bavail, all: bsize * blocks }
}

/** The alert of the back office. */
export function alertsOfSpace(space: DiskSpace): string[] {
  if (judgeSpace(space).state !== 'fault') return []
  return [`主機空間不足：資料夾所在的磁碟只剩 ${(space.free / 1e9).toFixed(1)} GB，請儘快清出空間`]
}

export function judgeSpace({ free, all }: DiskSpace): Finding {
  const text = `${(free / 1e9).toFixed(1)} GB are free`
  const isBelow = ({ bytes, share }: typeof wanted) => free < bytes || free < all * share
  if (isBelow(least)) return fault(text, 'Make room now: a full disk stops the database.')
  return isBelow(wanted) ? warning(text, 'Make room: 10 % and 1 GB should be free.') : ok(text)
}
