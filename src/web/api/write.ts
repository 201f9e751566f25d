import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
  Endpoint,
  EndpointInput,
  EndpointReply,
  EndpointSchema,
  Subject,
} from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type CallOptions, call } from './call.ts'

let listener: ((subjects: ReadonlySet<Subject>) => Promise<void>) | undefined
let reading: Promise<void> = Promise.resolve()
/** Subjects of the writes that `writeTogether` is starting. */
let gathering: Set<Subject> | undefined

/** A write of the back office: invalidates the queries that show the subjects it changes. */
export function write<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  options?: CallOptions,
): Promise<EndpointReply<S>> {
  return writeBy(endpoint, () => call(endpoint, input, options))
}

/** A write that is sent in another way, such as a form of files. */
export async function writeBy<T>(endpoint: Endpoint, send: () => Promise<T>): Promise<T> {
  const gathered = gathering
  const tell = () => {
    if (!gathered) readAnew(changedBy(endpoint))
    for (const subject of changedBy(endpoint)) gathered?.add(subject)
  }
  try {
    const reply = await send()
    tell()
    return reply
  } catch (error) {
    // A colleague came before: the screen shows what is so no more.
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) tell()
    throw error
  }
}

/** Writes that `start` sends at once; lists are read when all have ended, not after each. */
export function writeTogether<T>(start: () => Promise<T>): Promise<T> {
  const gathered = new Set<Subject>()
  gathering = gathered
  const all = start()
  gathering = undefined
  return all.finally(() => readAnew(gathered))
}

/** Invalidates the queries that show these subjects, after a change that no call of this page made. */
export function readAnew(subjects: Iterable<Subject>): void {
  reading = listener?.(new Set(subjects)) ?? reading
}

/** Settles once what the last change had made stale on the screen was read again. */
export const changesShown = (): Promise<void> => reading

/** Subjects of a write: by its action, `order.ship` an order, unless it names them. */
function changedBy({ changes, action }: Endpoint): readonly Subject[] {
  return changes ?? (action ? [action.slice(0, action.indexOf('.')) as Subject] : [])
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
