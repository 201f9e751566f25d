import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countPlaywright, countVitest } from './lib/count-tests.mjs'
import { build } from './lib/ensure-built.mjs'
import { ensureChromium, ensureFonts } from './lib/ensure-chromium.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { projectEnv, root, say } from './lib/project.mjs'
import { run } from './lib/run.mjs'

const reports = join(root, '.cache')
const unitReport = join(reports, 'vitest.json')
const processReport = join(reports, 'vitest-process.json')
const playwrightReport = join(reports, 'playwright.json')

const isLong = process.env.TEST_LONG === '1'

/** @type {(import('./lib/count-tests.mjs').Count & { name: string, isOverBudget: boolean })[]} */
const results = []

await ensureInstalled()
mkdirSync(reports, { recursive: true })
// A report of an earlier run must not be taken for that of a run that crashed.
for (const report of [unitReport, processReport, playwrightReport]) rmSync(report, { force: true })

// The budgets are minutes of two slow cores; docs/decisions tells how they are kept.
await stage('Unit and HTTP tests', 7, () =>
  runVitest(unitReport, ['contract', 'server', 'web', 'web-isolated', 'gateway', 'scripts']),
)
// Processes wait for each other: the check and the build have the time that they leave.
await Promise.all([
  stage('Process and harness tests', 6, () => runVitest(processReport, ['process', 'harness'])),
  checkAndBuild(),
])
await stage('Journeys', 14, async () => {
  await ensureFonts()
  const chromium = await ensureChromium()
  if (!chromium) say('No Chromium was found or could be installed: set CHROMIUM_PATH.')
  const env = { ...projectEnv, ...(chromium && { CHROMIUM_PATH: chromium }) }
  return countPlaywright(playwrightReport, await run('playwright', ['test'], { env }))
})

say('')
for (const { name, passed, failed, failures = [] } of results) {
  say(`${name}: ${passed} passed, ${failed} failed`)
  for (const failure of failures) say(`  failed: ${failure.replaceAll(`${root}/`, '')}`)
}
for (const { name, isOverBudget } of results) {
  if (isOverBudget) say(`${name}: over its budget, so move or mend what has grown`)
}
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.exitCode = failed === 0 ? 0 : 1
process.stdout.write(`${passed} passed, ${failed} failed\n`)

/** @param {string} report @param {string[]} projects */
async function runVitest(report, projects) {
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return countVitest(report, await run('vitest', ['run', ...chosen, ...reporters]))
}

async function checkAndBuild() {
  const held = { held: true }
  await stage('Check', 2, async () => count(await run('npm', ['run', '--silent', 'check'], held)))
  await stage('Build', 0.5, async () => count(await build(held)))
}

/**
 * @param {string} name
 * @param {number} budget
 * @param {() => Promise<import('./lib/count-tests.mjs').Count>} work
 */
async function stage(name, budget, work) {
  say(`== ${name}`)
  const startedAt = performance.now()
  const result = await work().catch((error) => {
    say(`${name} crashed: ${error.stack ?? error}`)
    return count(false)
  })
  const minutes = (performance.now() - startedAt) / 60_000
  const took = `${minutes.toFixed(1)}${isLong ? '' : ` of ${budget}`} min`
  results.push({ name: `${name} (${took})`, isOverBudget: !isLong && minutes > budget, ...result })
}

/** @param {boolean} succeeded */
function count(succeeded) {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }
}
