/** How answers are sent: documents, bytes, streams, and 304 for what the client has already. */
import { createHash } from 'node:crypto'
import { errorDocument, type Problem, Problems } from '@plumbline/jsonapi'
import type { FastifyReply } from 'fastify'
import type { Answer } from './endpoint.ts'

export const jsonApi = 'application/vnd.api+json'

/** The same on every answer. An endpoint's own headers come on top. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization, Origin, Accept',
}

/** A text would get a charset, which JSON:API forbids. */
export const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document))

/** The entity tag of a body, or of what a body follows from; quotes and all. */
export const tagOf = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Whether the client has this already: one of the tags it names, or any. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

export async function send(reply: FastifyReply, answer: Answer): Promise<void> {
  const { status, document, stream, headers = {}, takeOver } = answer
  if (takeOver) {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    return takeOver(reply.raw)
  }
  reply.headers(headers).code(status)
  if (answer.tag) reply.header('ETag', answer.tag)
  const { method } = reply.request
  if (stream && method === 'HEAD') stream.destroy() // so that no rows are read
  if (stream) return reply.send(method === 'HEAD' ? undefined : stream)
  const body = answer.body ?? (document === undefined ? undefined : bytesOf(document))
  if ((method === 'GET' || method === 'HEAD') && status === 200 && body) {
    const tag = answer.tag ?? tagOf(body)
    reply.header('ETag', tag)
    if (isKnown(reply.request.headers['if-none-match'], tag)) return reply.code(304).send()
  }
  if (document !== undefined && !reply.hasHeader('Content-Type'))
    reply.header('Content-Type', jsonApi)
  return reply.send(body)
}

export function sendProblem(reply: FastifyReply, problem: Problem | Problems): Promise<void> {
  const all = problem instanceof Problems ? problem.problems : [problem]
  const headers: Record<string, string> = Object.assign({}, ...all.map((one) => one.headers ?? {}))
  return send(reply, { status: problem.status, document: errorDocument(problem), headers })
}
