import { parseArgs } from 'node:util'
import { bigShopOptions, openBigShop } from './big-shop.ts'
import { memoryMb } from './processes.ts'
import { provenance, resultsFolder, saveReport, table } from './report.ts'

const budgetMs = 2_000
const budgetMb = 50
const addressOfFile = /<loc>[^<]*(\/sitemaps\/[^<]*)<\/loc>/g

/** How long each file of the sitemap takes, and what the process has grown by after all of them. */
export async function runSitemapBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { ...bigShopOptions, results: { type: 'string', default: resultsFolder } },
  })
  const shop = await openBigShop({ products: Number(values.products), data: values.data })
  try {
    const { address, pid } = shop.server
    const index = await (await fetch(new URL('/sitemap.xml', address))).text()
    const files = [...index.matchAll(addressOfFile)].map(([, path = '']) => path)
    const before = (await memoryMb(pid)) ?? Number.NaN
    let most = before
    const rows: string[][] = []
    const slow: string[] = []
    for (const path of files) {
      const { ms, bytes } = await readFile(new URL(path, address))
      most = Math.max(most, (await memoryMb(pid)) ?? Number.NaN)
      if (ms > budgetMs) slow.push(path)
      rows.push([path, ms.toFixed(0), (bytes / 1_000_000).toFixed(1)])
    }
    const grown = most - before
    const text = [
      '# Sitemap',
      '',
      ...provenance(),
      `- ${values.products} products in ${files.length} files; over ${budgetMs} ms: ${slow.join(' ') || 'none'}`,
      `- the process grew by at most ${grown.toFixed(0)} MB from ${before.toFixed(0)} MB${grown > budgetMb ? ', MORE than it may' : ''}`,
      '',
      table(['file', 'ms', 'MB'], rows),
    ].join('\n')
    console.log(text)
    if (values.products === bigShopOptions.products.default) {
      console.log(`\nKept in ${saveReport('sitemap', text, values.results)}`)
    }
  } finally {
    await shop.close()
  }
}

/** Takes the answer in pieces, so that the bench itself keeps none of it. */
async function readFile(url: URL): Promise<{ ms: number; bytes: number }> {
  const since = performance.now()
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`)
  let bytes = 0
  for await (const piece of response.body) bytes += piece.length
  return { ms: performance.now() - since, bytes }
}
