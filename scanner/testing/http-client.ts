/** The HTTP client of a scan for tests, which sends GET requests. */
import type { TestContext } from 'node:test'
import { createHttp, type HttpOptions } from '../engine/http.ts'
import type { HttpTls } from '../kit/index.ts'

interface Sending {
  readonly tls?: HttpTls
  readonly signal?: AbortSignal
}

/** The client is closed after the test. `get` returns the body of the response. */
export function httpClient(t: TestContext, options: Partial<HttpOptions>) {
  const http = createHttp({
    connectTimeoutMs: 5_000,
    readTimeoutMs: 5_000,
    retries: 1,
    hosts: [],
    limits: { each: 1, overall: 1, perSecond: 1_000 },
    clock: { now: Date.now, sleep: async () => undefined },
    ...options,
  })
  t.after(() => http.close())
  const get = async (url: URL | string, { tls, signal }: Sending = {}): Promise<string> => {
    const answer = await http.call({
      name: 'get',
      limit: 'test',
      build: async () => ({
        method: 'GET',
        url: new URL(url),
        headers: {},
        body: '',
        ...(tls && { tls }),
      }),
      judge: () => 'done',
      signal: signal ?? new AbortController().signal,
    })
    return answer.body.toString()
  }
  return { get, http }
}
