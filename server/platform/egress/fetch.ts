import type { Egress, Outgoing } from './egress.ts'

interface Options {
  readonly method?: string
  readonly headers?: RequestInit['headers']
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

/** The way out in the shape of `fetch`, for libraries that take one. Redirects are not followed. */
export const fetchBy =
  (egress: Egress) =>
  async (address: string, options: Options = {}): Promise<Response> => {
    const { method = 'GET', headers, body, signal } = options
    const text = body === undefined || body === null ? '' : textOf(body)
    const answer = await egress({
      method: method.toUpperCase() as Outgoing['method'],
      url: address,
      headers: Object.fromEntries(new Headers(headers)),
      body: text,
      ...(signal && { signal }),
    })
    const isBare = [204, 205, 304].includes(answer.status)
    return new Response(isBare ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('Only texts and forms are sent.')
}
