const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]
/** In this order: each browser names those that it is like. */
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** `Chrome，Windows`, of what a browser says of itself; the text itself when it is none known. */
export function deviceName(userAgent: string): string {
  const find = (among: [RegExp, string][]) => among.find(([sign]) => sign.test(userAgent))?.[1]
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return known.length > 0 ? known.join('，') : userAgent.slice(0, 60) || '未知的裝置'
}
