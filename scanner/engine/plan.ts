import {
  type Check,
  type Location,
  type Provider,
  type ScanConfig,
  ScanProblem,
  type Service,
  type Session,
  setting,
} from '../kit/index.ts'
import { allServices, factsOf } from './checks.ts'
import { engineConfig, misnamed } from './config.ts'
import type { CoverageRow } from './coverage.ts'
import type { OpenSession } from './open.ts'

/** `s3/us-east-1`, or only the service if the provider has no regions. */
export const unitName = (service: string, region: string): string =>
  region === '' ? service : `${service}/${region}`

/** Service × region: the unit that is claimed, run and recorded. */
export interface PlannedUnit {
  readonly name: string
  readonly service: string
  readonly region: string
  readonly checks: readonly string[]
  /** The resources of a partial scan in this unit; absent in a full scan. */
  readonly uids?: readonly string[]
}

/** A scan before it starts; plain data. */
export interface Plan {
  readonly units: readonly PlannedUnit[]
  /** Check × region pairs over all units. */
  readonly total: number
  /** The permissions that the scan needs and no others, so that a policy can be created from them. */
  readonly actions: readonly string[]
  /** Rows known before the start: excluded services and checks, and regions that could not be listed. */
  readonly coverage: readonly CoverageRow[]
  /** False if the account's regions could not be listed: units of other regions are unknown, not deleted. */
  readonly regions_known: boolean
  readonly config: ScanConfig
}

export interface PlanInput {
  readonly config?: ScanConfig
  /** Only these checks; all if absent. */
  readonly checks?: readonly string[]
  /** A partial scan: only these resources (at most 10). */
  readonly uids?: readonly string[]
}

function mustKnow<Client>({ catalog }: Provider<Client>, ids: readonly string[]): void {
  const aliases = new Set([...catalog.values()].flatMap((facts) => facts.aliases))
  const unknown = ids.find((id) => !catalog.has(id) && !aliases.has(id))
  if (unknown === undefined) return
  throw new ScanProblem('unknown_check', `There is no check ${unknown}.`)
}

/** True if a list of check ids contains this check's current or a former id. */
const names = <Client>(provider: Provider<Client>, ids: ReadonlySet<string>, id: string): boolean =>
  ids.has(id) || factsOf(provider, id).aliases.some((alias) => ids.has(alias))

type Located = Pick<Location, 'service' | 'kind' | 'region'> & { readonly uid: string }

function locate<Client>(
  { provider, session }: OpenSession<Client>,
  uid: string,
): readonly Located[] {
  const places = provider.locate(uid).filter(({ service }) => service in provider.services)
  if (places.length === 0) {
    throw new ScanProblem('unknown_resource', `${uid} is not a resource that can be scanned.`)
  }
  for (const { account, region } of places) {
    if (account !== null && account !== session.account) {
      throw new ScanProblem('foreign_resource', `${uid} belongs to another account.`)
    }
    if (region !== null && !session.regions.includes(region)) {
      throw new ScanProblem(
        'unknown_resource',
        `${uid} is in a region that this scan cannot reach.`,
      )
    }
  }
  return places.map(({ service, kind, region }) => ({ uid, service, kind, region }))
}

/** Returns the record fields that these checks read, by kind, including the fields of their joins. */
export function wantedFields(
  checks: readonly Check<never>[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>()
  const want = (kind: string, fields: readonly string[]) => {
    const known = wanted.get(kind) ?? new Set()
    for (const field of fields) known.add(field)
    wanted.set(kind, known)
  }
  for (const { over, needs, joins } of checks) {
    want(over, needs)
    for (const [kind, { fields }] of Object.entries(joins)) want(kind, fields)
  }
  return wanted
}

const actionsOf = <Client>(service: Service<Client>, checks: readonly Check<never>[]): string[] =>
  [...wantedFields(checks)].flatMap(([kind, fields]) => {
    const actions = service.kinds[kind]
    if (!actions) throw new RangeError(`the service ${service.name} has no kind ${kind}`)
    return actions.list.concat([...fields].flatMap((field) => actions.fields[field] ?? []))
  })

/**
 * Returns the permissions that a scan with these checks and this configuration requires, including sign-in: the minimal
 * policy for it. Throws ScanProblem as `planScan` does.
 */
export async function neededActions<Client>(
  provider: Provider<Client>,
  { config = {}, checks }: Omit<PlanInput, 'uids'> = {},
): Promise<readonly string[]> {
  const { excludedChecks, excludedServices } = engineConfig(config)
  mustKnow(provider, checks ?? [])
  const [without, only] = [new Set(excludedChecks), checks && new Set(checks)]
  const services = (await allServices(provider)).filter(
    ({ name }) => !excludedServices.includes(name),
  )
  const actions = services.flatMap((service) => {
    const chosen = service.checks.filter(
      ({ id }) => (!only || names(provider, only, id)) && !names(provider, without, id),
    )
    return actionsOf(service, chosen)
  })
  return [...new Set([...provider.signInActions, ...actions])].toSorted()
}

const regionsOf = <Client>(
  { scope }: Service<Client>,
  { home, regions }: Session<Client>,
): readonly string[] => (scope === 'global' ? [home] : regions)

/**
 * Plans a scan without calling the provider. Throws ScanProblem for an unknown check or service, a threshold of the
 * wrong type, and a resource that is unknown or belongs to another account.
 */
export async function planScan<Client>(
  opened: OpenSession<Client>,
  input: PlanInput = {},
): Promise<Plan> {
  const { provider, session } = opened
  const config = input.config ?? opened.config
  const { excludedChecks, excludedServices, isExcludedRegion } = engineConfig(config)
  if (session.regions.length > 0 && session.regions.every(isExcludedRegion)) {
    const detail = 'The scan configuration excludes every region of the account.'
    throw new ScanProblem('invalid_configuration', detail)
  }
  const [misnaming] = misnamed(provider, config)
  if (misnaming) {
    const detail = `${misnaming.path.join('/')}: ${misnaming.detail}`
    throw new ScanProblem('invalid_configuration', detail)
  }
  mustKnow(provider, input.checks ?? [])
  if (input.uids && (input.uids.length === 0 || input.uids.length > 10)) {
    throw new ScanProblem('too_many_resources', 'A partial scan accepts 1 to 10 resources.')
  }
  const located = input.uids?.flatMap((uid) => locate(opened, uid))

  const units: PlannedUnit[] = []
  const coverage: CoverageRow[] = []
  const actions = new Set<string>()
  const without = new Set(excludedChecks)
  const only = input.checks && new Set(input.checks)

  for (const service of await allServices(provider)) {
    const here = located?.filter((it) => it.service === service.name)
    if (here && here.length === 0) continue
    const wanted = service.checks.filter(
      ({ id, over }) =>
        (!only || names(provider, only, id)) && (!here || here.some(({ kind }) => kind === over)),
    )
    const chosen = excludedServices.includes(service.name)
      ? []
      : wanted.filter(({ id }) => !names(provider, without, id))
    const judged = new Set(chosen.map(({ over }) => over))
    for (const check of chosen) {
      for (const [key, normal] of Object.entries(check.config)) setting(config, key, normal)
    }
    const row = (id: string, region: string) => ({
      check_id: id,
      service: service.name,
      region,
      resource_type: factsOf(provider, id).resource_type,
      count: 0,
    })
    for (const region of regionsOf(service, session)) {
      const away = service.scope === 'regional' && isExcludedRegion(region)
      const named = here?.filter(
        (it) => (it.region ?? session.home) === region || service.scope === 'global',
      )
      if (named?.length === 0) continue
      for (const check of wanted) {
        if (chosen.includes(check) && !away) continue
        coverage.push({ ...row(check.id, region), outcome: 'excluded', action: null, sample: null })
      }
      // A resource that no selected check evaluates is not requested, so it cannot be reported as deleted.
      const uids = named?.filter(({ kind }) => judged.has(kind)).map(({ uid }) => uid)
      if (away || chosen.length === 0 || uids?.length === 0) continue
      units.push({
        name: unitName(service.name, region),
        service: service.name,
        region,
        checks: chosen.map(({ id }) => id),
        ...(uids ? { uids: [...new Set(uids)] } : {}),
      })
    }
    for (const action of actionsOf(service, chosen)) actions.add(action)
    if (service.scope === 'global' || here) continue
    for (const { outcome, action, sample } of session.gaps) {
      for (const { id } of chosen) {
        coverage.push({ ...row(id, '*'), outcome, action, count: 1, sample })
      }
    }
  }
  return {
    units,
    total: units.reduce((sum, { checks }) => sum + checks.length, 0),
    actions: [...actions].sort(),
    coverage,
    regions_known: session.gaps.length === 0,
    config,
  }
}
