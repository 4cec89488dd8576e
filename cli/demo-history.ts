/**
 * Fills the demo with a past: earlier scans of its accounts, recorded as scans are, and what its user decided about
 * them. Everything that needs no past time goes through the public API.
 */
import {
  type CoverageRow,
  type FindingRecord,
  open,
  planScan,
  providers,
  scan,
} from '@plumbline/scanner'
import { decideInPast, recordPastScan } from '@plumbline/server/seed'
import type { PlayedAccount } from './demo-accounts.ts'
import type { Api } from './demo-client.ts'
import { Past, pastDays } from './demo-past.ts'
import type { Served } from './serve.ts'

const dayMs = 86_400_000

/** What the user attested after an early scan. An attestation runs for 90 days: these expire within two weeks. */
const attestations = {
  kind: 'okta',
  /** Days before now. */
  scanned: 85,
  checks: [
    ['authenticator_password_history_5', 84],
    ['authenticator_password_minimum_length_15', 80],
    ['authenticator_password_common_password_check', 79],
  ],
  evidence: 'Demo: checked in the password policy of Active Directory.',
} as const

/** A risk that the user of the demo accepts. */
const accepted = {
  kind: 'aws',
  check: 's3_bucket_object_lock',
  resource: 'larkspur-upload-inbox',
  note: 'Demo: uploads are deleted after a day, so Object Lock would protect nothing.',
} as const

/** What is severe and was not there, or passed, in the previous scan. */
const severe = { severity: ['critical', 'high'] }
const rule = {
  name: 'Demo: severe findings that are new or reopened',
  trigger: 'after_scan',
  condition: {
    op: 'or',
    conditions: [
      { op: 'new', filter: severe },
      { op: 'reopened', filter: severe },
    ],
  },
} as const

/** A scanned unit, as it is now. */
interface SeenUnit {
  readonly name: string
  readonly checks: readonly string[]
  readonly findings: readonly FindingRecord[]
  readonly coverage: readonly CoverageRow[]
}

/** Scans an account without the server. */
async function look(
  { kind, uid, secret, url }: PlayedAccount,
  signal: AbortSignal,
): Promise<readonly SeenUnit[]> {
  const provider = providers[kind]
  if (!provider) throw new Error(`There is no kind of account ${kind}.`)
  // The account is on this machine: no vendor has to be spared.
  const config = { endpoint_url: url, max_requests_per_second: 10_000 }
  const session = await open(provider, { uid, secret, config, signal })
  try {
    const plan = await planScan(session, { config })
    const found = new Map<string, FindingRecord[]>()
    const coverage = new Map<string, readonly CoverageRow[]>()
    for await (const result of scan(plan, { session, signal })) {
      const { kind: part, unit } = result
      if (part === 'failed') throw new Error(`The unit ${unit} failed: ${result.error.detail}`)
      found.set(unit, [...(found.get(unit) ?? []), ...result.findings])
      if (part === 'unit') coverage.set(unit, result.coverage)
    }
    // In the order of the plan, which is always the same one.
    return plan.units.map(({ name, checks }) => ({
      name,
      checks,
      findings: found.get(name) ?? [],
      coverage: coverage.get(name) ?? [],
    }))
  } finally {
    session.close()
  }
}

type Looks = ReadonlyMap<PlayedAccount, Promise<readonly SeenUnit[]>>

/** Scans accounts side by side. */
export function lookAt(accounts: readonly PlayedAccount[], signal: AbortSignal): Looks {
  const looks = new Map(accounts.map((account) => [account, look(account, signal)]))
  for (const one of looks.values()) one.catch(() => {}) // it is thrown where it is awaited
  return looks
}

interface Given {
  readonly database: Served['database']
  readonly api: Api
  readonly looks: Looks
  readonly tenantId: string
  readonly userId: string
  readonly signal: AbortSignal
}

export class History {
  readonly #given: Given
  readonly #nowMs = Date.now()

  constructor(given: Given) {
    this.#given = given
  }

  /** Makes the rule whose alert the scans of today cause. */
  async watch(): Promise<void> {
    await this.#given.api.makeAlertRule(rule)
  }

  /** Records what earlier scans of an account have found. To be called before its first scan. */
  async record(account: PlayedAccount, providerId: string): Promise<void> {
    const { database, tenantId, looks, signal } = this.#given
    const seen = await looks.get(account)
    if (!seen) throw new Error(`The account ${account.name} was not scanned.`)
    const past = new Past(seen.flatMap(({ findings }) => findings))
    const scanOf = (day: number): Promise<void> =>
      recordPastScan(database, tenantId, {
        providerId,
        name: `Demo scan, ${day} days ago`,
        startMs: this.#nowMs - day * dayMs,
        units: seen.map(({ findings, ...unit }) => ({
          ...unit,
          observe: () => past.before(findings, day),
        })),
      })
    if (account.kind === attestations.kind) {
      await scanOf(attestations.scanned)
      await this.#attest(providerId, seen)
    }
    for (const day of pastDays) {
      signal.throwIfAborted()
      await scanOf(day)
    }
    if (account.kind === accepted.kind) await this.#accept()
  }

  async #attest(providerId: string, seen: readonly SeenUnit[]): Promise<void> {
    const { database, tenantId, userId } = this.#given
    const findings = seen.flatMap((unit) => unit.findings)
    for (const [check, day] of attestations.checks) {
      const finding = findings.find(
        ({ check_id, status }) => check_id === check && status === 'MANUAL',
      )
      if (!finding) throw new Error(`The demo has no MANUAL finding of ${check}.`)
      await decideInPast(database, tenantId, {
        providerId,
        findingUid: finding.uid,
        status: 'resolved',
        note: attestations.evidence,
        userId,
        atMs: this.#nowMs - day * dayMs,
      })
    }
  }

  async #accept(): Promise<void> {
    const { check, resource, note } = accepted
    const filters = `filter[check_id]=${check}&filter[resource_name]=${resource}`
    await this.#given.api.decide(filters, { status: 'risk_accepted', note })
  }
}
