/** `Chrome on Windows` from what a browser says about itself. The order matters: each claims to be those below it. */
const browsers: [sign: RegExp, name: string][] = [
  [/\bEdgA?\/|EdgiOS\//, 'Edge'],
  [/\bOPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [sign: RegExp, name: string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

export function browserName(userAgent: string): string {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  // A program is named by its first word, such as `curl`.
  return browser ?? system ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || 'Unknown')
}

const nameIn = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([sign]) => sign.test(text))?.[1]
