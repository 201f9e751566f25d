import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { ZipError } from './zip.ts'

/** Receives the elements of a part of a workbook, by their names without a prefix. */
interface XmlVisitor {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const sliceBytes = 64 * 1024

/**
 * Reads a part of a workbook, and answers others between two slices of it. A document type is
 * refused: its entities could grow a small part to any size. Throws ZipError.
 */
export async function readXml(bytes: Buffer, visitor: XmlVisitor): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw new ZipError('檔案已損壞')
  })
  parser.on('doctype', () => {
    throw new ZipError('檔案含有不允許的內容（DOCTYPE）')
  })
  parser.on('opentag', ({ name, attributes }) => visitor.open?.(localName(name), attributes))
  parser.on('text', (text) => visitor.text?.(text))
  parser.on('cdata', (text) => visitor.text?.(text))
  parser.on('closetag', ({ name }) => visitor.close?.(localName(name)))
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      await setImmediate()
      parser.write(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true }))
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof TypeError) throw new ZipError('檔案的編碼無法讀取')
    throw error
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
