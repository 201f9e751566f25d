/** Names of the bucket: `wal/{stream}/{what}`. */
export const walPrefix = 'wal/'
export const picturePrefix = 'pictures/'

export interface WalObject {
  key: string
  stream: string
  kind: 'base' | 'key' | 'log'
  /** The time of a base or a key, which sorts; the name of a piece of the log. */
  name: string
  isEncrypted: boolean
}

const pattern =
  /^wal\/([0-9TZ]+-[0-9a-f]+)\/(?:(base|key)-([0-9TZ]+)|([0-9A-F]+(?:\.history)?))(?:\.tar)?(?:\.zst)?(\.age)?$/

/** Undefined for a key that is none of ours. */
export function parseWalKey(key: string): WalObject | undefined {
  const [match, stream = '', kind, time = '', piece = '', age] = pattern.exec(key) ?? []
  if (match === undefined) return undefined
  const isEncrypted = age !== undefined
  if (kind === undefined) return { key, stream, kind: 'log', name: piece, isEncrypted }
  return { key, stream, kind: kind as 'base' | 'key', name: time, isEncrypted }
}

const end = (isEncrypted: boolean) => (isEncrypted ? '.age' : '')
export const baseKey = (stream: string, time: string, isEncrypted: boolean) =>
  `${walPrefix}${stream}/base-${time}.tar.zst${end(isEncrypted)}`
export const identityKey = (stream: string, time: string) => `${walPrefix}${stream}/key-${time}.age`
export const logKey = (stream: string, name: string, isEncrypted: boolean) =>
  `${walPrefix}${stream}/${name}.zst${end(isEncrypted)}`

/** As names have it: 20261130T031500Z. */
export const nameOfTime = (time: Date) =>
  `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
