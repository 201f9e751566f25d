/** What Node is given before a command of the shop: it starts in half the time, see `resolve-drizzle.ts`. */
export const programArgs = ['--import', new URL('resolve-drizzle.ts', import.meta.url).href]
