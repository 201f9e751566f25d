import { type FuzzCase, type Targets, targetOf } from './fuzz-case.ts'
import { identityOf } from './identities.ts'
import type { Operation } from './operation.ts'
import { readBody } from './reading.ts'
import { brokenQuery, brokenRules } from './rules.ts'

/** The statuses that a request may be answered with, and why no other. */
export interface Expected {
  statuses: readonly number[]
  because: string
}

/** Other statuses of a valid call, because concurrent calls change the same rows. */
const met: Record<string, readonly number[]> = {
  'POST {shop}/cart': [400],
  'PUT {shop}/cart/{id}': [404],
  'DELETE {shop}/cart/{id}': [404],
  'POST {shop}/order': [409, 422, 400],
  'POST {shop}/pay/{id}': [409, 422, 400],
  // No method that the fuzzer invents is offered.
  'POST {shop}/order/{id}/payment': [400, 409, 422],
  // The refund is one that the fuzzer invents.
  'POST {shop}/admin/refund/{id}/retry': [404],
  'POST {shop}/admin/refund/{id}/manual': [404],
  'PUT {shop}/admin/product/{id}': [404],
  'DELETE {shop}/admin/product/{id}': [404],
  'POST {shop}/admin/coupon': [409],
  'PUT {shop}/admin/stock/{id}': [404, 409],
  'DELETE {shop}/admin/stock/{id}': [404],
  'GET {shop}/admin/stock/{id}/movements': [404],
  // A product that is named twice, or gone.
  'POST {shop}/admin/stock/count': [400, 404, 409],
  // The products of the world are not sold out, nobody knows a token, and a guest names an address.
  'POST {shop}/product/{id}/restock-request': [400, 409, 429],
  'POST {shop}/restock-request/cancel': [404],
  // The customer is one that the fuzzer invents, and so are the values of the filters.
  'GET {shop}/admin/customers': [400],
  'GET {shop}/admin/customer/{id}': [404],
  'GET {shop}/admin/customer/{id}/orders': [404],
  'GET {shop}/admin/customer/{id}/groups': [404],
  'GET {shop}/admin/customer/{id}/coupons': [404],
  'GET {shop}/admin/customer/{id}/mails': [404],
  'GET {shop}/admin/customer/{id}/notes': [404],
  'PUT {shop}/admin/customer/{id}': [400, 404],
  'POST {shop}/admin/customer/{id}/note': [400, 404],
  'DELETE {shop}/admin/customer/{id}/note/{noteId}': [404],
  'POST {shop}/admin/customer/{id}/erase': [400, 404],
  'POST {shop}/admin/order': [400, 404],
  // Another version of the policy is in force; the sign-in may be old.
  'GET {shop}/privacy': [404],
  'POST {shop}/consent': [409],
  'GET {shop}/member/data': [403],
  'POST {shop}/admin/privacy': [400],
  // The group may be left, joined or led already.
  'POST {shop}/campaign/{id}/group': [400, 403, 404, 409, 422],
  'POST {shop}/group/{code}/participation': [400, 403, 404, 409, 422],
  'GET {shop}/group/{code}/console': [404],
  'POST {shop}/group/{code}/close': [404, 409],
  'POST {shop}/group/{code}/reminder': [404],
  'PUT {shop}/group/{code}/handout/{participationId}': [404, 409],
  'GET {shop}/participation/{id}': [404],
  'PUT {shop}/participation/{id}': [400, 404, 409],
  'DELETE {shop}/participation/{id}': [404, 409],
  // The campaign is a draft, or an earlier call has changed, published or archived it.
  'GET {shop}/admin/campaign/{id}': [404],
  'PUT {shop}/admin/campaign/{id}': [400, 404, 409],
  'DELETE {shop}/admin/campaign/{id}': [404, 409],
  'POST {shop}/admin/campaign/{id}/copy': [404],
  'POST {shop}/admin/campaign/{id}/publish': [400, 404, 409],
  'POST {shop}/admin/campaign/{id}/unpublish': [404, 409],
  'POST {shop}/admin/campaign/{id}/close': [404, 409],
  'POST {shop}/admin/campaign/{id}/extend': [400, 404, 409],
  'POST {shop}/admin/campaign/{id}/cancel': [404, 409],
  'PUT {shop}/admin/campaign/{id}/leaders': [400, 404],
  'GET {shop}/admin/campaign/{id}/settlement': [404],
  'GET {shop}/admin/campaign/{id}/settlement.csv': [404],
  'POST {shop}/admin/campaign/{id}/supplier-order': [404, 409],
  'GET {shop}/admin/campaign/{id}/supplier-order/{n}.csv': [400, 404],
  'POST {shop}/admin/campaign/{id}/receipt': [400, 404, 409],
  'POST {shop}/admin/campaign': [400],
  // No group, member or leader is named by an id that the fuzzer knows.
  'GET {shop}/admin/group/{id}/participations': [404],
  'POST {shop}/admin/group/{id}/close': [404],
  'POST {shop}/admin/group/{id}/cancel': [404],
  'PUT {shop}/admin/group/{id}/leader': [404],
  'POST {shop}/admin/group/{id}/shortfall': [404],
  'POST {shop}/admin/commission/payout': [409],
  'POST {shop}/admin/member/{uid}/pardon': [404],
  // Not every kind has every action, an action needs its input; the runs are made up.
  'POST {shop}/admin/run': [400, 409, 422],
  // Not every list has every filter; nobody has proved a password.
  'POST {shop}/admin/export': [400, 403],
  'POST {shop}/admin/import/{kind}': [400],
  'GET {shop}/admin/views': [400],
  'GET {shop}/admin/run/{id}/file': [404],
  'GET {shop}/admin/run/{id}/lines': [404],
  'GET {shop}/admin/run/{id}/errors': [404],
  'POST {shop}/admin/run/{id}/start': [404, 409],
  'GET {shop}/admin/run/{id}': [404],
  'POST {shop}/admin/run/{id}/cancel': [404, 409],
  'POST {shop}/admin/run/{id}/undo': [404, 409],
  // The shop under test is not on hold.
  'POST {shop}/admin/outgoing/release': [409],
  'GET {shop}/admin/packing/tracking': [400],
  // Prices of a filter are texts of digits.
  'GET {shop}/search': [400],
  'GET {shop}/products': [400],
  'GET {shop}/admin/coupon/{id}': [404],
  'GET {shop}/admin/coupon/{id}/uses': [404],
  // It ends before the day on which the coupon begins by an earlier call.
  'PUT {shop}/admin/coupon/{id}': [400, 404, 409],
  'DELETE {shop}/admin/coupon/{id}': [404],
  // No job of the fuzzed shop has failed.
  'POST {shop}/admin/job/{id}/retry': [404],
  'DELETE {shop}/admin/job/{id}': [404],
  'PUT {shop}/admin/order/{id}': [404],
  'DELETE {shop}/admin/order/{id}': [404],
  // Earlier calls have moved the orders on, archived them, or shipped and refunded what they name.
  'POST {shop}/order/{id}/cancel': [409, 422, 400],
  'POST {shop}/admin/order/{id}/prepare': [404, 409],
  'POST {shop}/admin/order/{id}/parcel': [400, 404, 409],
  'PUT {shop}/admin/order/{id}/parcel/{parcelId}': [404],
  'POST {shop}/admin/order/{id}/cancel': [400, 404, 409],
  'POST {shop}/admin/order/{id}/return': [400, 404, 409],
  'POST {shop}/admin/order/{id}/refund': [400, 404, 409, 422],
  'POST {shop}/admin/order/{id}/note': [404],
  'POST {shop}/admin/order/{id}/mail': [404, 409, 429],
  'POST {shop}/admin/order/{id}/restore': [404, 409],
  'POST {shop}/admin/trash/restore': [404],
  // The days of a range are texts.
  'GET {shop}/admin/report/sales': [400],
  'GET {shop}/admin/report/products': [400],
  'GET {shop}/admin/report/coupons': [400],
  'GET {shop}/admin/report/groups': [400],
  // No announcement is named by an id that the fuzzer knows.
  'GET {shop}/article/{id}': [404],
  'GET {shop}/admin/article/{id}': [404],
  'PUT {shop}/admin/article/{id}': [404],
  'DELETE {shop}/admin/article/{id}': [404],
  'POST {shop}/admin/refund/{id}/done': [404, 409],
  // No line, no attempt and no settlement that the fuzzer invents exists, and it sends no file.
  'POST {shop}/admin/reconciliation/{id}/resolve': [404],
  'POST {shop}/admin/attempt/{id}/query': [404, 503],
  'POST {shop}/admin/settlement': [400],
  'GET {shop}/admin/settlement/{id}': [404],
  // Nothing of the orders of the world is remitted by hand.
  'PUT {shop}/order/{id}/refund-account': [404, 409],
  // The version of the settings is not the last one.
  'PUT {shop}/admin/settings/shop': [409],
  'PUT {shop}/admin/settings/mail': [409],
  'PUT {shop}/admin/settings/stock': [409],
  'PUT {shop}/admin/settings/payment': [400, 409],
  'PUT {shop}/admin/settings/order': [409],
  'PUT {shop}/admin/settings/shipping': [409],
  'PUT {shop}/admin/settings/security': [409],
  'PUT {shop}/admin/settings/privacy': [409],
  'POST {shop}/admin/settings/mail/test': [429],
  // The words of a filter are checked one by one.
  'GET {shop}/admin/orders': [400],
  'GET {shop}/admin/products': [400],
  // A name of more than 20 characters, one that is taken, a view that the fuzzer invents.
  'POST {shop}/admin/view': [400, 409],
  'PUT {shop}/admin/view/{id}': [400, 404],
  'DELETE {shop}/admin/view/{id}': [404],
  // The old password is wrong.
  'PUT {shop}/admin/me': [400, 429],
  'DELETE {shop}/admin/me/session/{id}': [404],
  // Nobody of the world has a second factor, and no code of a new key is known.
  'PUT {shop}/admin/me/totp': [400, 409, 429],
  'DELETE {shop}/admin/me/totp': [400, 409, 429],
  'POST {shop}/admin/me/recovery-codes': [409],
  'POST /v2/admin/confirm': [400, 429],
  'POST /v2/admin/invitation': [400, 429],
  // Accounts and invitations are those that the fuzzer invents.
  'PUT {shop}/admin/staff/{uid}': [404],
  'DELETE {shop}/admin/staff/{uid}': [404],
  'DELETE {shop}/admin/staff/{uid}/sessions': [404],
  'DELETE {shop}/admin/staff/{uid}/totp': [404],
  'POST {shop}/admin/staff/invitation/{id}': [404],
  'DELETE {shop}/admin/staff/invitation/{id}': [404],
  'POST {shop}/admin/upload': [429],
  'POST /v2/admin/signin': [429],
  // The shop under test may send no mails, and nobody knows a code.
  'POST /v2/admin/password/request': [403, 429],
  'POST /v2/admin/password/code': [400, 429],
  'POST /v2/admin/password/reset': [400, 429],
  'POST /identitytoolkit.googleapis.com/v1/accounts:signUp': [400, 429],
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': [429],
  'POST /identitytoolkit.googleapis.com/v1/accounts:delete': [400],
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': [400],
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
  const fault = faultOfInput(request, operation, targets)
  if (fault) {
    return { statuses: [...invalid, ...busy(operation), ...ofKey(request)], because: fault }
  }
  const success = [200, ...(met[operation.name] ?? [])]
  if (request.kind === 'valid') return { statuses: success, because: 'the request is valid' }
  return { statuses: [200, ...refusals], because: 'every documented status is right' }
}

/** A caller without permission is refused before any other check. */
function refusedAtTheDoor(request: FuzzCase, operation: Operation): Expected | undefined {
  const { headers, kind, url } = request
  if (isOverlong(request)) return { statuses: [...refusals, 200], because: 'its head is overlong' }
  const identity = identityOf(request.identity)
  const isProvider = operation.caller === 'provider'
  if (kind === 'odd method')
    return { statuses: [200, 204, ...refusals], because: 'the method is odd' }
  if (kind === 'foreign origin' && operation.method !== 'GET') {
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
  if (operation.caller === 'admin' && !identity.isAdmin) {
    return { statuses: [401], because: `${request.identity} is no administrator` }
  }
  if (operation.caller === 'member' && !identity.shopper.startsWith('member')) {
    return { statuses: [401], because: `${request.identity} is no member` }
  }
  if (operation.caller === 'shopper' && identity.shopper === 'refused') {
    return { statuses: [401], because: `${request.identity} is nobody` }
  }
  if (operation.path.endsWith('/user/check') && !identity.isAdmin) {
    // It looks at the token itself, after the address.
    const statuses = kind === 'odd query' ? [400, 403] : [403]
    return { statuses, because: `${request.identity} is no administrator` }
  }
  if (operation.path === '/v2/logout' && !identity.isAdmin) {
    return { statuses: [400, 200], because: 'there may be no session to end' }
  }
  return undefined
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
  return (met[operation.name] ?? []).filter((status) => status === 429)
}
