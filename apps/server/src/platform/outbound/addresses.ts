import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Everything that is not on the public internet: RFC 6890 and its successors. */
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Public IPv6 is 2000::/3 without these; 2002::/16 and 2001::/32 hide an IPv4 address. */
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
/** Where clouds keep their metadata, and "this host": only an entry for the very address opens them. */
const guarded = ['169.254.0.0/16', '0.0.0.0/8', 'fe80::/10', 'fd00:ec2::/32']

const listOf = (subnets: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const text of subnets) addSubnet(list, text)
  return list
}

function addSubnet(list: BlockList, text: string): void {
  const [address = '', bits = ''] = text.split('/')
  list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
}

const special = listOf([...specialV4, ...specialV6])
const publicV6 = listOf(['2000::/3'])
const guardedList = listOf(guarded)

/** An IPv4 address written as IPv6 (`::ffff:7f00:1`) as IPv4; brackets and case do not matter. null = no address. */
export function plainAddress(text: string): string | null {
  const bare = text.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  // The URL parser writes every form of one address alike.
  const canonical = URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) ?? bare
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical)
  if (mapped === null) return canonical
  const number = Number.parseInt(mapped[1] ?? '', 16) * 65_536 + Number.parseInt(mapped[2] ?? '', 16)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

/** Whether the address lies on the public internet. */
export function isPublic(address: string): boolean {
  const plain = plainAddress(address)
  if (plain === null) return false
  if (isIPv4(plain)) return !special.check(plain, 'ipv4')
  return publicV6.check(plain, 'ipv6') && !special.check(plain, 'ipv6')
}

/** Whether only an entry for this very address may open it, and no range. */
export function isGuarded(address: string): boolean {
  const plain = plainAddress(address) ?? ''
  return guardedList.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}

/** Whether the address lies in the range `subnet` ('10.0.0.0/8'). */
export function isWithin(address: string, subnet: string): boolean {
  const plain = plainAddress(address)
  return plain !== null && listOf([subnet]).check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}
