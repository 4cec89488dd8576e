/** A tenant that uploads files, scans an account, mutes findings and reads, and notes what it was answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expectedFindings, type FixtureOfKind } from '../../scanner/testing/kinds/index.ts'
import type { FakeReceiver } from '../../server/targets/syslog/testing/fake-receiver.ts'
import type { Upload } from './accounting.ts'
import { newFile, type SentFile } from './files.ts'
import type { Journal } from './journal.ts'
import { listenToScan } from './listener.ts'
import type { Requests } from './requests.ts'

export interface TenantOptions {
  readonly name: string
  /** `aws` */
  readonly kind: string
  readonly account: FixtureOfKind
  /** A receiver of events that gets a delivery after each scan. */
  readonly syslog: FakeReceiver
  readonly requests: Requests
  readonly journal: Journal
  readonly random: () => number
  /** The run has ended: no new work, only what was begun. */
  readonly isOver: () => boolean
  /** Aborted when the time for that has passed, too. */
  readonly signal: AbortSignal
}

const lateMs = 60_000
const pollMs = 1_000
const muted = 5
const password = 'a long enough test password'

export class Tenant {
  readonly name: string
  readonly kind: string
  readonly uploads: Upload[] = []
  readonly scans: string[] = []
  readonly mutedUids: string[] = []
  /** Paths of resources that other tenants must not find. */
  readonly paths: string[] = []
  provider = ''
  integration = ''
  /** Units with errors of the first scan, before the faults. */
  gaps = 0
  reports = 0
  reconnects = 0
  repeats = 0
  probes = 0
  requests: Requests
  readonly #given: TenantOptions

  constructor(given: TenantOptions) {
    this.name = given.name
    this.kind = given.kind
    this.requests = given.requests
    this.#given = given
  }

  /** Signs up, connects the account and scans it once. */
  async open(): Promise<void> {
    const { kind, account, requests } = this.#given
    const login = { email: `${this.name}@example.com`, password }
    await requests.make('/users', 'users', { ...login, name: this.name })
    const pair = await requests.make('/tokens', 'tokens', login)
    const signedIn = requests.as(`Bearer ${pair.text('access')}`)
    const key = await signedIn.make('/api-keys', 'api-keys', { name: 'chaos' })
    this.requests = requests.as(`Api-Key ${key.text('api_key')}`) // outlives an access token
    const { uid, secret_type, secret } = account.connected
    const made = await this.requests.make('/providers', 'providers', { provider: kind, uid })
    const provider = { type: 'providers', id: made.id }
    await this.requests.make(
      '/providers/secrets',
      'provider-secrets',
      { secret_type, secret },
      { provider },
    )
    this.provider = made.id
    this.paths.push(`/providers/${made.id}`)
    const { port, ca } = this.#given.syslog
    const syslog = {
      integration_type: 'syslog',
      configuration: { host: 'localhost', port, ca },
      credentials: {},
    }
    const attached = await this.requests.make('/integrations', 'integrations', syslog, {
      providers: [provider],
    })
    this.integration = attached.id
    this.paths.push(`/integrations/${attached.id}`)
    const first = await this.#scan()
    const path = `/scans/${first}/coverage?filter[outcome]=error&page[size]=1`
    this.gaps = (await this.requests.get(path)).count
  }

  /** All of its work until the run is over; resolves when what it began has ended. */
  async work(others: readonly Tenant[]): Promise<void> {
    await Promise.all([this.#uploading(), this.#scanning(), this.#probing(others)])
  }

  async #pause(leastMs: number, mostMs: number): Promise<void> {
    const ms = leastMs + this.#given.random() * (mostMs - leastMs)
    await sleep(ms, undefined, { signal: this.#given.signal })
  }

  async #uploading(): Promise<void> {
    const { random, isOver } = this.#given
    const open: Promise<void>[] = []
    for (let number = 0; !isOver(); number += 1) {
      const account = String(100_000_000_000 + (Number(this.name.slice(-1)) * 10 + (number % 2)))
      const file = newFile(`${this.name}-${number}`, account, random)
      this.uploads.push(file)
      const id = await this.#upload(file)
      const imported = this.#imported(id, number % 5 === 0)
      open.push(
        imported.catch((error) => this.#given.journal.miss(`import ${id}: ${String(error)}`)),
      )
      await this.#pause(2_000, 6_000)
    }
    await Promise.all(open)
  }

  /** Sends the file until an ingestion is acknowledged, and counts the attempts. */
  async #upload(file: SentFile): Promise<string> {
    for (;;) {
      const content = new FormData()
      content.set('file', new Blob([file.content]), file.fileName)
      file.attempts += 1
      const attempted = await this.requests.attempt('POST', '/ingestions', { body: { content } })
      const { answer } = attempted
      if (answer?.status === 202) {
        const { id } = answer.item
        file.acknowledged.push(id)
        this.paths.push(`/ingestions/${id}`)
        return id
      }
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`POST /ingestions answered ${answer.status}: ${answer.text}`)
      await this.requests.pause(attempted)
    }
  }

  /** Waits for the end of an import; some of its findings are muted then. */
  async #imported(id: string, isMuted: boolean): Promise<void> {
    let item = (await this.requests.get(`/ingestions/${id}`)).item
    while (!/completed|failed/.test(item.text('status'))) {
      await this.#pause(pollMs, 2 * pollMs)
      item = (await this.requests.get(`/ingestions/${id}`)).item
    }
    const [scan] = item.linked('scans')
    if (!isMuted || !scan) return
    const path = `/findings?filter[scan]=${scan}&filter[status]=FAIL&page[size]=${muted}`
    const { items } = await this.requests.get(path)
    const rule = await this.requests.make('/mute-rules', 'mute-rules', {
      name: `Findings of ${id}`,
      reason: 'Accepted.',
      finding_ids: items.map((one) => one.id),
    })
    this.mutedUids.push(...items.map((one) => one.text('uid')))
    this.paths.push(`/mute-rules/${rule.id}`)
  }

  async #scanning(): Promise<void> {
    while (!this.#given.isOver()) {
      await this.#report(await this.#scan())
      await this.#pause(1_000, 5_000)
    }
  }

  /** Returns the ID of the scan after its end. */
  async #scan(): Promise<string> {
    const provider = { type: 'providers', id: this.provider }
    const task = await this.requests.make('/scans', 'scans', {}, { provider })
    const scan = task.text('task_args', 'scan_id')
    this.scans.push(scan)
    this.paths.push(`/scans/${scan}`)
    await this.#follow(scan)
    return scan
  }

  /** The API is the truth; the event stream may not miss the end. */
  async #follow(scan: string): Promise<void> {
    const { journal, signal } = this.#given
    const miss = (what: string): void => journal.miss(`stream of scan ${scan}: ${what}`)
    const listener = listenToScan(this.requests, scan, miss)
    try {
      for (let state = ''; !/completed|failed|cancelled/.test(state); ) {
        await this.#pause(pollMs, 2 * pollMs)
        state = (await this.requests.get(`/scans/${scan}`)).item.text('state')
      }
      const late = sleep(lateMs, 'late' as const, { signal, ref: false })
      if ((await Promise.race([listener.ended, late])) === 'late')
        miss(`its end did not arrive within ${lateMs / 1_000} s`)
      await this.#pause(1_000, 1_000) // a repeated event would arrive now
    } finally {
      this.reconnects += listener.reconnects()
      this.repeats += listener.repeats()
      listener.close()
    }
  }

  async #report(scan: string): Promise<void> {
    for (;;) {
      const { status, text } = await this.requests.ask('GET', `/scans/${scan}/report`)
      if (status === 200) break
      if (status !== 202)
        return this.#given.journal.miss(`the report of scan ${scan} answered ${status}: ${text}`)
      await this.#pause(pollMs, 2 * pollMs)
    }
    this.reports += 1
  }

  /** Looks for what other tenants have, by ID and in lists. */
  async #probing(others: readonly Tenant[]): Promise<void> {
    const { random, isOver, journal } = this.#given
    while (!isOver()) {
      await this.#pause(1_000, 3_000)
      const foreign = others.flatMap(({ paths }) => paths)
      const path = foreign[Math.floor(random() * foreign.length)]
      if (!path) continue
      const { status } = await this.requests.ask('GET', path)
      if (status !== 404) journal.miss(`${this.name} was answered ${status} for ${path}`)
      const { items } = await this.requests.get('/findings/latest?page[size]=50')
      for (const uid of items.map((one) => one.text('uid')))
        if (others.some(({ name }) => uid.startsWith(`${name}-`)))
          journal.miss(`${this.name} sees the finding ${uid}`)
      this.probes += 1
    }
  }

  get expectedFindings(): readonly string[] {
    return expectedFindings(this.kind)
  }
}
