/** Every target on loopback, as unreliable as possible: requests fail at random, and received ones are counted. */
import { FakeS3 } from '../../../platform/aws/testing/fake-s3.ts'
import { FakeJira } from '../../../targets/jira/testing/fake-jira.ts'
import { FakeHub } from '../../../targets/security-hub/testing/fake-hub.ts'
import { FakeSlack } from '../../../targets/slack/testing/fake-slack.ts'
import { FakeSplunk } from '../../../targets/splunk/testing/fake-splunk.ts'
import { FakeReceiver as FakeSyslog } from '../../../targets/syslog/testing/fake-receiver.ts'
import { FakeWorkflow } from '../../../targets/teams/testing/fake-workflow.ts'
import type { Asked, Failure } from '../../../targets/testing/fake-target.ts'
import { FakeReceiver } from '../../../targets/webhook/testing/fake-receiver.ts'
import { jiraCredentials } from './sites.ts'

/** Shares of all calls. A file of a scan is one call of fifty, so that fewer of them fail. */
const shares = { call: 0.2, file: 0.02 }

const failures: readonly Exclude<Failure, 'hang'>[] = [
  { status: 429, headers: { 'retry-after': '1' }, body: {} },
  { status: 500, body: '<html>' },
  { status: 503, body: 'Not now.' },
  'reset',
  'cut',
  'lost',
]
/** Of a hundred failures; each takes as long as a request may. */
const hangs = 4

/** Texts in which a finding or a delivery is named that its target refuses for good. */
const idIn: Readonly<Record<string, RegExp>> = {
  slack: /"event_payload":\{"id":"([^"]+)"/,
  teams: /Delivery ([0-9a-f-]{36})/,
}
export const refusedResource = 'refused-by-jira'

export class Targets {
  readonly jiras: readonly FakeJira[]
  readonly hub: FakeHub
  readonly store: FakeS3
  readonly slack: FakeSlack
  readonly splunk: FakeSplunk
  readonly syslog: FakeSyslog
  readonly teams: FakeWorkflow
  readonly webhook: FakeReceiver
  /** How often each target failed in each way. */
  readonly injected = new Map<string, number>()
  /** Ids of deliveries that their target refused for good. */
  readonly refused = new Set<string>()
  calls = 0
  #isWell = true
  readonly #random: () => number

  private constructor(
    fakes: Pick<
      Targets,
      'jiras' | 'hub' | 'store' | 'slack' | 'splunk' | 'syslog' | 'teams' | 'webhook'
    >,
    random: () => number,
  ) {
    this.#random = random
    this.jiras = fakes.jiras
    this.hub = fakes.hub
    this.store = fakes.store
    this.slack = fakes.slack
    this.splunk = fakes.splunk
    this.syslog = fakes.syslog
    this.teams = fakes.teams
    this.webhook = fakes.webhook
    for (const jira of this.jiras) {
      jira.searchLagMs = 2_500
      jira.failing = ({ method, body }) =>
        (method === 'POST' && body.includes(refusedResource) && this.#asks(body)
          ? this.#no('jira', 'an issue', {
              status: 400,
              body: { errorMessages: [], errors: { summary: 'is not wanted here' } },
            })
          : undefined) ?? this.#failure('jira')
    }
    this.hub.failing = () => {
      const failure = this.#failure('aws_security_hub')
      return typeof failure === 'object' ? { status: failure.status, code: 'Failing' } : failure
    }
    this.store.failing = () => {
      const failure = this.#failure('amazon_s3', shares.file)
      if (typeof failure !== 'object') return failure === 'cut' ? 'reset' : failure
      return { status: failure.status === 429 ? 503 : failure.status, code: 'SlowDown' }
    }
    this.slack.failing = (asked) =>
      this.#refusal('slack', asked, {
        status: 200,
        body: { ok: false, error: 'msg_too_long' },
      }) ?? this.#failure('slack')
    this.teams.failing = (asked) =>
      this.#refusal('teams', asked, { status: 413, body: {} }) ?? this.#failure('teams')
    this.webhook.failing = (asked) =>
      this.#refusal('webhook', asked, { status: 413 }) ?? this.#failure('webhook')
    this.splunk.failing = () => this.#failure('splunk')
    this.syslog.failing = () => {
      const failure = this.#failure('syslog')
      return failure === undefined ? undefined : failure === 'cut' ? { resetAfter: 2_000 } : 'reset'
    }
  }

  static async start(random: () => number): Promise<Targets> {
    const [acme, bird, hub, store, slack, splunk, syslog, teams, webhook] = await Promise.all([
      FakeJira.start(),
      FakeJira.start(),
      FakeHub.start(),
      FakeS3.start(),
      FakeSlack.start(),
      new FakeSplunk().listen(),
      FakeSyslog.start(),
      FakeWorkflow.start(),
      FakeReceiver.start(),
    ])
    const jiras = [acme, bird]
    return new Targets({ jiras, hub, store, slack, splunk, syslog, teams, webhook }, random)
  }

  /** Origins by the hosts that the product calls; those of AWS are all at one. */
  sites(aws: string): Readonly<Record<string, string>> {
    return {
      ...Object.fromEntries(
        this.jiras.map(({ origin }, at) => [`${this.domains[at]}.atlassian.net`, origin]),
      ),
      [new URL(aws).host]: this.hub.origin,
      'store.example': this.store.settings.endpoint,
      'slack.com': this.slack.origin,
      'splunk.example': this.splunk.origin,
      'flow.example': this.teams.origin,
      'receiver.example': this.webhook.origin,
    }
  }
  readonly domains = ['acme', 'bird'] as const

  /** What an integration with each of them is made of, by its type. */
  get attributes(): Readonly<Record<string, object>> {
    const { hub, store, slack, splunk, syslog, teams, webhook } = this
    const at = (host: string, url: string): string => {
      const { pathname, search } = new URL(url)
      return `https://${host}${pathname}${search}`
    }
    return {
      aws_security_hub: { configuration: {}, credentials: hub.secret },
      amazon_s3: {
        configuration: {
          bucket_name: store.settings.bucket,
          endpoint_url: 'https://store.example',
        },
        credentials: {
          aws_access_key_id: store.settings.accessKeyId,
          aws_secret_access_key: store.settings.secretAccessKey,
        },
      },
      slack: {
        configuration: { channel: slack.channels[0]?.id },
        credentials: { token: slack.access.token },
      },
      splunk: {
        configuration: { url: 'https://splunk.example' },
        credentials: { token: splunk.token },
      },
      syslog: {
        configuration: { host: 'localhost', port: syslog.port, ca: syslog.ca },
        credentials: {},
      },
      teams: { configuration: {}, credentials: { url: at('flow.example', teams.access.url) } },
      webhook: {
        configuration: {},
        credentials: { url: at('receiver.example', webhook.access.url), secret: webhook.secret },
      },
    }
  }

  jiraAttributes(at: number): object {
    const [jira, domain] = [this.jiras[at], this.domains[at]]
    if (!jira || !domain) throw new RangeError(`There is no site ${at}.`)
    return { configuration: {}, credentials: jiraCredentials(jira, domain) }
  }

  /** From now on calls fail. */
  break(): void {
    this.#isWell = false
  }

  /** From now on every request succeeds. */
  heal(): void {
    this.#isWell = true
  }

  async close(): Promise<void> {
    const { jiras, hub, store, slack, splunk, syslog, teams, webhook } = this
    const all = [...jiras, hub, store, slack, splunk, syslog, teams, webhook]
    await Promise.all(all.map((one) => one.close()))
  }

  #asks(body: Buffer): boolean {
    return !this.#isWell && body.includes('"fields":{')
  }

  #no<T extends Failure>(target: string, what: string, failure: T): T {
    this.#count(`${target}: ${what} is refused`)
    return failure
  }

  #refusal(target: string, { headers, body }: Asked, failure: Failure): Failure | undefined {
    const pattern = idIn[target]
    const id = pattern ? pattern.exec(body.toString())?.[1] : headers['webhook-id']
    if (this.#isWell || !id || !/[05]$/.test(id)) return undefined
    this.refused.add(id)
    return this.#no(target, 'a message', failure)
  }

  #failure(target: string, share = shares.call): Failure | undefined {
    if (this.#isWell) return undefined
    this.calls += 1
    if (this.#random() >= share) return undefined
    const failure =
      this.#random() * 100 < hangs
        ? 'hang'
        : (failures[Math.floor(this.#random() * failures.length)] ?? 'reset')
    this.#count(`${target}: ${typeof failure === 'object' ? failure.status : failure}`)
    return failure
  }

  #count(what: string): void {
    this.injected.set(what, (this.injected.get(what) ?? 0) + 1)
  }
}
