/** Where a problem is: a place in the body, a query parameter, or a header. */
export type Source =
  | { readonly pointer: string }
  | { readonly parameter: string }
  | { readonly header: string }

export interface ProblemMore {
  readonly source?: Source
  readonly headers?: Readonly<Record<string, string>>
  readonly meta?: Readonly<Record<string, unknown>>
}

/** An error that a client sees: a status, a stable code for programs, a sentence for people. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly source: Source | undefined
  /** Headers the answer must carry, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly meta: Readonly<Record<string, unknown>> | undefined

  constructor(status: number, code: string, detail: string, more: ProblemMore = {}) {
    super(detail)
    this.status = status
    this.code = code
    this.detail = detail
    this.source = more.source
    this.headers = more.headers
    this.meta = more.meta
  }
}

/** Several problems in one answer. Its status is theirs when they agree, otherwise 400 (or 500). */
export class Problems extends Error {
  override readonly name = 'Problems'
  readonly problems: readonly Problem[]
  readonly status: number

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => problem.detail).join(' '))
    this.problems = problems
    const statuses = new Set(problems.map((problem) => problem.status))
    const [only = 400] = statuses
    const server = [...statuses].some((status) => status >= 500)
    this.status = statuses.size <= 1 ? only : server ? 500 : 400
  }
}

/** How many problems one answer lists: a body of a million wrong members is not worth a million lines. */
export const maxProblems = 20

/** Throws what was collected, one as itself and several as `Problems`; returns when there is nothing. */
export function raise(problems: readonly Problem[]): void {
  const [first] = problems
  if (first === undefined) return
  throw problems.length === 1 ? first : new Problems(problems.slice(0, maxProblems))
}

/** A name a client sent, made fit to be repeated to it: short, printable and well-formed. */
export const echo = (name: string): string => {
  const short = name.length > 100 ? `${name.slice(0, 100)}…` : name
  return short.toWellFormed().replace(/\p{Cc}/gu, '�')
}

const parameterName = /^[A-Za-z_-]{1,40}(?:\[[\w.-]{0,60}\])?$/

/**
 * The name of a parameter. Of anything else only the beginning is repeated: it may be a token or a key whose
 * name was forgotten, and answers are logged by those who get them.
 */
export const echoParameter = (name: string): string =>
  parameterName.test(name) || name.length <= 10 ? echo(name) : `${echo(name.slice(0, 10))}…`

/** One step of a JSON pointer, escaped by RFC 6901 and fit to be repeated. */
export const step = (name: string | number): string =>
  `/${typeof name === 'number' ? name : echo(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

export const invalid = (pointer: string, detail: string, code = 'invalid') =>
  new Problem(400, code, detail, { source: { pointer } })
export const invalidParameter = (parameter: string, detail: string, code = 'invalid') =>
  new Problem(400, code, detail, { source: { parameter: echoParameter(parameter) } })
export const unauthenticated = (
  detail = 'Authentication credentials were not provided.',
  code = 'not_authenticated',
) => new Problem(401, code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
export const forbidden = (
  detail = 'You do not have permission to perform this action.',
  code = 'permission_denied',
  pointer?: string,
) => new Problem(403, code, detail, pointer === undefined ? {} : { source: { pointer } })
export const notFound = (detail = 'Not found.') => new Problem(404, 'not_found', detail)
export const methodNotAllowed = (method: string, allow: readonly string[]) =>
  new Problem(405, 'method_not_allowed', `Method "${echo(method)}" not allowed.`, {
    headers: { Allow: allow.join(', ') },
  })
export const conflict = (pointer: string, detail: string, code = 'conflict') =>
  new Problem(409, code, detail, { source: { pointer } })
export const gone = (detail: string, code = 'gone') => new Problem(410, code, detail)
export const tooLarge = (maxBytes: number) =>
  new Problem(413, 'too_large', `The body is larger than ${maxBytes} bytes.`)
export const tooMany = (maxValues: number) =>
  new Problem(413, 'too_large', `The body contains more than ${maxValues} values.`)
export const unsupportedMediaType = (mediaType: string) =>
  new Problem(
    415,
    'unsupported_media_type',
    `Unsupported media type "${echo(mediaType)}" in request.`,
    { source: { header: 'Content-Type' } },
  )
export const tooManyRequests = (retryAfterSeconds: number) =>
  new Problem(429, 'throttled', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
export const badGateway = (detail: string, code = 'bad_gateway') => new Problem(502, code, detail)
export const unavailable = (detail: string, code = 'unavailable', retryAfterSeconds = 5) =>
  new Problem(503, code, detail, { headers: { 'Retry-After': String(retryAfterSeconds) } })
