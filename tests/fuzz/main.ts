import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mutants } from '../harness/mutants.ts'
import type { FuzzCase } from './fuzz-case.ts'
import { fuzz, openRange, type Range } from './run.ts'
import type { Finding, Tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    /** A named folder is not removed, and used again by the next run. */
    data: { type: 'string' },
    /** The mutant to run, or `each` for all of them. */
    mutant: { type: 'string' },
  },
})
const { seed, requests, from } = values

let isStopRequested = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isStopRequested = true
  })
}

/** Requests with findings are saved, and sent again by the test. */
function keep(findings: Finding[]): void {
  const file = join(import.meta.dirname, 'regressions.json')
  const known = JSON.parse(readFileSync(file, 'utf8')) as FuzzCase[]
  const texts = new Set(known.map((request) => JSON.stringify(request)))
  const fresh = findings.flatMap(({ request }) =>
    request && !texts.has(JSON.stringify(request)) ? [request] : [],
  )
  if (fresh.length === 0) return
  writeFileSync(file, `${JSON.stringify([...known, ...fresh], null, 2)}\n`)
}

function show({ seed: of, number, times, faults, request, answer }: Finding): string {
  const sent = JSON.stringify(request)?.slice(0, 1_500)
  return `\nseed ${of}, request ${number}, ${times} times: ${faults.join('; ')}\n  ${sent}\n  ${answer}`
}

async function fuzzOn(range: Range, isOver: (tally: Tally) => boolean): Promise<Tally> {
  let shown = 0
  /** Findings are printed at once: a long run may be interrupted. */
  function tell(tally: Tally, end: number): void {
    console.log(tally.line(end))
    for (const finding of tally.findings.slice(shown)) console.log(show(finding))
    shown = tally.findings.length
  }
  const options = { seed: Number(seed), requests: Number(requests), from: Number(from) }
  const tally = await fuzz(range, { ...options, afterRound: tell, isOver })
  for (const finding of tally.findings.slice(shown)) console.log(show(finding))
  return tally
}

/** Saves every finding. */
async function lookFor(range: Range): Promise<boolean> {
  const tally = await fuzzOn(range, () => isStopRequested)
  for (const [operation, statuses] of [...tally.answers].toSorted()) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '))
    console.log(`  ${operation}  ${counts.join(', ')}`)
  }
  keep(tally.findings)
  console.log(
    `\nseed ${seed}: ${tally.sent} requests (and ${tally.sentBySide} around them), ${tally.perSecond}/s, ${tally.repeated} repeated, ${tally.findings.length} findings`,
  )
  return tally.findings.length === 0
}

/** Mutation test of the fuzzer: it must find something in each mutant. */
async function runMutants(range: Range, names: string[]): Promise<boolean> {
  let isMissed = true
  for (const name of names) {
    const weak = await range.withMutant(name)
    const tally = await fuzzOn(weak, ({ findings }) => isStopRequested || findings.length > 0)
    await weak.close()
    isMissed &&= tally.findings.length > 0
    console.log(`without ${name}: ${tally.findings.length > 0 ? 'noticed' : 'NOT noticed'}`)
  }
  return isMissed
}

const ours = Object.keys(mutants).filter((name) => mutants[name]?.noticedBy.startsWith('fuzz:'))
const range = await openRange(values.data)
try {
  const { mutant } = values
  const isWell = mutant
    ? await runMutants(range, mutant === 'each' ? ours : [mutant])
    : await lookFor(range)
  process.exitCode = isWell ? 0 : 1
} finally {
  await range.close()
}
