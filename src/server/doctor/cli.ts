import { type Config, ConfigError, readConfig } from '../config.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import type { CheckResult } from './check.ts'
import { examine } from './doctor.ts'

const signs = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const

function lineOf({ group, name, state, text, advice }: CheckResult): string {
  return `${signs[state]}  ${group.padEnd(9)}  ${name}: ${text}${advice ? `. ${advice}` : ''}`
}

async function examineOver(config: Config): Promise<CheckResult[]> {
  try {
    return await withDatabaseUrl(config, (url) => examine(config, url))
  } catch {
    return examine(config, null)
  }
}

function configOrFault(): Config | CheckResult {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // The names of the variables alone: a fault may repeat a value.
    const names = error.faults.map((text) => /^[A-Z0-9_]+/.exec(text)?.[0] ?? 'a variable')
    const text = `wrong: ${names.join(', ')}`
    return {
      group: 'machine',
      name: 'configuration',
      state: 'fault',
      text,
      advice: 'The start says more.',
    }
  }
}

const config = configOrFault()
const results =
  'state' in config
    ? [config]
    : [
        { group: 'machine', name: 'configuration', state: 'ok', text: 'is whole' } as const,
        ...(await examineOver(config)),
      ]
const isJson = process.argv.includes('--json')
process.stdout.write(
  isJson ? `${JSON.stringify(results)}\n` : `${results.map(lineOf).join('\n')}\n`,
)
process.exit(results.some(({ state }) => state === 'fault') ? 1 : 0)
