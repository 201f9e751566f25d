import { generateKeyPairSync, sign } from 'node:crypto'

/** One value in DER; of a list of values, their sequence. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
const time = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

/**
 * A key and a certificate of localhost that it signed itself, valid until then. Node makes keys but no
 * certificates, and `selfsigned` would bring 22 packages for one test.
 */
export function createSelfSigned(validTo: Date): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const ed25519 = sequence(oid(0x2b, 0x65, 0x70))
  const name = sequence(
    der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('localhost')))),
  )
  const alternativeNames = sequence(der(0x82, Buffer.from('localhost')))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ed25519,
    name,
    sequence(time(new Date(Date.now() - 86_400_000)), time(validTo)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), der(0x04, alternativeNames)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey))
  const lines =
    sequence(body, ed25519, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
