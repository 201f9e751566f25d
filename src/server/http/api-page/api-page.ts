import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#contract/markup.ts'

/** Schemas of more operations would be megabytes, which take a browser long. */
const mostOpen = 40

interface Operation {
  summary?: string
  tags?: string[]
  /** Any one of several is enough. */
  'x-permission'?: string | string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}

interface Entry extends Operation {
  method: string
  path: string
}

/**
 * The API's document for people, searched on the server: a page without a script, under the same
 * policy as every page of the shop.
 */
export function serveApiPage(app: FastifyInstance): void {
  app.get('/docs.css', { schema: { hide: true } }, (_, reply) => {
    return reply.type('text/css; charset=utf-8').send(apiPageStyles)
  })
  app.get<{ Querystring: { q?: unknown } }>(
    '/docs',
    { schema: { hide: true } },
    (request, reply) => {
      const { q } = request.query
      const words = typeof q === 'string' ? q.slice(0, 200).trim() : ''
      const found = find(entriesOf(app), words)
      reply.header('Cache-Control', 'no-cache')
      return reply.type('text/html; charset=utf-8').send(page(words, found))
    },
  )
}

function entriesOf(app: FastifyInstance): Entry[] {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      ...call,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** The operation of these words alone, such as `GET /v2/order`; else all that have each of them. */
function find(entries: readonly Entry[], words: string): readonly Entry[] {
  const named = entries.find(({ method, path }) => `${method} ${path}` === words)
  return named ? [named] : entries.filter((entry) => matches(entry, words))
}

function matches({ method, path, summary, tags = [], ...rest }: Entry, words: string): boolean {
  const text = [method, path, summary, ...tags, rest['x-permission']].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function page(words: string, entries: readonly Entry[]): string {
  const isAlone = entries.length === 1
  return `<!doctype html>
<html lang="zh-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API｜MinMin 團購</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<main>
<h1>MinMin 團購 API</h1>
<p><a href="/openapi.json">openapi.json</a></p>
<form action="/docs" role="search">
<label for="q">搜尋</label>
<input id="q" name="q" type="search" value="${escapeHtml(words)}" autocomplete="off">
<button>搜尋</button>
</form>
<p role="status">${entries.length} 個操作</p>
${entries.map((entry) => (entries.length > mostOpen ? linkHtml(entry) : entryHtml(entry, isAlone))).join('\n')}
</main>
</body>
</html>
`
}

function linkHtml(entry: Entry): string {
  const { method, path } = entry
  const alone = new URLSearchParams({ q: `${method} ${path}` })
  return `<p class="entry"><a href="/docs?${escapeHtml(`${alone}`)}">${nameHtml(entry)}</a></p>`
}

function nameHtml({ method, path, summary = '' }: Entry): string {
  return `<b>${method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span>`
}

function entryHtml(entry: Entry, isOpen: boolean): string {
  const { tags = [], parameters = [], requestBody, responses = {} } = entry
  const permissions = [entry['x-permission'] ?? []].flat()
  const callers = [...tags, permissions.join(' or ')].filter((text) => text !== '')
  const rows = parameters.map(
    ({ name, in: place, required }) =>
      `<li><code>${escapeHtml(name)}</code> ${place}${required ? ' · required' : ''}</li>`,
  )
  const replies = Object.entries(responses).map(
    ([status, { content }]) => `<h3>${escapeHtml(status)}</h3>${schemaHtml(content)}`,
  )
  return `<details${isOpen ? ' open' : ''}>
<summary>${nameHtml(entry)}</summary>
<p>${escapeHtml(callers.join(' · '))}</p>
${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : ''}
${requestBody ? `<h3>Body</h3>${schemaHtml(requestBody.content)}` : ''}
${replies.join('')}
</details>`
}

function schemaHtml(content: Record<string, { schema?: unknown }> = {}): string {
  const parts = Object.entries(content).map(
    ([type, { schema }]) =>
      `<p>${escapeHtml(type)}</p><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2) ?? '')}</pre>`,
  )
  return parts.join('')
}

/** Of the page of the API's document alone. */
const apiPageStyles = `
:root { color-scheme: light; --ink: #2a2521; --paper: #fbf8f3; --line: #ddd3c7; --accent: #ad4e28 }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 'PingFang TC', 'Noto Sans TC', 'Microsoft JhengHei', sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 24px 16px 64px }
h1 { font-size: 1.5rem; margin: 0 0 8px }
h3 { font-size: 1rem; margin: 16px 0 4px }
a { color: var(--accent) }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 16px 0 }
input, button { font: inherit; min-height: 44px; padding: 0 12px; border: 1px solid #8a7d70; border-radius: 8px; background: #fff; color: inherit }
input { flex: 1; min-width: 0 }
button { background: var(--accent); border-color: var(--accent); color: #fff }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
details, .entry { margin: 0; border-top: 1px solid var(--line) }
summary, .entry { padding: 12px 0; overflow-wrap: anywhere }
summary { cursor: pointer }
.entry a { color: inherit; text-decoration: none }
.entry code { text-decoration: underline; text-underline-offset: 3px }
:is(summary, .entry) b { display: inline-block; min-width: 4.5em; color: var(--accent) }
:is(summary, .entry) span { display: block; color: #5f564d }
pre { margin: 0; padding: 12px; overflow: auto; max-height: 24rem; background: #fff; border: 1px solid var(--line); border-radius: 8px; font-size: 13px; line-height: 1.5 }
`
