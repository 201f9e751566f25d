import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/** The initial congestion window (RFC 6928): a smaller body does not arrive sooner. */
const firstPacketsBytes = 12 * 1024

/**
 * The compression of responses for one caller, while they are sent: quickly. Zstandard is neither
 * smaller nor quicker than this Brotli.
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

/**
 * The page has the initial congestion window for itself, and its resources wait for the whole page.
 */
export const pageCompression = compressionAbove(1_024)
