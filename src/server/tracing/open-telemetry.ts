import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracesSettings } from '../config-operations.ts'
import { build } from '../release.ts'
import type { OpenSpan, SpanStart, Tracer } from './tracer.ts'

/** A collector that is away costs this much memory, and no request waits for it. */
const maxQueueSize = 2_048
const exportTimeoutMillis = 5_000

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

/** Spans by the packages of OpenTelemetry, sent to a collector by OTLP over HTTP. */
export function createOpenTelemetry({ endpoint, ratio }: TracesSettings): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: exportTimeoutMillis,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'minmin',
      'service.version': build(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize, exportTimeoutMillis })],
  })
  const spans = provider.getTracer('minmin')
  const open = new AsyncLocalStorage<Span>()

  function begin({ name, kind, attributes, link }: SpanStart, parent: Context) {
    const cause = link === undefined ? undefined : parseTraceParent(link)
    const span = spans.startSpan(
      name,
      { kind: kinds[kind], attributes, ...(cause && { links: [{ context: cause }] }) },
      parent,
    )
    return span.isRecording() ? toOpenSpan(span, open) : undefined
  }

  return {
    beginTrace: (start) => begin(start, ROOT_CONTEXT),
    beginSpan(start) {
      const parent = open.getStore()
      return parent && begin(start, trace.setSpan(ROOT_CONTEXT, parent))
    },
    traceParent() {
      const span = open.getStore()
      return span && traceParentOf(span.spanContext())
    },
    async close() {
      // A collector that is away must not hold up the end of the process.
      await provider.shutdown().catch(() => {})
    },
  }
}

function toOpenSpan(span: Span, open: AsyncLocalStorage<Span>): OpenSpan {
  return {
    traceParent: traceParentOf(span.spanContext()),
    within: (work) => open.run(span, work),
    end({ attributes, error } = {}) {
      if (attributes) span.setAttributes(attributes)
      // Its name alone: a message may hold what was sent.
      if (error !== undefined) {
        const { name } = Object(error) as { name?: unknown }
        span.setStatus({ code: SpanStatusCode.ERROR, message: String(name ?? 'error') })
      }
      span.end()
    },
  }
}

function traceParentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

function parseTraceParent(text: string): SpanContext | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? []
  if (!traceId || !spanId) return undefined
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
}
