/** Finds the start of the records of a file: some scanners wrap their list in an object. */

/** Members under which scanners keep their list, in lower case. */
export const listNames: ReadonlySet<string> = new Set([
  'findings',
  'records',
  'events',
  'results',
  'items',
  'data',
])

/** The number of bytes at the start of a file that are searched. A list that starts later is not found. */
export const headBytes = 65_536

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const skipSpace = (head: Uint8Array, from: number): number => {
  let at = from
  while (at < head.length && isSpace(head[at])) at += 1
  return at
}

/** Returns the offset after the string that begins at `from`, or the end of the data. */
function behindString(head: Uint8Array, from: number): number {
  for (let at = from + 1; at < head.length; at += 1) {
    if (head[at] === 0x5c) at += 1
    else if (head[at] === 0x22) return at + 1
  }
  return head.length
}

/** Returns the offset after the value that begins at `from`: a string, or brackets with their contents. */
function behindValue(head: Uint8Array, from: number): number {
  let depth = 0
  let at = from
  while (at < head.length) {
    const byte = head[at]
    if (byte === 0x22) at = behindString(head, at)
    else {
      if (byte === 0x7b || byte === 0x5b) depth += 1
      else if (byte === 0x7d || byte === 0x5d) {
        if (depth === 0) return at // the end of the enclosing object
        depth -= 1
      } else if (byte === 0x2c && depth === 0) return at
      at += 1
      if (depth === 0 && (byte === 0x7d || byte === 0x5d)) return at
    }
  }
  return at
}

export interface ListStart {
  /** `list`: the items of a list follow, which is the whole file or inside an object. */
  readonly kind: 'empty' | 'list' | 'wrapped' | 'sequence' | 'other'
  /** Offset of the first byte after the list's bracket, or of the first object. */
  readonly at: number
}

/** Detects the format by the first `headBytes` of a file, or by all of a shorter one. */
export function listStart(head: Uint8Array): ListStart {
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  const begin = skipSpace(head, mark)
  if (begin === head.length) return { kind: 'empty', at: begin }
  if (head[begin] === 0x5b) return { kind: 'list', at: begin + 1 }
  if (head[begin] !== 0x7b) return { kind: 'other', at: begin }
  const inObject = listInObject(head, begin + 1)
  return inObject === -1 ? { kind: 'sequence', at: begin } : { kind: 'wrapped', at: inObject }
}

/** Returns the offset after the bracket of a list of objects with a known name among an object's members; or -1. */
function listInObject(head: Uint8Array, from: number): number {
  const decoder = new TextDecoder()
  let at = skipSpace(head, from)
  while (head[at] === 0x22) {
    const nameEnd = behindString(head, at)
    const name = decoder.decode(head.subarray(at + 1, nameEnd - 1)).toLowerCase()
    const value = skipSpace(head, skipSpace(head, nameEnd) + 1)
    if (listNames.has(name) && head[value] === 0x5b) {
      const first = head[skipSpace(head, value + 1)]
      if (first === 0x7b || first === 0x5d) return value + 1
    }
    at = skipSpace(head, behindValue(head, value))
    if (head[at] === 0x2c) at = skipSpace(head, at + 1)
  }
  return -1
}
