/** Every bench takes the arguments that remain once its own flag is taken away. */
export type Bench = (args: string[]) => Promise<void>

/** The benches by name; loaded on demand. */
const benches: Record<string, () => Promise<Bench>> = {
  '--server': async () => (await import('./server.ts')).runServerBench,
  '--jobs': async () => (await import('./jobs.ts')).runJobsBench,
  '--web': async () => (await import('./web.ts')).runWebBench,
  '--metrics': async () => (await import('./metrics.ts')).runMetricsBench,
  '--streams': async () => (await import('./streams.ts')).runStreamBench,
  '--closing': async () => (await import('./closing.ts')).runClosingBench,
  '--runs': async () => (await import('./runs.ts')).runRunsBench,
  '--owner': async () => (await import('./owner.ts')).runOwnerBench,
  '--files': async () => (await import('./files.ts')).runFilesBench,
  '--backup': async () => (await import('./backup.ts')).runBackupBench,
  '--scale': async () => (await import('./scale.ts')).runScaleBench,
  '--sitemap': async () => (await import('./sitemap.ts')).runSitemapBench,
  '--search': async () => (await import('./search.ts')).runSearchBench,
}

const args = process.argv.slice(2)
const flag = args.find((arg) => arg in benches) ?? '--server'
const bench = await benches[flag]?.()
await bench?.(args.filter((arg) => arg !== flag))
