import { hasPermission, type Role } from '#contract/permissions.ts'
import { type FuzzCase, type Targets, targetOf } from './fuzz-case.ts'
import { identityOf } from './identities.ts'
import type { Operation } from './operation.ts'
import { asksForMore, otherStatuses } from './other-statuses.ts'
import { readBody } from './reading.ts'
import { brokenQuery, brokenRules } from './rules.ts'

/** The statuses that a request may be answered with, and why no other. */
export interface Expected {
  statuses: readonly number[]
  because: string
}

const invalid = [400, 404, 413, 415]

/**
 * All statuses of the shop's table of refusals, and the one for headers over 16 kB; 408 belongs to
 * slow senders, of whom there are none.
 */
export const refusals = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 431]

export function expectedOf(request: FuzzCase, operation: Operation, targets: Targets): Expected {
  const gate = refusedAtTheDoor(request, operation)
  if (gate) return gate
  const { role } = identityOf(request.identity)
  const more = role !== 'owner' && asksForMore.has(operation.name) ? [403] : []
  const fault = faultOfInput(request, operation, targets)
  const others = otherStatuses[operation.name] ?? []
  if (fault) {
    // A request with several faults may be refused for any of them.
    const statuses = [...invalid, ...more, ...others, ...busy(operation), ...ofKey(request)]
    return { statuses, because: fault }
  }
  const success = [200, ...more, ...others]
  if (request.kind === 'valid') return { statuses: success, because: 'the request is valid' }
  return { statuses: [200, ...refusals], because: 'every documented status is right' }
}

/** Mail programs call it by themselves, from their own pages too (RFC 8058). */
const oneClick = 'POST {shop}/newsletter/unsubscribe'

/** A caller without permission is refused before any other check. */
function refusedAtTheDoor(request: FuzzCase, operation: Operation): Expected | undefined {
  const { headers, kind, url } = request
  if (isOverlong(request)) return { statuses: [...refusals, 200], because: 'its head is overlong' }
  const identity = identityOf(request.identity)
  const isProvider = operation.caller === 'provider'
  if (kind === 'odd method')
    return { statuses: [200, 204, ...refusals], because: 'the method is odd' }
  if (kind === 'foreign origin' && operation.method !== 'GET' && operation.name !== oneClick) {
    return { statuses: [403], because: `it comes from ${headers.origin}` }
  }
  if (kind === 'odd path') {
    // A malformed path is refused before the caller is identified; a body too large for any path,
    // before that.
    const statuses = [400, 401, 403, 404, 413, ...ofKey(request)]
    return { statuses, because: 'nothing has this path' }
  }
  if (
    kind === 'a body that is not read' &&
    !/^[a-z]+\/[-a-z]+ *(;|$)/.test(headers['content-type'] ?? '')
  ) {
    return { statuses: [...refusals, 200], because: 'its type is no type' }
  }
  if (isProvider && kind === 'odd key') {
    const isRight = url.endsWith('?key=minmin')
    return { statuses: isRight ? [200] : [400, 403], because: 'the API key is missing or wrong' }
  }
  if (operation.caller === 'admin' && !identity.role) {
    return { statuses: [401], because: `${request.identity} is no administrator` }
  }
  if (identity.role && !isPermitted(identity.role, operation)) {
    return { statuses: [403], because: `${request.identity} has no permission` }
  }
  const isOfStaff = identity.role && operation.permissions !== 'self'
  if (operation.caller === 'member' && !isOfStaff && !identity.shopper.startsWith('member')) {
    return { statuses: [401], because: `${request.identity} is no member` }
  }
  if (operation.caller === 'shopper' && identity.shopper === 'refused') {
    return { statuses: [401], because: `${request.identity} is nobody` }
  }
  if (operation.path.endsWith('/user/check') && !identity.role) {
    // It looks at the token itself, after the address.
    const statuses = kind === 'odd query' ? [400, 403] : [403]
    return { statuses, because: `${request.identity} is no administrator` }
  }
  if (operation.path === '/v2/logout' && !identity.role) {
    return { statuses: [400, 200], because: 'there may be no session to end' }
  }
  return undefined
}

function isPermitted(role: Role, { permissions }: Operation): boolean {
  return permissions === 'self' || permissions.some((one) => hasPermission(role, one))
}

/** The HTTP parser refuses headers over 16 kB before any other check. */
function isOverlong(request: FuzzCase): boolean {
  return request.url.length + (request.identity === 'a token of 10 kB' ? 10_000 : 0) > 15_000
}

/** Why the input, or what it asks for, must be refused; undefined when it need not be. */
function faultOfInput(
  request: FuzzCase,
  operation: Operation,
  targets: Targets,
): string | undefined {
  const target = targetOf(request.url)
  if (operation.hasId && target?.startsWith('gone')) return 'what it asks for is deleted'
  if (operation.caller === 'shopper' && operation.hasId && !isOwn(request, target)) {
    return `${target} belongs to somebody else`
  }
  if (request.kind === 'odd query') {
    const [fault] = brokenQuery(Object.keys(operation.query), request.url)
    if (fault) return fault
  }
  if (!operation.body) return undefined
  // A body that may be anything may be left out, too.
  if (request.body === undefined && operation.takes(undefined)) return undefined
  const reading = readBody(request, targets)
  if (!reading.isJson) return 'the body is no JSON that the shop reads'
  if (!operation.takes(reading.value)) return 'the document does not allow this body'
  return brokenRules(operation.name, reading.value)[0]
}

const ownTargets = {
  memberA: ['lineA', 'orderA'],
  memberB: ['lineB', 'orderB'],
  guest: ['lineGuest', 'orderGuest'],
  stranger: [],
  refused: [],
}

function isOwn(request: FuzzCase, target: string | undefined): boolean {
  if (target === 'product') return true
  const own: readonly string[] = ownTargets[identityOf(request.identity).shopper]
  return target !== undefined && own.includes(target)
}

/** A reused idempotency key is checked first: it says only that it was used. */
function ofKey({ headers }: FuzzCase): number[] {
  return headers['idempotency-key'] === undefined ? [] : [409, 422]
}

function busy(operation: Operation): number[] {
  return (otherStatuses[operation.name] ?? []).filter((status) => status === 429)
}
