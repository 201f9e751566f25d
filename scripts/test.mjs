import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countPlaywright, countVitest } from './lib/count-tests.mjs'
import { build } from './lib/ensure-built.mjs'
import { ensureChromium, ensureFonts } from './lib/ensure-chromium.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { projectEnv, root, say } from './lib/project.mjs'
import { run } from './lib/run.mjs'

const reports = join(root, '.cache')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** @type {{ name: string, passed: number, failed: number }[]} */
const results = []

await ensureInstalled()
mkdirSync(reports, { recursive: true })
// A report of an earlier run must not be taken for that of a run that crashed.
for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })

await stage('Check', async () => count(await run('npm', ['run', '--silent', 'check'])))
await stage('Unit and HTTP tests', async () => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  return countVitest(vitestReport, await run('vitest', ['run', ...reporters]))
})
await stage('Build', async () => count(await build()))
await stage('Journeys', async () => {
  await ensureFonts()
  const chromium = await ensureChromium()
  if (!chromium) say('No Chromium was found or could be installed: set CHROMIUM_PATH.')
  const env = { ...projectEnv, ...(chromium && { CHROMIUM_PATH: chromium }) }
  return countPlaywright(playwrightReport, await run('playwright', ['test'], { env }))
})

say('')
for (const { name, passed, failed } of results) say(`${name}: ${passed} passed, ${failed} failed`)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.exitCode = failed === 0 ? 0 : 1
process.stdout.write(`${passed} passed, ${failed} failed\n`)

/**
 * @param {string} name
 * @param {() => Promise<import('./lib/count-tests.mjs').Count>} work
 */
async function stage(name, work) {
  say(`== ${name}`)
  const result = await work().catch((error) => {
    say(`${name} crashed: ${error.stack ?? error}`)
    return count(false)
  })
  results.push({ name, ...result })
}

/** @param {boolean} succeeded */
function count(succeeded) {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }
}
