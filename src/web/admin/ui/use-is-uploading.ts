import { useIsMutating } from '@tanstack/react-query'

export const pictureUploadKey = ['picture-upload']

/** Whether a picture of the form on the screen is still being sent: a save would go without it. */
export function useIsUploading(): boolean {
  return useIsMutating({ mutationKey: pictureUploadKey }) > 0
}
