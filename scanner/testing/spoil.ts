/** Applies a script to a response before it is sent. */
import type { Reply } from './aws/replies.ts'
import { escapeXml } from './aws/xml.ts'
import type { Asked } from './aws/index.ts'
import type { Deed } from './scripts.ts'

/** Markup, line ends, a direction switch, a terminal escape and a formula, for output to users. */
export const hostileText =
  '</td><script>alert(1)</script>\r\nevent: scan.end\r\ndata: {}\n\n\u202eexe.fdp\u001b[2J=HYPERLINK("//x")\'"--'

const mayStandInXml = (character: string) => character >= ' ' || '\t\n\r'.includes(character)

/** XML 1.0 does not allow control characters, but real services send them as references. */
const inXml = (text: string) =>
  Array.from(text, (character) =>
    mayStandInXml(character) ? escapeXml(character) : `&#x${character.charCodeAt(0).toString(16)};`,
  ).join('')

const withText = (reply: Reply, names: readonly string[], text: string): Reply => {
  const isXml = reply.headers['content-type']?.includes('xml') ?? false
  let body = reply.body.toString()
  for (const name of names)
    body = isXml
      ? body.replace(
          new RegExp(`<${name}>[^<]*</${name}>`, 'g'),
          () => `<${name}>${inXml(text)}</${name}>`,
        )
      : body.replace(
          new RegExp(`"${name}":"(?:[^"\\\\]|\\\\.)*"`, 'g'),
          () => `"${name}":${JSON.stringify(text)}`,
        )
  return { ...reply, body: Buffer.from(body) }
}

/** A body whose first half is valid and whose rest is broken. */
const broken = ({ status, headers, body }: Reply): Reply => ({
  status,
  headers,
  body: Buffer.concat([body.subarray(0, body.length >> 1), Buffer.from('<<{"\u0000\ufffd]]>&')]),
})

export const replyFor = (asked: Asked, deed: Deed | undefined): Reply => {
  switch (deed?.do) {
    case 'deny':
      return asked.refuse('denied')
    case 'throttle': {
      const reply = asked.refuse('throttled')
      const after = deed.retryAfterSeconds
      return {
        ...reply,
        status: deed.status ?? reply.status,
        headers: {
          ...reply.headers,
          ...(after === undefined ? {} : { 'retry-after': String(after) }),
        },
      }
    }
    case 'status':
      return {
        status: deed.status,
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from(deed.body ?? ''),
      }
    case 'headers': {
      const reply = asked.answer()
      const headers = { ...reply.headers, ...deed.headers }
      return { ...reply, status: deed.status ?? reply.status, headers }
    }
    case 'garbage':
      return broken(asked.answer())
    case 'hostile':
      return withText(asked.answer(), deed.names, deed.text ?? hostileText)
    default:
      return asked.answer()
  }
}
