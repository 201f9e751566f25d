import type { TracesSettings } from '../config-operations.ts'
import { setTracer } from './tracer.ts'

/**
 * Traces what the process does from now on, if a collector is named; without one nothing of
 * OpenTelemetry is loaded.
 *
 * @returns what ends it
 */
export async function startTracing(traces: TracesSettings | null): Promise<() => Promise<void>> {
  if (!traces) return async () => {}
  const { createOpenTelemetry } = await import('./open-telemetry.ts')
  const tracer = createOpenTelemetry(traces)
  setTracer(tracer)
  return async () => {
    setTracer(undefined)
    await tracer.close()
  }
}
