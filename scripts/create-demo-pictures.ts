// Makes the pictures of the demo shop in all their widths from photographs, and points products.json
// to them. Usage: node scripts/create-demo-pictures.ts <folder with the photographs>
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPicture } from '../src/server/uploads/picture.ts'

interface DemoProduct {
  imageUrl: string
  imagesUrl: string[]
  variants?: { imageUrl?: string }[]
}

const demo = join(import.meta.dirname, '../demo')
const photographs = process.argv[2]
if (!photographs) throw new Error('Name the folder with the photographs.')

const source = await readFile(join(photographs, 'products.json'), 'utf8')
const products = JSON.parse(source) as DemoProduct[]
const addresses = new Map<string, string>()
await mkdir(join(demo, 'uploads'), { recursive: true })

async function addressOf(photograph: string): Promise<string> {
  const known = addresses.get(photograph)
  if (known) return known
  const picture = await createPicture(await readFile(join(photographs ?? '', photograph)))
  for (const { name, bytes } of picture.files) await writeFile(join(demo, 'uploads', name), bytes)
  const address = `/uploads/${picture.name}`
  addresses.set(photograph, address)
  console.log(`${photograph} -> ${address}`)
  return address
}

for (const product of products) {
  product.imageUrl = await addressOf(product.imageUrl)
  const extra: string[] = []
  for (const photograph of product.imagesUrl) extra.push(await addressOf(photograph))
  for (const variant of product.variants ?? []) {
    if (variant.imageUrl) variant.imageUrl = await addressOf(variant.imageUrl)
  }
  // The gallery shows the main picture anyway.
  product.imagesUrl = extra.filter((address) => address !== product.imageUrl)
}
await writeFile(join(demo, 'products.json'), `${JSON.stringify(products, null, 2)}\n`)
