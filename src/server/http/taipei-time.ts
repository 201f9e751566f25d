const aheadMs = 8 * 60 * 60 * 1_000

/**
 * `2026/11/21 14:05` in Taipei, which is UTC+8 the whole year. Not by Intl, whose data then take
 * 7 MB for as long as the process lives.
 */
export function taipeiTime(instant: Date): string {
  const local = new Date(instant.getTime() + aheadMs).toISOString()
  return local.slice(0, 16).replaceAll('-', '/').replace('T', ' ')
}
