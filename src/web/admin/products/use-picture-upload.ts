import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadPicture } from './upload-picture.ts'

/** One upload at a time; leaving the dialog ends it. */
export function usePictureUpload(onUploaded: (address: string) => void) {
  const [progress, setProgress] = useState(0)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const upload = useMutation<string, Error, File>({
    mutationFn: (file) => {
      const controller = new AbortController()
      running.current = controller
      setProgress(0)
      return uploadPicture(file, { onProgress: setProgress, signal: controller.signal })
    },
    onSuccess: onUploaded,
  })

  return {
    start: upload.mutate,
    progress,
    isRunning: upload.isPending,
    hasFailed: upload.isError,
    fileName: upload.variables?.name,
  }
}
