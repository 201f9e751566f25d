import { shopErrors } from '#contract/errors.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { Answer } from './client.ts'
import { expectedOf, refusals } from './expected-statuses.ts'
import type { FuzzCase, Targets } from './fuzz-case.ts'
import { identityOf } from './identities.ts'
import type { Operation } from './operation.ts'

/** Words that leak internals. */
const inside =
  /\bat [^ ]+ \(|node_modules|\.ts:\d+|SQLSTATE|violates|Failed query|ECONN|FST_|undefined \(/
const isJson = (answer: Answer) =>
  answer.headers['content-type'] === 'application/json; charset=utf-8'

/** The faults of an answer; empty for a correct one. */
export function faultsOf(
  request: FuzzCase,
  operation: Operation | undefined,
  answer: Answer,
  targets: Targets,
): string[] {
  const { status } = answer
  if (status === 0) return [`no answer: ${answer.text}`]
  if (status >= 500) return [`status ${status}: ${answer.text.slice(0, 300)}`]
  return [
    ...faultsOfStatus(request, operation, status, targets),
    ...faultsOfHeaders(request, operation, answer),
    ...faultsOfBody(request, operation, answer),
    ...faultsOfPrivacy(request, answer, targets),
  ]
}

function faultsOfStatus(
  request: FuzzCase,
  operation: Operation | undefined,
  status: number,
  targets: Targets,
): string[] {
  if (!operation) return [200, 204, ...refusals].includes(status) ? [] : [`status ${status}`]
  const { statuses, because } = expectedOf(request, operation, targets)
  if (statuses.includes(status)) return []
  return [`status ${status} instead of ${statuses.join(', ')}: ${because}`]
}

function faultsOfHeaders(
  request: FuzzCase,
  operation: Operation | undefined,
  answer: Answer,
): string[] {
  const faults: string[] = []
  const isPublic =
    // Headers over 16 kB are refused before they are read.
    answer.status === 431 ||
    request.method !== operation?.method ||
    (operation.caller === 'anyone' && operation.method === 'GET')
  const isPlain = request.url.includes('googleapis') && answer.status === 403
  if (!isPublic && !isPlain && !String(answer.headers['cache-control']).includes('no-store')) {
    faults.push('a personal answer without cache-control: no-store')
  }
  if (answer.status === 429 && !answer.headers['retry-after'])
    faults.push('429 without Retry-After')
  const isEmpty = request.method === 'HEAD' || answer.status === 204
  if (!isEmpty && !isPlain && !isFile(answer) && !isJson(answer)) {
    faults.push(`content-type ${answer.headers['content-type']}`)
  }
  return faults
}

function isFile({ status, headers }: Answer): boolean {
  return status === 200 && String(headers['content-disposition']).startsWith('attachment')
}

function faultsOfBody(
  request: FuzzCase,
  operation: Operation | undefined,
  answer: Answer,
): string[] {
  const { status, text } = answer
  if (request.method === 'HEAD' || status === 204) {
    return text === '' ? [] : ['a body where there must be none']
  }
  if (!isJson(answer)) return []
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return ['the answer is no JSON']
  }
  if (status >= 400) return faultsOfRefusal(request, operation, status, body, text)
  if (!operation || request.method !== operation.method || isFile(answer)) return []
  if (operation.gives(body)) return []
  const [first] = operation.gives.errors ?? []
  return [`the reply is not as documented: ${first?.instancePath} ${first?.message}`]
}

function faultsOfRefusal(
  request: FuzzCase,
  operation: Operation | undefined,
  status: number,
  body: unknown,
  text: string,
): string[] {
  if (inside.test(text)) return [`the refusal tells of the inside: ${text.slice(0, 300)}`]
  // Beside the operations, and for methods that none has, either may answer.
  const isKnown = operation && request.kind !== 'odd method'
  const isProvider = operation?.caller === 'provider'
  const isRight =
    ((!isKnown || isProvider) && isGoogles(body, status)) ||
    ((!isKnown || !isProvider) && isShops(body))
  return isRight ? [] : [`no refusal as documented: ${text.slice(0, 300)}`]
}

/** Beside `success`, `message` and `code`: see `ErrorReply` of the contract. */
const refusalDetails = ['fields', 'requestId', 'shortages', 'lines', 'orders', 'error']

/** `{success: false, message}` in Chinese, and nothing beside it but what is documented. */
function isShops(body: unknown): boolean {
  const { success, message, code, ...details } = body as Record<string, unknown>
  const texts: unknown[] = [message].flat()
  return (
    success === false &&
    typeof code === 'string' &&
    code in shopErrors &&
    Object.values(details.fields ?? {}).every((text) => typeof text === 'string') &&
    Object.keys(details).every((name) => refusalDetails.includes(name)) &&
    texts.length > 0 &&
    texts.every((text) => typeof text === 'string' && /\p{Script=Han}/u.test(text))
  )
}

function isGoogles(body: unknown, status: number): boolean {
  const { error, ...more } = body as { error?: Record<string, unknown> }
  if (!error || Object.keys(more).length > 0) return false
  const { code, message, errors } = error
  return code === status && typeof message === 'string' && Array.isArray(errors)
}

/** The bystander sends no requests: only staff who may see persons may ever read their data. */
function faultsOfPrivacy(request: FuzzCase, answer: Answer, targets: Targets): string[] {
  const secret = targets.secret?.[0]
  if (!secret || !answer.text.includes(secret)) return []
  const { role } = identityOf(request.identity)
  const maySee = role && hasPermission(role, 'person.read')
  return maySee ? [] : ["it tells another member's data"]
}
