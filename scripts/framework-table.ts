/** How the facts of a framework become its file: a table with a line for each requirement. */

interface FactRequirement {
  readonly id: string
  /** Ids of checks; by kind of account where the framework is about several. */
  readonly checks: readonly string[] | Readonly<Record<string, readonly string[]>>
  readonly attributes?: readonly Readonly<Record<string, string | number>>[]
}
export interface FrameworkFacts {
  readonly id: string
  readonly framework: string
  readonly version: string
  /** `multi`: of several kinds of account. */
  readonly provider: string
  readonly requirements: readonly FactRequirement[]
}
export interface FactFile {
  readonly frameworks: readonly FrameworkFacts[]
}

type Cell = string | number | null
export interface FrameworkTable {
  readonly framework: string
  readonly version: string
  readonly providers: readonly string[]
  readonly attributes: readonly string[]
  /** By provider, the checks that its cells count from 0. */
  readonly checks: readonly (readonly string[])[]
  /** The id, a cell for each provider, a cell for each attribute. */
  readonly requirements: readonly (readonly Cell[])[]
}

const byProvider = (
  { checks }: FactRequirement,
  provider: string,
): Readonly<Record<string, readonly string[]>> =>
  Array.isArray(checks)
    ? provider === 'multi' // without a kind of account: unknown
      ? {}
      : { [provider]: checks as readonly string[] }
    : (checks as Readonly<Record<string, readonly string[]>>)

/** A column that repeats the id. */
const repeated = 'ItemId'

/** A requirement that the facts have twice is one, with the checks of both. */
function once({ provider, requirements }: FrameworkFacts) {
  const merged = new Map<string, { checks: Map<string, Set<string>>; facts: FactRequirement }>()
  for (const facts of requirements) {
    const known = merged.get(facts.id) ?? { checks: new Map<string, Set<string>>(), facts }
    merged.set(facts.id, known)
    for (const [kind, ids] of Object.entries(byProvider(facts, provider))) {
      const set = known.checks.get(kind) ?? new Set<string>()
      known.checks.set(kind, set)
      for (const id of ids) set.add(id)
    }
  }
  return [...merged].map(([id, { checks, facts }]) => ({
    id,
    checks,
    attributes: facts.attributes?.[0] ?? {},
  }))
}

export function tableOf(facts: FrameworkFacts): FrameworkTable {
  const requirements = once(facts)
  const providers = [...new Set(requirements.flatMap(({ checks }) => [...checks.keys()]))]
  const checks = providers.map((provider) => [
    ...new Set(requirements.flatMap((one) => [...(one.checks.get(provider) ?? [])])),
  ])
  const attributes = [
    ...new Set(requirements.flatMap((one) => Object.keys(one.attributes))),
  ].filter((name) => name !== repeated)
  const places = checks.map((ids) => new Map(ids.map((id, at) => [id, at])))
  const { framework, version } = facts
  return {
    framework,
    version,
    providers,
    attributes,
    checks,
    requirements: requirements.map((one) => [
      one.id,
      ...providers.map((provider, at) =>
        [...(one.checks.get(provider) ?? [])].map((id) => places[at]?.get(id)).join(' '),
      ),
      ...attributes.map((name) => one.attributes[name] ?? null),
    ]),
  }
}

/** The file: a line for each requirement, so that a change of one is a change of one line. */
export function textOf({ requirements, ...head }: FrameworkTable): string {
  const lines = Object.entries(head).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  const rows = requirements.map((row) => JSON.stringify(row))
  return `{${lines.join(',\n')},\n"requirements":[\n${rows.join(',\n')}\n]}\n`
}
