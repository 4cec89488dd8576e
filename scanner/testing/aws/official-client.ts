/** Helpers for tests that read the fixture cloud with the official clients and verify that no data is lost. */
import { deepEqual, equal } from 'node:assert/strict'
import { request as send } from 'node:http'
import type { FixtureCloud } from '../cloud.ts'
import { firstKeyOf } from '../blank-account.ts'

interface OutgoingRequest {
  method: string
  hostname: string
  path: string
  query?: Record<string, string | string[] | null>
  headers: Record<string, string>
  body?: unknown
}

interface IncomingResponse {
  statusCode: number
  headers: Record<string, string>
  body: Uint8Array
}

const searchOf = (query: OutgoingRequest['query'] = {}) =>
  Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const))
    .map(([name, value]) =>
      value === null
        ? encodeURIComponent(name)
        : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    )
    .join('&')

/** A transport for the official clients that connects to the cloud regardless of the host, and keeps the last body. */
export const transportTo = (cloud: { readonly port: number }) => {
  const transport = {
    lastBody: '',
    lastHost: '',
    handle: (request: OutgoingRequest) =>
      new Promise<{ response: IncomingResponse }>((resolve, reject) => {
        const search = searchOf(request.query)
        transport.lastHost = request.hostname
        const outgoing = send(
          {
            host: '127.0.0.1',
            port: cloud.port,
            method: request.method,
            path: search ? `${request.path}?${search}` : request.path,
            headers: request.headers,
          },
          (incoming) => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', reject)
            incoming.on('end', () => {
              const body = Buffer.concat(chunks)
              transport.lastBody = body.toString()
              const headers: Record<string, string> = {}
              for (const [name, value] of Object.entries(incoming.headers))
                headers[name] = String(value)
              resolve({ response: { statusCode: incoming.statusCode ?? 0, headers, body } })
            })
          },
        )
        outgoing.on('error', reject)
        const { body } = request
        outgoing.end(typeof body === 'string' || body instanceof Uint8Array ? body : undefined)
      }),
  }
  return transport
}

/** Settings of an official client that reads account `id` of the cloud, one attempt per call. */
export const settingsFor = (cloud: FixtureCloud, id: string, region = 'us-east-1') => ({
  endpoint: cloud.url,
  region,
  credentials: firstKeyOf(id),
  maxAttempts: 1,
})

const leavesOf = (value: unknown): string[] => {
  if (value === undefined || value === null || value === '') return []
  if (value instanceof Date) return [value.toISOString()]
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('base64')]
  if (typeof value !== 'object') return [String(value)]
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$metadata' ? [] : leavesOf(inner),
  )
}

/** Names of members: a map travels as entries whose keys are text. */
const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)])
    : Array.isArray(value)
      ? value.flatMap(keysOf)
      : []

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#xD;', '\r')
    .replaceAll('&amp;', '&')

const xmlLeaves = (body: string) =>
  [...body.matchAll(/<(\w+)[^>]*>([^<]+)<\/\1>/g)]
    .filter(([, name]) => !/^requestid$/i.test(name ?? ''))
    .map(([, , text]) => unescape(text ?? ''))

/** JSON services send times as seconds, which the client converts to dates. */
const jsonLeaves = (body: string) =>
  leavesOf(
    JSON.parse(body, (_, value: unknown) =>
      typeof value === 'number' && value > 1e9 && value < 4e9 ? new Date(value * 1000) : value,
    ),
  )

/** Asserts that every value in the response body is in the result of the official client. */
export const nothingLost = (body: string, read: unknown): void => {
  const sent = body.startsWith('<') ? xmlLeaves(body) : jsonLeaves(body)
  const arrived = new Map<string, number>()
  for (const leaf of [...leavesOf(read), ...keysOf(read)])
    arrived.set(leaf, (arrived.get(leaf) ?? 0) + 1)
  const lost = sent.filter((leaf) => {
    const left = arrived.get(leaf) ?? 0
    arrived.set(leaf, left - 1)
    return left <= 0
  })
  deepEqual(lost, [])
}

/** For `rejects`: the official client's error for a fault with this code and status. */
export const fault = (code: string, status: number) => (error: unknown) => {
  const read = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  equal(`${read.name} ${read.$metadata?.httpStatusCode}`, `${code} ${status}`)
  return true
}

/** All pages of a paginator. */
export const pagesOf = async <Page>(paginator: AsyncIterable<Page>): Promise<Page[]> => {
  const pages: Page[] = []
  for await (const page of paginator) pages.push(page)
  return pages
}

interface Client<Command> {
  send(command: Command): Promise<unknown>
}

/** Sends the commands one after the other; each response must be read without loss. Returns the results. */
export const readsAll = async <Command>(
  client: Client<Command>,
  transport: { lastBody: string },
  commands: readonly Command[],
): Promise<unknown[]> => {
  const answers: unknown[] = []
  for (const command of commands) {
    const answer = await client.send(command)
    nothingLost(transport.lastBody, answer)
    answers.push(answer)
  }
  return answers
}
