import { waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'

interface HeldRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
  answer: (reply: unknown, status?: number) => void
}

/** The mock of the network in a component test: each request waits until the test answers it. */
export class HeldNetwork {
  readonly requests: HeldRequest[] = []

  constructor() {
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
      return new Promise<Response>((resolve) => {
        this.requests.push({
          method: init.method ?? 'GET',
          path,
          headers: new Headers(init.headers),
          body: bodyOf(init.body),
          answer: (reply, status = 200) => resolve(Response.json(reply, { status })),
        })
      })
    })
  }

  /** The request number `index`, once it is there. */
  async request(index: number): Promise<HeldRequest> {
    return waitFor(() => {
      const request = this.requests[index]
      if (!request) throw new Error(`${this.requests.length} requests so far`)
      return request
    })
  }

  expectCount(count: number): void {
    expect(this.requests).toHaveLength(count)
  }
}

function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}
