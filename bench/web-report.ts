import { median, table } from './report.ts'
import type { Chunk } from './web-chunks.ts'
import type { InteractionMeasured } from './web-interactions.ts'
import type { LighthouseMeasured } from './web-lighthouse.ts'
import type { ScreenMeasured } from './web-screens.ts'

export interface WebMeasured {
  provenance: string[]
  chunks: Chunk[]
  screens: ScreenMeasured[]
  interactions: InteractionMeasured[]
  lighthouse: LighthouseMeasured[]
}

const firstScriptBudget = 120
const answerBudget = 100
const performanceBudget = 95
const budgetedScreens = [
  'home',
  'list',
  'detail',
  'list document',
  'detail document',
  'group document',
]
/** A search engine reads no screen of a hash. */
const searchedScreens = ['home', 'list document', 'detail document', 'group document']
/** Chunks below this many bytes are summed up in one line. */
const smallChunk = 2_000

/** The report as Markdown: the budgets first, then where each figure comes from. */
export function webReport(measured: WebMeasured): string {
  const { chunks, screens, interactions, lighthouse } = measured
  return [
    '# The web',
    measured.provenance.join('\n'),
    '## Budgets',
    table(['budget', 'measured', 'met'], budgets(measured)),
    '## Lighthouse, mobile',
    'The medians of the runs; the performance of each run beside them. Times are ms, of a phone on slow 4G as Lighthouse simulates it.',
    table(
      [
        'screen',
        'performance',
        'runs',
        'accessibility',
        'best practices',
        'SEO',
        'FCP',
        'LCP',
        'TBT',
        'CLS',
        'machine',
      ],
      lighthouse.map((screen) => [
        screen.name,
        whole(median(screen.performance)),
        screen.performance.join(' '),
        whole(screen.accessibility),
        whole(screen.bestPractices),
        whole(screen.seo),
        whole(screen.firstPaint),
        whole(screen.largestPaint),
        whole(screen.blocked),
        screen.layoutShift.toFixed(3),
        whole(screen.machine),
      ]),
    ),
    '## Interactions',
    'On a processor four times as slow, over a network of 150 ms. From the press to the frame with its answer, what the browser reports for INP, and what the main thread worked for it, which the load of the machine lengthens least; ms. Other work on the machine disturbs the fastest press least.',
    table(
      [
        'interaction',
        'answer, fastest',
        'median',
        'longest',
        'reported, median',
        'longest',
        'work, median',
      ],
      interactions.map(({ name, answer, reported, work }) => [
        name,
        whole(Math.min(...answer)),
        whole(median(answer)),
        whole(Math.max(...answer)),
        whole(median(reported)),
        whole(Math.max(...reported)),
        whole(median(work)),
      ]),
    ),
    '## Screens',
    'A first visit with nothing in the cache, on a phone; kB on the wire until the network rests. The layout shift is that of the whole visit, scrolled to its end.',
    table(
      ['screen', 'requests', 'kB', 'scripts', 'pictures', 'main thread ms', 'CLS'],
      screens.map((screen) => [
        screen.name,
        String(screen.requests),
        kilobytes(screen.bytes),
        kilobytes(screen.scriptBytes),
        kilobytes(screen.pictureBytes),
        whole(screen.mainThreadMs),
        screen.layoutShift.toFixed(3),
      ]),
    ),
    '## Chunks',
    table(['chunk', 'kB', 'gzip', 'br', 'before the first screen'], chunkRows(chunks)),
  ].join('\n\n')
}

function budgets({ chunks, screens, interactions, lighthouse }: WebMeasured): string[][] {
  const first = chunks.filter(({ isFirst }) => isFirst).reduce((sum, { brotli }) => sum + brotli, 0)
  const slowest = Math.max(...interactions.map(({ answer }) => median(answer)))
  const shift = Math.max(...screens.map(({ layoutShift }) => layoutShift))
  const perfect = lighthouse.every(
    ({ accessibility, bestPractices }) => accessibility === 100 && bestPractices === 100,
  )
  const isFound = lighthouse
    .filter(({ name }) => searchedScreens.includes(name))
    .every(({ seo }) => seo === 100)
  const row = (budget: string, value: string, isMet: boolean) => [
    budget,
    value,
    isMet ? 'yes' : 'NO',
  ]
  return [
    row(
      `first JavaScript under ${firstScriptBudget} kB Brotli`,
      kilobytes(first),
      first < firstScriptBudget * 1000,
    ),
    ...lighthouse
      .filter(({ name }) => budgetedScreens.includes(name))
      .map(({ name, performance }) =>
        row(
          `performance of ${name} ${performanceBudget} or more`,
          whole(median(performance)),
          median(performance) >= performanceBudget,
        ),
      ),
    row('accessibility and best practices 100', perfect ? '100' : 'less', perfect),
    row(`SEO 100 of ${searchedScreens.join(', ')}`, isFound ? '100' : 'less', isFound),
    row(`interactions answered within ${answerBudget} ms`, whole(slowest), slowest <= answerBudget),
    row('nothing moves: CLS 0', shift.toFixed(3), shift < 0.0005),
  ]
}

function chunkRows(chunks: readonly Chunk[]): string[][] {
  const isSmall = ({ bytes, isFirst }: Chunk) => bytes < smallChunk && !isFirst
  const small = chunks.filter(isSmall)
  const sum = (key: 'bytes' | 'gzip' | 'brotli') =>
    kilobytes(small.reduce((total, chunk) => total + chunk[key], 0))
  return [
    ...chunks
      .filter((chunk) => !isSmall(chunk))
      .map(({ name, bytes, gzip, brotli, isFirst }) => [
        name,
        kilobytes(bytes),
        kilobytes(gzip),
        kilobytes(brotli),
        isFirst ? 'yes' : '',
      ]),
    [`${small.length} smaller ones`, sum('bytes'), sum('gzip'), sum('brotli'), ''],
  ]
}

function whole(value: number): string {
  return Number.isNaN(value) ? '' : String(Math.round(value))
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
