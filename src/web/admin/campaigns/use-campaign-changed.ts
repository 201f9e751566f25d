import { useQueryClient } from '@tanstack/react-query'
import { endpointKey } from '#contract/endpoint.ts'
import { campaignEndpoints } from './campaign-words.ts'

/** Reads campaigns anew after a dialog has changed one, and closes the dialog. */
export function useCampaignChanged(onClose: () => void): () => void {
  const client = useQueryClient()
  return () => {
    for (const endpoint of campaignEndpoints) {
      void client.invalidateQueries({ queryKey: endpointKey(endpoint) })
    }
    onClose()
  }
}
