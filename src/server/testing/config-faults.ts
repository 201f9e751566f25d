import { ConfigError, readConfig } from '../config.ts'

/** The faults that a start with this environment would name; none where it starts. */
export function faultsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}
