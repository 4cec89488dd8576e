import {
  CallProblem,
  type Collected,
  type Collecting,
  complete,
  type Description,
  each,
  type Incomplete,
  isIncomplete,
  once,
  read,
} from '../../../kit/index.ts'
import { broken } from '../calls.ts'
import { calls, type Members, type Okta } from '../client.ts'
import { isMembers } from '../door.ts'
import { membersOf } from '../members.ts'
import { networkOf, ofRules, rulesOf } from '../rules.ts'
import { isId, uidOf } from '../uids.ts'
import type { AccessRule, App, Application, Console } from './resources.ts'

const call = 'list apps'
const ofApps = membersOf(call)
const settings = 'get admin console settings'

/** The members of an app that are read. */
interface Listed {
  readonly id: string
  /** `saasure` */
  readonly kind: string
  readonly label: string
  /** The id of its authentication policy; null if it has none. */
  readonly policyId: string | null
}

/** Apps of Okta itself, which every organization has. */
const own = { console: 'saasure', dashboard: 'okta_enduser' } as const

export function collect({ client }: Collecting<Okta>): Collected<Application> {
  const listed = once(() => activeApps(client))
  const shared = new Map<string, () => Promise<readonly AccessRule[]>>()

  /** Apps share policies: each is read once. */
  const rulesFor = (policyId: string) => {
    const known = shared.get(policyId) ?? once(() => rulesOf(client, policyId, accessRuleOf))
    shared.set(policyId, known)
    return known()
  }
  async function* having(kind: string) {
    const apps = await listed()
    const found = apps.filter((app) => !isIncomplete(app) && app.kind === kind)
    // An app of an unknown kind may be the one.
    if (found.length === 0) found.push(...apps.filter(isIncomplete))
    if (found.length === 0)
      throw new CallProblem(
        'not_listed',
        'error',
        calls[call].scope,
        `The response to ${call} does not include ${kind}.`,
      )
    yield* found
  }
  const describe = ({ id, label, policyId }: Listed): Description<App> => ({
    uid: uidOf(client.domain, 'app', id),
    name: label,
    region: '',
    rules: read(async () => {
      if (client.isClassic) return null
      if (policyId !== null) return rulesFor(policyId)
      throw broken(call, 'the authentication policy of an app')
    }),
  })
  return {
    apps: each<Listed, App>(
      (async function* () {
        // An app that only machines use has no policy, because users do not sign in to it.
        const hasUsers = ({ policyId }: Listed) => client.isClassic || policyId !== null
        yield* (await listed()).filter((app) => isIncomplete(app) || hasUsers(app))
      })(),
      describe,
    ),
    consoles: each<Listed, Console>(having(own.console), (app) => ({
      ...describe(app),
      idle_minutes: read(async () => {
        const { sessionIdleTimeoutMinutes } = await client.get(settings)
        return membersOf(settings).count(sessionIdleTimeoutMinutes)
      }),
    })),
    dashboards: each<Listed, App>(having(own.dashboard), describe),
  }
}

async function activeApps(okta: Okta): Promise<readonly (Listed | Incomplete)[]> {
  const apps: (Listed | Incomplete)[] = []
  for await (const item of okta.list(call)) {
    const app = complete(item, ({ id, name, label, status, _links }) => {
      if (ofApps.text(status) !== 'ACTIVE') return null
      const { accessPolicy } = ofApps.members(_links)
      return {
        id: ofApps.id(id),
        kind: ofApps.text(name),
        label: ofApps.name(label),
        policyId: policyIdOf(accessPolicy),
      }
    })
    if (app) apps.push(app)
  }
  return apps
}

/** The last part of the URL, which is the id. */
function policyIdOf(link: unknown): string | null {
  if (!isMembers(link)) return null
  const last = ofApps.text(link['href']).split('/').at(-1)
  if (isId(last)) return last
  throw broken(call, 'the address of an authentication policy')
}

function accessRuleOf({ name, conditions, actions }: Members): AccessRule {
  const { appSignOn } = ofRules.members(actions)
  const { access, verificationMethod } = ofRules.members(appSignOn)
  const isAllowing = ofRules.text(access) !== 'DENY'
  const asked = isAllowing ? assuranceOf(ofRules.members(verificationMethod)) : nothing
  return { name: ofRules.name(name), network: networkOf(conditions), isAllowing, ...asked }
}

const nothing = { factors: null, isPhishingResistant: null } as const

/** Method chains and identity proofing need manual review. */
function assuranceOf({ type, factorMode, constraints }: Members) {
  if (type !== 'ASSURANCE') return nothing
  const ways = ofRules.objects(constraints)
  const isResistant = ({ possession }: Members) =>
    ofRules.optional(possession)['phishingResistant'] === 'REQUIRED'
  // True for a constraint that applies only if the factor is used, without requiring it.
  const isOptional = ({ possession }: Members) => ofRules.optional(possession)['required'] === false
  const isEvery = ways.length > 0 && ways.every(isResistant)
  return {
    factors: factorMode === '2FA' ? 2 : factorMode === '1FA' ? 1 : null,
    isPhishingResistant: isEvery && ways.some(isOptional) ? null : isEvery,
  } as const
}
