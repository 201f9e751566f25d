import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/** What leaves with the first packets of a connection (RFC 6928) arrives no sooner when it is less. */
const firstPacketsBytes = 12 * 1024

/**
 * How what is made for one caller is compressed as it goes: quickly. Zstandard is neither smaller
 * nor quicker than this Brotli.
 */
function compressionAbove(thresholdBytes: number): FastifyCompressOptions {
  return {
    threshold: thresholdBytes,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    globalDecompression: false,
  }
}

export const personalAnswers = compressionAbove(firstPacketsBytes)

/** The page shares its first packets with nothing, and what it asks for waits for all of it. */
export const pageCompression = compressionAbove(1_024)
