import { vi } from 'vitest'

interface HeldUpload {
  answer: (imageUrl: string) => void
  refuse: (status: number, reply: object) => void
}

/** The mock of `XMLHttpRequest`, with which pictures are sent: each waits until the test answers it. */
export class HeldUploads {
  readonly requests: HeldUpload[] = []

  constructor() {
    const { requests } = this
    class HeldXMLHttpRequest {
      readonly upload = {}
      status = 0
      response: unknown
      onload = () => {}
      onabort = () => {}
      open() {}
      setRequestHeader() {}
      abort() {
        this.onabort()
      }
      send() {
        requests.push({
          answer: (imageUrl) => {
            this.status = 200
            this.response = { success: true, imageUrl }
            this.onload()
          },
          refuse: (status, reply) => {
            this.status = status
            this.response = { success: false, ...reply }
            this.onload()
          },
        })
      }
    }
    vi.stubGlobal('XMLHttpRequest', HeldXMLHttpRequest)
  }

  /** The upload number `index`, once it is there. */
  request(index: number): Promise<HeldUpload> {
    return vi.waitUntil(() => this.requests[index])
  }
}
