/** A span under way; its end is called once. */
export interface OpenSpan {
  /** Its place in its trace, as `traceparent` writes it. */
  traceParent: string
  /** Runs something within it: spans that begin there are its children. */
  within<T>(work: () => T): T
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

type SpanAttributes = Record<string, string | number>

export interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: SpanAttributes
  /** Of a trace of its own: the `traceparent` of its cause. */
  link?: string | undefined
}

export interface Tracer {
  /** Undefined for a trace that is not sampled: nothing of it is measured. */
  beginTrace(start: SpanStart): OpenSpan | undefined
  /** Undefined outside of a trace that is sampled. */
  beginSpan(start: SpanStart): OpenSpan | undefined
  /** The `traceparent` of the span of now. */
  traceParent(): string | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

let current: Tracer | undefined

/** Undefined unless the environment names a collector; the whole process has one. */
export const tracer = (): Tracer | undefined => current

export function setTracer(next: Tracer | undefined): void {
  current = next
}
