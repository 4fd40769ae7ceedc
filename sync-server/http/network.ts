/** An IPv4 address, or the half of an IPv6 address that one subscriber has all of. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [start = '', end] = plain.split('::')
  const groups = start.split(':').filter(Boolean)
  const zeros = end === undefined ? 0 : 8 - groups.length - end.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(zeros).fill('0')].slice(0, 4).join(':')
}
