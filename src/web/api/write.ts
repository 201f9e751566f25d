import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
  Endpoint,
  EndpointInput,
  EndpointReply,
  EndpointSchema,
  Subject,
} from '#contract/endpoint.ts'
import { type CallOptions, call } from './call.ts'

const changed = new Set<Subject>()
let running = 0
let listener: ((subjects: ReadonlySet<Subject>) => Promise<void>) | undefined
let reading: Promise<void> = Promise.resolve()

/**
 * A write of the back office: what shows the things that it changes is read anew. Of writes that
 * run together the last one tells, so that a list is read once after a hundred deletions.
 */
export function write<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  options?: CallOptions,
): Promise<EndpointReply<S>> {
  return writeBy(endpoint, () => call(endpoint, input, options))
}

/** A write that is sent in another way, such as a form of files. */
export async function writeBy<T>(endpoint: Endpoint, send: () => Promise<T>): Promise<T> {
  running += 1
  try {
    const reply = await send()
    for (const subject of changedBy(endpoint)) changed.add(subject)
    return reply
  } finally {
    running -= 1
    tell()
  }
}

/** Reads anew what shows these, after a change that was not made by a call of this page. */
export function readAnew(subjects: Iterable<Subject>): void {
  for (const subject of subjects) changed.add(subject)
  tell()
}

/** Settles once what the last change had made stale on the screen was read again. */
export const changesShown = (): Promise<void> => reading

/** What a write changes: by its action, `order.ship` an order, unless it says more. */
function changedBy({ changes, action }: Endpoint): readonly Subject[] {
  return changes ?? (action ? [action.slice(0, action.indexOf('.')) as Subject] : [])
}

function tell(): void {
  if (running > 0 || changed.size === 0) return
  const subjects = new Set(changed)
  changed.clear()
  reading = listener?.(subjects) ?? reading
}

/** While it is mounted, the queries of its client follow the writes. */
export function useChangesShown(): void {
  const client = useQueryClient()
  useEffect(() => {
    listener = (subjects) => invalidate(client, subjects)
    return () => {
      listener = undefined
    }
  }, [client])
}

function invalidate(client: QueryClient, subjects: ReadonlySet<Subject>): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) => {
      const shows = (meta?.shows ?? []) as readonly Subject[]
      return shows.some((subject) => subjects.has(subject))
    },
  })
}
