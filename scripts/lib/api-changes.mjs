/**
 * @typedef {{ type?: string, properties?: Record<string, Schema>, required?: string[], items?: Schema,
 *   enum?: unknown[], const?: unknown, anyOf?: Schema[], minLength?: number, maxLength?: number,
 *   minimum?: number, maximum?: number, minItems?: number, maxItems?: number, pattern?: string }} Schema
 * @typedef {{ content?: Record<string, { schema?: Schema }> }} Body
 * @typedef {{ requestBody?: Body, responses?: Record<string, Body>,
 *   parameters?: { name: string, in: string, required?: boolean, schema?: Schema }[] }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>> }} ApiDocument
 */

/**
 * Breaking changes for a client of the document before: an operation or a field of a reply that is
 * gone, an accepted value that is refused, or something more that is asked for.
 * @param {ApiDocument} before
 * @param {ApiDocument} now
 * @returns {string[]}
 */
export function breakingChanges(before, now) {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const known = now.paths[path]?.[method]
      const found = known ? operationChanges(operation, known) : ['is gone']
      return found.map((change) => `${name}: ${change}`)
    }),
  )
}

/** @param {Operation} before @param {Operation} now */
function operationChanges(before, now) {
  return [
    ...replyChanges(schemaOf(before.responses?.['200']), schemaOf(now.responses?.['200']), 'reply'),
    ...inputChanges(schemaOf(before.requestBody), schemaOf(now.requestBody), 'body'),
    ...inputChanges(parametersOf(before), parametersOf(now), 'parameters'),
  ]
}

/** @param {Body | undefined} body */
function schemaOf(body) {
  return body?.content?.['application/json']?.schema
}

/** @param {Operation} operation @returns {Schema} */
function parametersOf({ parameters = [] }) {
  return {
    properties: Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema])),
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  }
}

/** @param {Schema | undefined} before @param {Schema | undefined} now @param {string} at @returns {string[]} */
function replyChanges(before, now, at) {
  if (!before) return []
  if (!now) return [`${at} is gone`]
  if (before.anyOf || now.anyOf) return []
  const found = before.type !== now.type ? [`${at} is ${now.type}, was ${before.type}`] : []
  for (const [name, schema] of Object.entries(before.properties ?? {})) {
    const place = `${at}.${name}`
    found.push(...replyChanges(schema, now.properties?.[name], place))
    const wasThere = before.required?.includes(name)
    const mayLack = now.properties?.[name] && !now.required?.includes(name)
    if (wasThere && mayLack) found.push(`${place} may be missing`)
  }
  if (before.items) found.push(...replyChanges(before.items, now.items, `${at}[]`))
  return found
}

/** Whether a larger number of each accepts less. */
const bounds = /** @type {const} */ ({
  minLength: true,
  minimum: true,
  minItems: true,
  maxLength: false,
  maximum: false,
  maxItems: false,
})

/** @param {Schema | undefined} before @param {Schema | undefined} now @param {string} at @returns {string[]} */
function inputChanges(before, now, at) {
  if (!now) return []
  const found = (now.required ?? [])
    .filter((name) => !before?.required?.includes(name))
    .map((name) => `${at}.${name} is asked for`)
  if (!before || before.anyOf || now.anyOf) return found
  if (before.type && now.type && before.type !== now.type)
    found.push(`${at} is ${now.type}, was ${before.type}`)
  for (const [name, schema] of Object.entries(before.properties ?? {})) {
    const known = now.properties?.[name]
    found.push(
      ...(known ? inputChanges(schema, known, `${at}.${name}`) : [`${at}.${name} is gone`]),
    )
  }
  if (before.items) found.push(...inputChanges(before.items, now.items, `${at}[]`))
  const refused = (before.enum ?? []).filter((value) => now.enum && !now.enum.includes(value))
  if (refused.length > 0) found.push(`${at} refuses ${refused.join(', ')}`)
  if (now.enum && !before.enum && before.const === undefined)
    found.push(`${at} takes a few values alone`)
  if (now.pattern && now.pattern !== before.pattern) found.push(`${at} has another pattern`)
  for (const [bound, isLess] of Object.entries(bounds)) {
    const key = /** @type {keyof typeof bounds} */ (bound)
    const [was, is] = [before[key], now[key]]
    if (is === undefined || (was === undefined && is === 0)) continue
    if (was === undefined || (isLess ? is > was : is < was)) found.push(`${at} has ${bound} ${is}`)
  }
  return found
}
