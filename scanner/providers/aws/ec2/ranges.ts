// What an address range means: the internet, a public part of it, or a private network.

interface Range {
  readonly family: 'ipv4' | 'ipv6'
  /** The first 32 bits of an IPv4 range, the first 16 of an IPv6 one. */
  readonly head: number
  readonly bits: number
}

const ipv4Head = (address: string): number =>
  address.split('.').reduce((head, part) => head * 256 + Number(part), 0)

/** An address without a length is one address. */
function parse(range: string): Range {
  const [address = '', bits] = range.split('/')
  return address.includes(':')
    ? {
        family: 'ipv6',
        head: Number.parseInt(address.split(':')[0] || '0', 16),
        bits: Number(bits ?? 128),
      }
    : { family: 'ipv4', head: ipv4Head(address), bits: Number(bits ?? 32) }
}

export const familyOf = (range: string): 'ipv4' | 'ipv6' => parse(range).family

/** Whether the first `bits` of two heads of `width` bits are the same. */
const sameStart = (a: number, b: number, bits: number, width: number): boolean =>
  Math.floor(a / 2 ** (width - bits)) === Math.floor(b / 2 ** (width - bits))

/**
 * Whether a range is the internet: everything, or half of IPv4 (two halves are a common way around
 * rules against `0.0.0.0/0`), or all of 2000::/3, which is the whole of public IPv6.
 */
export function isInternet(range: string): boolean {
  const { family, head, bits } = parse(range)
  if (family === 'ipv4') return bits <= 1
  return bits <= 3 && sameStart(head, 0x2000, bits, 16)
}

/** Whether a range leaves nothing of its family's internet out: what a rule must do to close it. */
export const isWholeInternet = (range: string): boolean =>
  isInternet(range) && (familyOf(range) === 'ipv6' || prefixLength(range) === 0)

// IANA's special-purpose registry for IPv4: what is not routed on the internet.
const private4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
].map(parse)

/** Whether a range holds addresses of the internet. A range that reaches beyond a private network does. */
export function isPublic(range: string): boolean {
  const { family, head, bits } = parse(range)
  if (family === 'ipv6') return isInternet(range) || sameStart(head, 0x2000, 3, 16)
  return !private4.some(
    (block) => bits >= block.bits && sameStart(head, block.head, block.bits, 32),
  )
}

/** The length of a range's prefix: 32 for one IPv4 address, 0 for all of them. */
export const prefixLength = (range: string): number => parse(range).bits
