import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CoverageRow } from '@plumbline/scanner'
import type { scanProgress } from '@plumbline/server/scan-progress'
import { listen } from '@plumbline/sse/client'

export interface ShownFinding {
  readonly status: string
  readonly severity: string
  readonly check_metadata: { readonly provider: string; readonly servicename: string }
}

interface Item<A> {
  readonly id: string
  readonly attributes: A
}
interface Listed<A> {
  readonly data: readonly Item<A>[]
  readonly links: { readonly next: string | null }
}

interface NewAccount {
  readonly kind: string
  readonly uid: string
  readonly secret: object
  readonly alias: string
}

/** A client of the public API, as small as the demo needs it. */
export class Api {
  readonly #base: string
  readonly #token: string
  #key = ''

  private constructor(base: string, token: string) {
    this.#base = base
    this.#token = token
  }

  /** An API key for users who continue with their own requests. */
  get key(): string {
    return this.#key
  }

  static async signUp(base: string, login: { email: string; password: string }): Promise<Api> {
    const anonymous = new Api(base, '')
    await anonymous.#post('/users', 'users', { ...login, name: 'Demo user' })
    const { data } = await anonymous.#post<{ access: string }>('/tokens', 'tokens', login)
    const api = new Api(base, data.attributes.access)
    const key = await api.#post<{ api_key: string }>('/api-keys', 'api-keys', { name: 'demo key' })
    api.#key = key.data.attributes.api_key
    return api
  }

  /** A refresh token of a separate session. */
  async signInAnew(login: { email: string; password: string }): Promise<string> {
    const { data } = await this.#post<{ refresh: string }>('/tokens', 'tokens', login)
    return data.attributes.refresh
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const url = path.startsWith('http') ? path : this.#base + path
    const response = await fetch(url, {
      method,
      headers: {
        'Content-Type': 'application/vnd.api+json',
        ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }

  #post<A>(
    path: string,
    type: string,
    attributes: object,
    relationships?: object,
  ): Promise<{ data: Item<A> }> {
    return this.#ask('POST', path, {
      data: { type, attributes, ...(relationships && { relationships }) },
    })
  }

  /** Adds the account with its secret, and waits for the connection test. */
  async connect({ kind, uid, secret, alias }: NewAccount): Promise<string> {
    const provider = await this.#post('/providers', 'providers', { provider: kind, uid, alias })
    const { id } = provider.data
    const link = { provider: { data: { type: 'providers', id } } }
    await this.#post(
      '/providers/secrets',
      'provider-secrets',
      { secret_type: 'static', secret },
      link,
    )
    const task = await this.#ask<{ data: Item<{ state: string }> }>(
      'POST',
      `/providers/${id}/connection`,
    )
    const result = await this.#finished(task.data.id)
    if (!result['connected'])
      throw new Error(`The account does not let us in: ${String(result['error'])}`)
    return id
  }

  async #finished(taskId: string): Promise<Record<string, unknown>> {
    type Task = { data: Item<{ state: string; result: Record<string, unknown> | null }> }
    for (;;) {
      const { attributes } = (await this.#ask<Task>('GET', `/tasks/${taskId}`)).data
      if (attributes.state === 'completed') return attributes.result ?? {}
      if (/failed|cancelled/.test(attributes.state))
        throw new Error(`The task ${attributes.state}.`)
      await sleep(250)
    }
  }

  async scan(providerId: string): Promise<string> {
    const link = { provider: { data: { type: 'providers', id: providerId } } }
    type Started = { task_args: { scan_id: string } }
    const { data } = await this.#post<Started>('/scans', 'scans', { name: 'First look' }, link)
    return data.attributes.task_args.scan_id
  }

  /** Follows the scan over its event stream until it ends; a last request of the scan supplies what the stream missed. */
  async follow(scanId: string, progress: (done: number, total: number) => void): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const listener = listen<typeof scanProgress>({
      url: `${this.#base}/scans/${scanId}/event-stream`,
      authorization: () => `Bearer ${this.#token}`,
      on: {
        'scan.progress': ({ checked, total }) => progress(checked, total),
        'scan.end': () => ended.resolve(),
        'scan.error': ({ detail }) => ended.reject(new Error(`The scan failed: ${detail}`)),
      },
      onStop: ({ detail }) => ended.reject(new Error(`The stream ended: ${detail}`)),
    })
    try {
      await ended.promise
    } finally {
      listener.close()
    }
  }

  async #all<A>(path: string): Promise<A[]> {
    const rows: A[] = []
    for (let next: string | null = path; next !== null; ) {
      const page: Listed<A> = await this.#ask<Listed<A>>('GET', next)
      rows.push(...page.data.map(({ attributes }) => attributes))
      next = page.links.next
    }
    return rows
  }

  /** The tenant and the user that signed up. */
  async owner(): Promise<{ tenantId: string; userId: string }> {
    const user = await this.#ask<{ data: Item<object> }>('GET', '/users/me')
    const tenants = await this.#ask<Listed<object>>('GET', '/tenants')
    return { tenantId: tenants.data[0]?.id ?? '', userId: user.data.id }
  }

  /** Decides about the first of the findings that filters let through. */
  async decide(filters: string, decision: { status: string; note: string }): Promise<void> {
    const path = `/findings/latest?${filters}&page[size]=1&fields[findings]=uid`
    const [found] = (await this.#ask<Listed<object>>('GET', path)).data
    if (!found) throw new Error(`There is no finding with ${filters}.`)
    const data = { type: 'finding-triages', attributes: decision }
    await this.#ask('PATCH', `/findings/${found.id}/triage`, { data })
  }

  async makeAlertRule(rule: object): Promise<void> {
    await this.#post('/alerts/rules', 'alert-rules', rule)
  }

  findings(): Promise<ShownFinding[]> {
    return this.#all(
      '/findings/latest?page[size]=100&fields[findings]=status,severity,check_metadata',
    )
  }

  /** Writes a file of a scan into a folder once it is built; returns its path. */
  async download(path: string, folder: string): Promise<string> {
    for (;;) {
      const headers = { Authorization: `Bearer ${this.#token}` }
      const response = await fetch(this.#base + path, { headers })
      if (response.status === 202) {
        await response.body?.cancel()
        await sleep(250)
        continue
      }
      if (!response.ok || !response.body)
        throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
      const said = response.headers.get('content-disposition') ?? ''
      const [, name = 'report'] = /filename="([\w.-]+)"/.exec(said) ?? []
      mkdirSync(folder, { recursive: true })
      const file = join(folder, name)
      await pipeline(response.body, createWriteStream(file))
      return file
    }
  }

  coverage(scanId: string): Promise<CoverageRow[]> {
    return this.#all(`/scans/${scanId}/coverage?page[size]=1000`)
  }
}
