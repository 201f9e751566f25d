import { tracer } from './tracer.ts'

/** The key under which the data of a job names the trace of its cause, while there is one. */
const causeKey = '$traceparent'

/** The data of a job as it is enqueued. */
export function withCause<Data extends object>(data: Data): Data {
  const cause = tracer()?.traceParent()
  return cause === undefined ? data : { ...data, [causeKey]: cause }
}

/** The data as the handler gets it, and the trace that enqueued it. */
export function withoutCause(data: object): { data: object; cause: string | undefined } {
  const { [causeKey]: cause, ...rest } = data as Record<string, unknown>
  return { data: rest, cause: typeof cause === 'string' ? cause : undefined }
}

/** One run of a job is a trace of its own, linked to its cause. */
export async function traceJob<T>(
  { id, name, attempt }: { id: string; name: string; attempt: number },
  cause: string | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const span = tracer()?.beginTrace({
    name: `job ${name}`,
    kind: 'internal',
    attributes: { 'minmin.job': name, 'minmin.job_id': id, 'minmin.attempt': attempt },
    link: cause,
  })
  if (!span) return run()
  try {
    const result = await span.within(run)
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}
