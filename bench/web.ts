import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/lib/ensure-built.mjs'
import { openBenchShop } from './bench-shop.ts'
import { provenance, resultsFolder, saveReport } from './report.ts'
import { measureChunks } from './web-chunks.ts'
import { measureInteractions } from './web-interactions.ts'
import { measureLighthouse } from './web-lighthouse.ts'
import { webReport } from './web-report.ts'
import { measureScreens } from './web-screens.ts'

/** Bytes, timings and layout shifts of a visit; `WEB_DIR` names another build. */
export async function runWebBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      results: { type: 'string', default: resultsFolder },
    },
  })
  const pace = values.quick ? { lighthouseRuns: 1, presses: 2 } : { lighthouseRuns: 3, presses: 6 }
  if (!process.env.WEB_DIR) await ensureBuilt()
  const webDir = process.env.WEB_DIR ?? join(import.meta.dirname, '../dist/web')
  const shop = await openBenchShop({ webDir })
  try {
    const { address } = shop.server
    const chunks = await measureChunks(webDir)
    const screens = await measureScreens(address)
    const interactions = await measureInteractions(address, pace.presses)
    const lighthouse = await measureLighthouse(address, pace.lighthouseRuns)
    const text = webReport({ provenance: provenance(), chunks, screens, interactions, lighthouse })
    console.log(text)
    // A short run is no result to save.
    if (values.quick) return
    console.log(`\nKept in ${saveReport('web', text, values.results)}`)
  } finally {
    await shop.close()
  }
}
