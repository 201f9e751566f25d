import lighthouse, { type Result } from 'lighthouse'
import { median } from './report.ts'
import { openBrowser } from './web-browser.ts'
import { fillCart, firstProductPath, groupDocument, productDocument } from './web-stage.ts'

/** Scores are 0 to 100, times milliseconds. */
export interface LighthouseMeasured {
  name: string
  performance: number[]
  accessibility: number
  bestPractices: number
  seo: number
  firstPaint: number
  largestPaint: number
  blocked: number
  layoutShift: number
  /** The benchmark index of Lighthouse for this machine, with its other load. */
  machine: number
}

type Run = Omit<LighthouseMeasured, 'name' | 'performance'> & { performance: number }

/** Lighthouse as it comes: a middling phone on slow 4G, simulated; of several runs the medians. */
export async function measureLighthouse(
  address: string,
  times: number,
): Promise<LighthouseMeasured[]> {
  const browser = await openBrowser(address)
  try {
    const { context } = browser
    const detail = await firstProductPath(context)
    await fillCart(context)
    const measured: LighthouseMeasured[] = []
    for (const [name, path] of [
      ['home', '/'],
      ['list', '/#/main/prods'],
      ['detail', detail],
      ['list document', '/main/prods'],
      ['detail document', await productDocument(context)],
      ['group document', await groupDocument(context)],
      ['cart', '/#/main/cart'],
      ['admin login', '/#/main/loginBackend'],
    ] as const) {
      const runs: Run[] = []
      for (let time = 0; time < times; time++) {
        runs.push(await runOnce(`${address}${path}`, browser.port))
      }
      measured.push({ name, ...mediansOf(runs) })
      console.error(`${name}: ${runs.map(({ performance }) => performance).join(' ')}`)
    }
    return measured
  } finally {
    await browser.close()
  }
}

async function runOnce(url: string, port: number): Promise<Run> {
  const { categories, audits, environment } = await runLighthouse(url, port)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    machine: environment.benchmarkIndex,
  }
}

/** On a busy machine a run may fail; it is then retried. */
async function runLighthouse(url: string, port: number, triesLeft = 3): Promise<Result> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  const fault = result ? result.lhr.runtimeError?.message : 'no result'
  if (result && fault === undefined) return result.lhr
  if (triesLeft > 1) return runLighthouse(url, port, triesLeft - 1)
  throw new Error(`Lighthouse could not look at ${url}: ${fault}`)
}

function mediansOf(runs: readonly Run[]): Omit<LighthouseMeasured, 'name'> {
  const of = (key: keyof Run) => median(runs.map((run) => run[key]))
  return {
    performance: runs.map(({ performance }) => performance),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    seo: of('seo'),
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    blocked: of('blocked'),
    layoutShift: Math.max(...runs.map(({ layoutShift }) => layoutShift)),
    machine: of('machine'),
  }
}
