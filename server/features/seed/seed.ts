/** A made-up tenant: its owner, its accounts in groups, their scans day by day, and what people did meanwhile. */
import { randomBytes } from 'node:crypto'
import type { CheckFacts } from '@plumbline/scanner'
import { hashPassword } from '../../platform/auth/index.ts'
import { type Database, duplicateOf, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { byOperator, register } from '../accounts/index.ts'
import { type NamedFinding, statusCodes } from '../versions/index.ts'
import { lockProvider, ensureProvider, insertGroup, linkGroup } from '../providers/index.ts'
import { insertRule } from '../mutes/index.ts'
import { SyntheticAccount } from './account.ts'
import { mix } from './draw.ts'
import { scanOnce } from './scanning.ts'

/** Why nothing was started, in a sentence for the operator. */
export class SeedRefused extends Error {
  override name = 'SeedRefused'
}

export interface Asked {
  /** Live findings of all accounts together, within a few of each. */
  readonly findings: number
  /** Of each account, one a day, the last one today or yesterday. */
  readonly scans: number
  readonly accounts: number
  readonly seed: number
  /** An existing tenant; null creates one, owned by a user with `email`. */
  readonly tenantId: string | null
  readonly email: string
  /** Into a tenant that has accounts already. */
  readonly add: boolean
  readonly checks: readonly CheckFacts[]
  readonly nowMs: number
}

export interface Progress {
  /** Verdicts recorded so far, and about how many there will be. */
  readonly recorded: number
  readonly expected: number
}

export interface Seeded {
  readonly tenantId: string
  readonly observations: number
  /** Of the owner that was made for it. */
  readonly login: { readonly email: string; readonly password: string } | null
}

/** More takes more than a day and shows nothing new. */
export const mostFindings = 100_000_000

/** As many accounts as such a tenant usually has: no more than 100,000 findings each. */
export const accountsOf = (findings: number): number =>
  Math.min(Math.max(Math.ceil(findings / 100_000), Math.min(3, Math.ceil(findings / 100))), 1_000)

export async function seed(
  database: Database,
  asked: Asked,
  progressed: (progress: Progress) => void,
): Promise<Seeded> {
  const { tenantId, ownerId, login } = await ownerOf(database, asked)
  const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.inTenant(tenantId, work)
  const providers = await inTenant((tx) => connect(tx, asked))
  const expected = asked.findings * asked.scans
  let recorded = 0
  const heard = (findings: number): void => {
    recorded += findings
    progressed({ recorded, expected })
  }
  const lane = async (): Promise<void> => {
    for (let next = providers.shift(); next; next = providers.shift()) {
      const { account, providerId, firstMs } = next
      for (let day = 0; day < asked.scans; day += 1) {
        const startMs = firstMs + day * dayMs
        await scanOnce(database, tenantId, { account, providerId, day, startMs }, heard)
        if (day === 0) await inTenant((tx) => acceptSome(tx, account.uid, providerId, ownerId))
      }
    }
  }
  // One account is scanned by one: on a server with processors to spare two are faster than one.
  await Promise.all(Array.from({ length: database.kind === 'postgres' ? 2 : 1 }, lane))
  return { tenantId, observations: recorded, login }
}

interface Owner {
  readonly tenantId: string
  readonly ownerId: string
  readonly login: Seeded['login']
}

async function ownerOf(database: Database, asked: Asked): Promise<Owner> {
  const { tenantId, email, add } = asked
  if (tenantId === null) return newOwner(database, email)
  return database.inTenant(tenantId, async (tx) => {
    const owner = await tx.maybe<{ user_id: string }>(sql`
      select m.user_id
        from memberships m
       where m.tenant_id = ${tx.tenantId} and m.role = 'owner'
       order by m.date_joined, m.user_id
       limit 1`)
    if (!owner) throw new SeedRefused(`There is no tenant ${tenantId}.`)
    if ((await accountsThere(tx)) > 0 && !add) {
      throw new SeedRefused(`The tenant ${tenantId} already has accounts. Pass --add to add more.`)
    }
    return { tenantId, ownerId: owner.user_id, login: null }
  })
}

const accountsThere = async (tx: Tx): Promise<number> =>
  (
    await tx.single<{ count: number }>(sql`
      select count(*) as count from providers where tenant_id = ${tx.tenantId}`)
  ).count

async function newOwner(database: Database, email: string): Promise<Owner> {
  const password = `seed-${randomBytes(16).toString('base64url')}`
  const user = { email, name: 'Owner of made-up findings', hash: await hashPassword(password) }
  let tenantId = ''
  try {
    const made = await register(
      database,
      user,
      { token: undefined, requestId: newId(), admission: byOperator },
      async (tx) => {
        tenantId = tx.tenantId
      },
    )
    return { tenantId, ownerId: made.id, login: { email, password } }
  } catch (error) {
    if (duplicateOf(error) === undefined) throw error
    throw new SeedRefused(
      `The user ${email} already exists. Choose another with --email, or a tenant with --tenant.`,
    )
  }
}

const dayMs = 86_400_000
const hourMs = 3_600_000

interface Connected {
  readonly account: SyntheticAccount
  readonly providerId: string
  readonly firstMs: number
}

const purposes = ['Production', 'Staging', 'Development', 'Sandbox']

/** Accounts with an alias each, in a group by what they are for. */
async function connect(tx: Tx, asked: Asked): Promise<Connected[]> {
  const { findings, scans, accounts, seed: number, checks, nowMs } = asked
  const before = await accountsThere(tx)
  const today = nowMs - (nowMs % dayMs)
  // At night. If today's scans would not have ended yet, yesterday's are the last.
  const lastMs = today + 7 * hourMs < nowMs ? today + hourMs : today - dayMs + hourMs
  const connected: Connected[] = []
  const groups = new Map<string, string[]>()
  for (let at = 0; at < accounts; at += 1) {
    const digits = 10 ** 11 + mix(mix(number, 11), before + at) * 200 + (before + at)
    const uid = String(digits)
    const share =
      Math.floor((findings * (at + 1)) / accounts) - Math.floor((findings * at) / accounts)
    const purpose = purposes[at % purposes.length] ?? ''
    const alias = `${purpose.toLowerCase()} ${uid.slice(-4)}`
    const { id: providerId } = await ensureProvider(tx, { provider: 'aws', uid, alias })
    groups.set(purpose, [...(groups.get(purpose) ?? []), providerId])
    connected.push({
      account: new SyntheticAccount({ uid, checks, findings: share, seed: number }),
      providerId,
      firstMs: lastMs - (scans - 1) * dayMs + at * 60_000,
    })
  }
  for (const [purpose, ids] of groups) {
    const name = before === 0 ? purpose : `${purpose}, from account ${before + 1} on`
    await linkGroup(tx, await insertGroup(tx, name), 'providers', ids)
  }
  return connected
}

/** A user accepts a few of an account's failures, with a rule that later scans apply. */
async function acceptSome(tx: Tx, uid: string, providerId: string, actor: string): Promise<void> {
  const findings = await tx.rows<NamedFinding>(sql`
    select f.provider_id, f.finding_key, f.uid
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.removed_at is null
       and f.status = ${statusCodes.FAIL} and f.severity <= 3
     order by f.status, f.severity desc, f.id desc
     limit 100`)
  if (findings.length === 0) return
  await lockProvider(tx, providerId)
  const rule = {
    name: `Accepted in account ${uid}`,
    reason: 'Nothing of this can be reached from outside.',
    expires_at: null,
    owner: actor,
    findings,
  }
  await insertRule(tx, rule, actor)
}
