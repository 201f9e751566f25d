import type { FastifyRequest } from 'fastify'

/**
 * The path that a request is about: the pattern of its matched route, which is the same for every
 * spelling of an address; without one, the address decoded and without doubled slashes.
 */
export function requestPath(request: FastifyRequest): string {
  const route = request.routeOptions.url
  return route === undefined || route === '/*' ? plainPath(request.url) : route
}

export function plainPath(url: string): string {
  const [path = ''] = url.split('?')
  return decoded(path).replace(/\/{2,}/g, '/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
