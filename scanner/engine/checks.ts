import type { Check, CheckFacts, Fix, Provider, Service } from '../kit/index.ts'

/** A check for readers: the catalogue's facts and the author's sentences. */
export interface CheckDescription extends CheckFacts {
  readonly title: string
  readonly description: string
  readonly risk: string
  readonly decision: string
  readonly fix: Fix
  readonly source: string
  readonly links: readonly string[]
}

/** A check's facts. A check that the catalogue does not know cannot run: the registry test finds it first. */
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

/** Every service of a provider, loaded. */
export const allServices = <Client>(
  provider: Provider<Client>,
): Promise<readonly Service<Client>[]> =>
  Promise.all(Object.values(provider.services).map((load) => load()))

/** Every check a provider has, for catalogues, reports and pages. Loads all services. */
export async function describeChecks<Client>(
  provider: Provider<Client>,
): Promise<readonly CheckDescription[]> {
  const services = await allServices(provider)
  return services.flatMap(({ checks }) => checks.map((check) => describe(provider, check)))
}
