import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send a request after the answer before it; clients that pipeline, a few. */
const maxUnanswered = 8

interface Pipeline {
  isBusy: boolean
  waiting: [IncomingMessage, ServerResponse][]
}

/**
 * Answers the pipelined requests (RFC 9112, 9.3.2) of a connection one after the other, so that a
 * client that reads nothing costs one answer, and destroys a connection with too many of them.
 * Node would start all of them at once and hold every answer until it is read.
 */
export function limitPipelining(server: Server): void {
  const listeners = server.listeners('request')
  const pipelines = new WeakMap<Socket, Pipeline>()

  function start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.isBusy = true
    // 'close' comes after the answer was flushed to the socket, or when the socket is gone.
    response.once('close', () => {
      pipeline.isBusy = false
      const next = request.socket.destroyed ? undefined : pipeline.waiting.shift()
      if (next) start(pipeline, ...next)
    })
    for (const listener of listeners) listener.call(server, request, response)
  }

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    if (socket.destroyed) return void request.destroy()
    let pipeline = pipelines.get(socket)
    if (!pipeline) {
      pipeline = { isBusy: false, waiting: [] }
      pipelines.set(socket, pipeline)
    }
    if (!pipeline.isBusy) return start(pipeline, request, response)
    pipeline.waiting.push([request, response])
    if (pipeline.waiting.length < maxUnanswered) return
    pipeline.waiting = []
    ignoreRequests(socket)
    socket.destroy()
  })
}

/**
 * Node parses a piece that it has read to its end, also of a destroyed socket, and holds a request
 * and a response for each until the socket is closed: 400 MB for 100,000. Node offers no way to
 * stop that; `onIncoming` is where its parser hands over a request.
 */
function ignoreRequests(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 0
}
