import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FuzzCase } from './fuzz-case.ts'
import { fuzz, openRange } from './run.ts'
import type { Finding, Tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    /** Kept for the next run, when it is named. */
    data: { type: 'string' },
    /** A defence of the harness's list that the server is to lack. */
    without: { type: 'string' },
  },
})

/** Requests that found something are kept, and sent again by the test. */
function keep(findings: Finding[]): void {
  const file = join(import.meta.dirname, 'regressions.json')
  const known = JSON.parse(readFileSync(file, 'utf8')) as FuzzCase[]
  const texts = new Set(known.map((request) => JSON.stringify(request)))
  const fresh = findings.flatMap(({ request }) =>
    request && !texts.has(JSON.stringify(request)) ? [request] : [],
  )
  writeFileSync(file, `${JSON.stringify([...known, ...fresh], null, 2)}\n`)
}

function show({ seed, number, times, faults, request, answer }: Finding): string {
  const sent = JSON.stringify(request)?.slice(0, 1_500)
  return `\nseed ${seed}, request ${number}, ${times} times: ${faults.join('; ')}\n  ${sent}\n  ${answer}`
}

let isToldToStop = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isToldToStop = true
  })
}
let shown = 0
/** What is new goes out at once: a run of hours may be cut. */
function tell(tally: Tally, end: number): void {
  console.log(tally.line(end))
  for (const finding of tally.findings.slice(shown)) console.log(show(finding))
  shown = tally.findings.length
}

const range = await openRange(values.data)
try {
  const target = values.without ? await range.without(values.without) : range
  const tally = await fuzz(target, {
    seed: Number(values.seed),
    requests: Number(values.requests),
    from: Number(values.from),
    afterRound: tell,
    isOver: () => isToldToStop,
  })
  for (const [operation, statuses] of [...tally.answers].toSorted()) {
    const told = [...statuses].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '))
    console.log(`  ${operation}  ${told.join(', ')}`)
  }
  for (const finding of tally.findings.slice(shown)) console.log(show(finding))
  if (!values.without) keep(tally.findings)
  console.log(
    `\nseed ${values.seed}: ${tally.sent} requests (and ${tally.sentBySide} around them), ${tally.perSecond}/s, ${tally.repeated} repeated, ${tally.findings.length} findings`,
  )
  process.exitCode = tally.findings.length === 0 ? 0 : 1
} finally {
  await range.close()
}
