/** Reads messages as a receiver does: octet counting, RFC 5424, CEF. Throws for what is not exactly that. */

export interface ReadMessage {
  readonly facility: number
  readonly severity: number
  readonly timestamp: string
  readonly kind: string
  /** The seven fields of CEF's header, unescaped. */
  readonly header: readonly string[]
  readonly extensions: Readonly<Record<string, string>>
}

/** The whole messages at the start of what was received, and what is left. */
export function frames(received: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let rest = received
  for (;;) {
    const space = rest.indexOf(0x20)
    const digits = rest.subarray(0, Math.max(0, space)).toString()
    if (space < 0 && /^\d{0,5}$/.test(rest.toString('latin1'))) return { messages, rest }
    if (!/^[1-9]\d{0,4}$/.test(digits)) throw new Error(`No length in front of ${rest.toString()}`)
    const end = space + 1 + Number(digits)
    if (rest.length < end) return { messages, rest }
    messages.push(rest.subarray(space + 1, end))
    rest = rest.subarray(end)
  }
}

const syslog =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) - plumbline - (finding|test) - (CEF:.*)$/s

export function readMessage(bytes: Buffer): ReadMessage {
  if (bytes.length > 8_192) throw new Error(`It has ${bytes.length} bytes.`)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (/\p{Cc}/u.test(text)) throw new Error('It holds a control character.')
  const [, priority = '', timestamp = '', kind = '', cef = ''] = syslog.exec(text) ?? []
  if (cef === '') throw new Error(`It is no message of RFC 5424: ${text}`)
  const parts = cef.split(/(?<=(?<!\\)(?:\\\\)*)\|/)
  const header = parts.slice(0, 7).map(unescapeHeader)
  if (header.length < 7) throw new Error(`The header has ${header.length} fields.`)
  return {
    facility: Number(priority) >> 3,
    severity: Number(priority) & 7,
    timestamp,
    kind,
    header,
    extensions: readExtensions(parts.slice(7).join('|')),
  }
}

function unescapeHeader(text: string): string {
  if (/(?<!\\)(?:\\\\)*\\(?![\\|])/.test(text)) throw new Error(`An escape of its own: ${text}`)
  return text.replace(/\\([\\|])/g, '$1')
}

/** A key ends at a `=` that is not escaped and begins behind the last space before it. */
function readExtensions(text: string): Readonly<Record<string, string>> {
  if (text === '') return {}
  const marks = [...text.matchAll(/(?:^| )([A-Za-z0-9]+)(?<=(?<!\\)(?:\\\\)*[A-Za-z0-9])=/g)]
  return Object.fromEntries(
    marks.map((mark, at) => {
      const start = mark.index + mark[0].length
      const value = text.slice(start, marks[at + 1]?.index)
      if (/(?<!\\)(?:\\\\)*=/.test(value)) throw new Error(`A value divides: ${value}`)
      if (/(?<!\\)(?:\\\\)*\\(?![\\=nr])/.test(value)) throw new Error(`No escape: ${value}`)
      const read = value.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))
      return [mark[1] ?? '', read]
    }),
  )
}
