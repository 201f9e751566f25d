import { type UseQueryResult, useQuery } from '@tanstack/react-query'

/** A chunk that is loaded once something is shown of it; `name` is that of the chunk. */
export function useChunk<Chunk>(name: string, load: () => Promise<Chunk>): UseQueryResult<Chunk> {
  return useQuery({
    queryKey: [name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  })
}
