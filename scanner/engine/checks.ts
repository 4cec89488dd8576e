import type { Check, CheckFacts, Fix, Provider, Service } from '../kit/index.ts'

/** The description of a check: its facts from the catalog and its author's texts. */
export interface CheckDescription extends CheckFacts {
  readonly title: string
  readonly description: string
  readonly risk: string
  readonly decision: string
  readonly fix: Fix
  readonly source: string
  readonly links: readonly string[]
}

/** Returns a check's facts. A check that is missing from the catalog cannot run: the registry test detects it first. */
export function factsOf<Client>(provider: Provider<Client>, id: string): CheckFacts {
  const facts = provider.catalog.get(id)
  if (!facts) throw new RangeError(`the catalogue does not know the check ${id}`)
  return facts
}

export const describe = <Client>(
  provider: Provider<Client>,
  { id, title, description = '', risk, decision = '', fix, source, links = [] }: Check<never>,
): CheckDescription => ({
  ...factsOf(provider, id),
  title,
  description,
  risk,
  decision,
  fix,
  source,
  links,
})

/** Loads all services of a provider. */
export const allServices = <Client>(
  provider: Provider<Client>,
): Promise<readonly Service<Client>[]> =>
  Promise.all(Object.values(provider.services).map((load) => load()))

/** Returns all checks of a provider, for catalogs, reports and pages. Loads all services. */
export async function describeChecks<Client>(
  provider: Provider<Client>,
): Promise<readonly CheckDescription[]> {
  const services = await allServices(provider)
  return services.flatMap(({ checks }) => checks.map((check) => describe(provider, check)))
}
