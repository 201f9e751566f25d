import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Report } from './report.ts'
import { allScenarios, race } from './run.ts'
import { gatewayCallbackScenarios, gatewayEnv } from './scenarios/gateway-callbacks.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    /** So many rounds of each scenario, in turn; instead of --rounds of which the seed picks each. */
    each: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** The first round: a round with a violation is run again with --from and --rounds 1. */
    from: { type: 'string', default: '0' },
    nodes: { type: 'string', default: '2' },
    'kill-every': { type: 'string', default: '50' },
    /** Only scenarios with one of these texts, split by commas, in their name or rows of a checklist. */
    scenario: { type: 'string', default: '' },
    /** The scenarios of the payment gateway, whose callbacks the nodes then take. */
    gateway: { type: 'boolean', default: false },
    /** Runs a mutant of tests/harness/mutants.ts: the race has to detect it. */
    mutant: { type: 'string' },
    /** The file with the state of a long run; given again, the run resumes from it. */
    state: { type: 'string' },
  },
})

interface State {
  seed: number
  nodes: number
  next: number
  report: Partial<Report>
}

const seed = Number(values.seed)
const nodes = values.nodes === '1' ? 1 : 2
const from = Number(values.from)
const saved = readState(values.state)
const known = values.gateway ? gatewayCallbackScenarios : allScenarios
const texts = values.scenario.split(',')
const scenarios = known.filter(({ name, ids }) =>
  texts.some((text) => `${name} ${ids}`.includes(text)),
)
const isSequential = values.each !== undefined
const rounds = isSequential ? Number(values.each) * scenarios.length : Number(values.rounds)
const startedAt = Date.now()
let next = saved?.next ?? from
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopping = true
  })
}

const report = await race(
  {
    from: next,
    to: from + rounds,
    isSequential,
    seed,
    nodes,
    killEvery: Number(values['kill-every']),
    mutant: values.mutant,
    scenarios,
    ...(values.gateway && { env: gatewayEnv }),
    onRound: (number, soFar) => {
      next = number
      if (next % 50 !== 0) return !isStopping
      saveState(values.state, { seed, nodes, next, report: soFar })
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      say(`round ${next}, ${soFar.violations.length} violations, ${seconds} s`)
      return !isStopping
    },
  },
  Report.from(saved?.report ?? {}),
)
saveState(values.state, { seed, nodes, next, report })
say(`seed ${seed}, ${nodes} node${nodes === 1 ? '' : 's'}, ${new Date().toISOString()}`)
for (const line of report.lines()) say(line)
process.exitCode = report.violations.length === 0 ? 0 : 1

function readState(file: string | undefined): State | undefined {
  if (file === undefined || !existsSync(file)) return undefined
  const state = JSON.parse(readFileSync(file, 'utf8')) as State
  if (state.seed !== seed || state.nodes !== nodes) {
    throw new Error(`${file} is of seed ${state.seed} and ${state.nodes} nodes`)
  }
  return state
}

/**
 * Written to a temporary file and renamed, so that an interrupted run leaves the last state whole.
 */
function saveState(file: string | undefined, state: State): void {
  if (file === undefined) return
  writeFileSync(`${file}.part`, JSON.stringify(state))
  renameSync(`${file}.part`, file)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
