/** A chunk that did not load: after a release it is gone. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

/**
 * A loader for a dynamic import that succeeds once and may be called again after a failure. The
 * browser remembers a failed import, so a further attempt asks for the same file by another URL.
 * A failure is a ChunkError.
 */
export function createChunkLoader<M>(importChunk: () => Promise<M>): () => Promise<M> {
  let loading: Promise<M> | undefined
  let failedUrl: string | undefined
  let retries = 0

  async function load(): Promise<M> {
    if (failedUrl) {
      retries += 1
      return (await import(/* @vite-ignore */ `${failedUrl}?retry=${retries}`)) as M
    }
    const chunk: M | undefined = await importChunk()
    // Vite gives undefined when the document is being reloaded for it: see `reload-once.ts`.
    return chunk ?? new Promise<never>(() => undefined)
  }

  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      failedUrl ??= String(error)
        .split(' ')
        .find((word) => word.startsWith('http') && word.endsWith('.js'))
      throw new ChunkError('a chunk did not load', { cause: error })
    })
    return loading
  }
}
