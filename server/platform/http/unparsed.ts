/** Answers to requests that cannot be parsed. No route and no hook sees them: they are written to the connection. */
import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorDocument, Problem } from '@plumbline/jsonapi'
import { corsHeaders } from './cors.ts'
import { bytesOf, jsonApi, securityHeaders } from './response.ts'

/** Of the request line and all headers: a list of a thousand ids or names of checks in a filter. */
export const maxHeaderBytes = 65_536

/** An error of Node's HTTP parser, with the bytes that it read last. */
interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

const problems: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: () =>
    new Problem(
      431,
      'headers_too_large',
      `The URL and headers must have at most ${maxHeaderBytes} bytes. Use fewer or shorter filters.`,
    ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new Problem(413, 'too_large', 'The extensions of the chunks are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Problem(408, 'request_timeout', 'The request did not arrive in time.'),
}
const notHttp = (): Problem =>
  new Problem(400, 'bad_request', 'The request is not valid HTTP and could not be read.')

/** Answers with an error document and closes the connection. */
export const answerUnparsed =
  (origins: ReadonlySet<string>) =>
  (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { code = '', rawPacket } = error
    const problem = (Object.hasOwn(problems, code) ? problems[code] : undefined)?.() ?? notHttp()
    const body = bytesOf(errorDocument(problem))
    const origin = /^origin:[ \t]*(\S+)\r$/im.exec(rawPacket?.toString('latin1') ?? '')?.[1]
    const headers = {
      ...securityHeaders,
      ...corsHeaders(origins, origin),
      'Transaction-ID': randomBytes(16).toString('hex'),
      'Content-Type': jsonApi,
      'Content-Length': body.length,
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const { status } = problem
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
    socket.end(Buffer.concat([Buffer.from(head, 'latin1'), body]))
  }
