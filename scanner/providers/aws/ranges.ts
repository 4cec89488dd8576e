// Classification of address ranges: the internet, a public part of it, or a private network.

export type Family = 'ipv4' | 'ipv6'

/** Addresses from the first to the last, both included. */
interface Span {
  readonly first: bigint
  readonly last: bigint
}

interface Range extends Span {
  readonly family: Family
  readonly bits: number
}

const widths = { ipv4: 32, ipv6: 128 } as const

const joined = (parts: readonly string[], bits: bigint, radix: string): bigint =>
  parts.reduce((number, part) => (number << bits) + BigInt(radix + part), 0n)

function ipv4(address: string): bigint | null {
  const parts = address.split('.')
  const sound = parts.length === 4 && parts.every((it) => /^\d{1,3}$/.test(it) && Number(it) < 256)
  return sound ? joined(parts, 8n, '') : null
}

/** `::` replaces the missing zeros, once; the last two parts may be an IPv4 address. */
function ipv6(address: string): bigint | null {
  const tail = address.slice(address.lastIndexOf(':') + 1)
  const short = tail.includes('.') ? ipv4(tail) : null
  if (tail.includes('.') && short === null) return null
  const whole =
    short === null
      ? address
      : `${address.slice(0, -tail.length)}${(short >> 16n).toString(16)}:${(short & 0xffffn).toString(16)}`
  const halves = whole.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const given = halves.flat()
  if (halves.length > 2 || !given.every((it) => /^[0-9a-f]{1,4}$/i.test(it))) return null
  const missing = 8 - given.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const [before = [], after = []] = halves
  return joined([...before, ...Array<string>(missing).fill('0'), ...after], 16n, '0x')
}

/** An address without a length is one address. Null if invalid. */
function parse(range: string): Range | null {
  const [address = '', length, ...rest] = range.split('/')
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  const width = widths[family]
  const number = family === 'ipv6' ? ipv6(address) : ipv4(address)
  const bits = Number(length ?? width)
  const sound = rest.length === 0 && /^\d{1,3}$/.test(length ?? '0') && bits <= width
  if (number === null || !sound) return null
  const size = 1n << BigInt(width - bits)
  const first = number - (number % size)
  return { family, first, last: first + size - 1n, bits }
}

/** Returns the rest of a span without these spans. */
const without = (span: Span, taken: readonly Span[]): readonly Span[] =>
  taken.reduce<readonly Span[]>(
    (left, { first, last }) =>
      left.flatMap((it) =>
        [
          { first: it.first, last: it.last < first ? it.last : first - 1n },
          { first: it.first > last ? it.first : last + 1n, last: it.last },
        ].filter((part) => part.first <= part.last),
      ),
    [span],
  )

const spans = (ranges: readonly string[]): readonly Range[] =>
  ranges.flatMap((range) => parse(range) ?? [])

// Addresses that are not routed on the internet: IANA's special-purpose registry for IPv4; all except 2000::/3 for
// IPv6.
const unrouted = {
  ipv4: spans([
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
  ]),
  ipv6: spans(['::/3', '4000::/2', '8000::/1']),
}

const routed = (range: Range): readonly Span[] => without(range, unrouted[range.family])

export const familyOf = (range: string): Family => (range.includes(':') ? 'ipv6' : 'ipv4')

export const families = ['ipv4', 'ipv6'] as const

/** The number of addresses in these spans, without duplicates. */
function size(given: readonly Span[]): bigint {
  const order = [...given].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
  let [sum, end] = [0n, -1n]
  for (const { first, last } of order) {
    if (last <= end) continue
    sum += last - (first > end ? first - 1n : end)
    end = last
  }
  return sum
}

const reserved = { ipv4: size(unrouted.ipv4), ipv6: size(unrouted.ipv6) } as const

const publicSize = (family: Family, given: readonly Span[]): bigint =>
  size([...given, ...unrouted[family]]) - reserved[family]

/**
 * An eighth of a family's public addresses, as much as `0.0.0.0/3` or `2000::/6` contains. No intended network is that
 * large; several such ranges are the internet in parts.
 */
const isEighth = (family: Family, count: bigint): boolean =>
  count * 8n >= (1n << BigInt(widths[family])) - reserved[family]

/** True if ranges together are the internet: at least an eighth of the public addresses of one family. */
export function areInternet(ranges: readonly string[]): boolean {
  const given = spans(ranges)
  return families.some((family) => {
    const own = given.filter((it) => it.family === family)
    return own.length > 0 && isEighth(family, publicSize(family, own))
  })
}

/** True if a single range is the internet. */
export const isInternet = (range: string): boolean => areInternet([range])

/**
 * For entries of which the first that contains an address decides: returns those that allow the internet. These are the
 * entries that allow an eighth of a family's public addresses by themselves, else all that do so together.
 */
export function letInternetIn<E extends { readonly range: string; readonly allow: boolean }>(
  entries: readonly E[],
): readonly E[] {
  const known = entries.flatMap((entry) => {
    const span = parse(entry.range)
    return span ? [{ entry, span }] : []
  })
  return families.flatMap((family) => {
    const own = known.filter(({ span }) => span.family === family)
    const decided = own.map(({ entry, span }, index) => {
      const earlier = own.slice(0, index).map((it) => it.span)
      return { entry, open: entry.allow ? publicSize(family, without(span, earlier)) : 0n }
    })
    const alone = decided.filter(({ open }) => isEighth(family, open))
    const all = decided.reduce((sum, { open }) => sum + open, 0n)
    const some = isEighth(family, all) ? decided.filter(({ open }) => open > 0n) : []
    return (alone.length > 0 ? alone : some).map(({ entry }) => entry)
  })
}

/** True if a range contains public addresses, also if it only extends beyond a private network. */
export function isPublic(range: string): boolean {
  const parsed = parse(range)
  return parsed !== null && routed(parsed).length > 0
}

/** True if every address of a range, public or not, is in one of these ranges. */
export function isWithin(range: string, by: readonly string[]): boolean {
  const parsed = parse(range)
  if (!parsed) return false
  const taken = spans(by).filter(({ family }) => family === parsed.family)
  return without(parsed, taken).length === 0
}

/** The length of a range's prefix: 32 for one IPv4 address, 0 for all of them. NaN if invalid. */
export const prefixLength = (range: string): number => parse(range)?.bits ?? Number.NaN
