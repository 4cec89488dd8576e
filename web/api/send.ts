/** Requests to the API, before a session adds its token: errors, and patience with a busy server. */
import { type ApiError, ApiProblem, Unreachable } from './problem.ts'

export const base = '/api/v1'

/** Ids also come from the page's URL: one that leaves its path is invalid. */
const climbs = /(^|\/)(\.|%2e){1,2}(\/|$)/i

export async function send(path: string, init: RequestInit): Promise<Response> {
  if (climbs.test(path.split('?')[0] ?? ''))
    throw new ApiProblem(404, [{ status: '404', code: 'not_found', detail: 'Not found.' }], null)
  try {
    return await fetch(base + path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Unreachable(error)
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

/** The longest wait without a message. */
const mostBusyMs = 30_000

const isBusy = ({ status }: Response): boolean => status === 503 || status === 429

/** Retries when a busy server sets Retry-After, so that a running scan does not cause an error. */
export async function patiently(
  attempt: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  for (const until = Date.now() + mostBusyMs; ; ) {
    const response = await attempt()
    const after = response.headers.get('Retry-After')
    const pauseMs = Number(after) * 1_000
    const saysWhen = after !== null && pauseMs >= 0 && Date.now() + pauseMs < until
    if (!isBusy(response) || !saysWhen) return response
    await pause(pauseMs)
    signal?.throwIfAborted()
  }
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const text = await response.text()
  let errors: readonly ApiError[] = []
  try {
    errors = (JSON.parse(text) as { errors?: readonly ApiError[] }).errors ?? []
  } catch {
    // A proxy’s error page; the status is enough.
  }
  return new ApiProblem(response.status, errors, response.headers.get('Transaction-ID'))
}

export const documentOf = (type: string, attributes: object): string =>
  JSON.stringify({ data: { type, attributes } })

export async function anonymously<T>(path: string, data?: object): Promise<T> {
  const response = await send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json' },
    ...(data && { body: JSON.stringify({ data }) }),
  })
  if (!response.ok) throw await problemOf(response)
  return ((await response.json()) as { data: { attributes: T } }).data.attributes
}

/** Reads a public resource, without signing in. */
export async function readPublic<T>(path: string): Promise<T> {
  const response = await send(path, { headers: { Accept: 'application/vnd.api+json' } })
  if (!response.ok) throw await problemOf(response)
  return ((await response.json()) as { data: { attributes: T } }).data.attributes
}
