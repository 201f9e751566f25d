declare module 'wawoff2/decompress.js' {
  /** The TrueType font of a WOFF2 file. */
  // biome-ignore lint/style/noDefaultExport: the library exports its one function
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
}
