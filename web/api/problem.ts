/** An error of an API response. */
export interface ApiError {
  readonly status: string
  readonly code: string
  readonly title?: string
  readonly detail: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string }
}

/** The message names an invalid filter, because the page has several. */
const textOf = ({ detail, source }: ApiError): string =>
  source?.parameter ? `${source.parameter}: ${detail}` : detail

export class ApiProblem extends Error {
  readonly status: number
  readonly errors: readonly ApiError[]
  readonly requestId: string | null

  constructor(status: number, errors: readonly ApiError[], requestId: string | null) {
    super(errors.map(textOf).join(' ') || `The server returned HTTP status ${status}.`)
    this.status = status
    this.errors = errors
    this.requestId = requestId
  }

  get code(): string | undefined {
    return this.errors[0]?.code
  }
}

/** No response: no network, or the server is down. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached. Check your network connection.', { cause })
  }
}

/** True if the server did not answer, or a proxy answered for it: it may have done what was requested. */
export const isDown = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiProblem && error.status >= 500)

/** True if a retry may succeed: not for forbidden, missing or invalid requests. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiProblem) ||
  error.status >= 500 ||
  [401, 408, 409, 425, 429].includes(error.status)

/** Error messages for the fields of a form, by the last part of the pointer; `''` has errors without a field. */
export function byField(
  error: unknown,
  fields: readonly string[],
): Readonly<Record<string, string>> {
  if (!(error instanceof ApiProblem)) return { '': (error as Error).message }
  const shown: Record<string, string> = {}
  for (const { detail, source } of error.errors) {
    const parts = source?.pointer?.split('/') ?? []
    const field = parts.findLast((part) => fields.includes(part)) ?? ''
    shown[field] = shown[field] ? `${shown[field]} ${detail}` : detail
  }
  return shown
}
