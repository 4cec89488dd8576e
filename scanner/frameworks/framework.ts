/** All frameworks, each loaded on first use. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import index from './catalog/index.json' with { type: 'json' }
import { type Threshold, thresholds } from './thresholds.ts'

export interface FrameworkEntry {
  /** `<name>_<version>_<provider>`, or `<name>_<version>` if it covers several providers. */
  readonly id: string
  /** Former ids, which clients may send. */
  readonly aliases: readonly string[]
  readonly framework: string
  readonly version: string
  readonly providers: readonly string[]
  /** The number of requirements. */
  readonly requirements: number
}

export interface Requirement {
  readonly id: string
  /** For each provider of the framework: indexes into `checks` of that provider. */
  readonly checks: readonly Uint16Array[]
  /** Section, profile, weight and similar facts; no texts. */
  readonly attributes: Readonly<Record<string, string | number>>
  /** Values that the text of the requirement states for its checks. */
  readonly thresholds?: readonly Threshold[]
}

export interface Framework extends Omit<FrameworkEntry, 'requirements'> {
  /** For each provider of the framework. */
  readonly checks: readonly (readonly string[])[]
  readonly requirements: readonly Requirement[]
}

export const frameworks: readonly FrameworkEntry[] = index
const byId: ReadonlyMap<string, FrameworkEntry> = new Map(
  frameworks.flatMap((one) => [one.id, ...one.aliases].map((id) => [id, one])),
)

/** Returns the frameworks with requirements for this provider type. */
export const frameworksOf = (provider: string): readonly FrameworkEntry[] =>
  frameworks.filter(({ providers }) => providers.includes(provider))

export const frameworkEntry = (id: string): FrameworkEntry | undefined => byId.get(id)

type Row = readonly (string | number | null)[]
interface Table {
  readonly attributes: readonly string[]
  readonly checks: readonly (readonly string[])[]
  readonly requirements: readonly Row[]
}

const loaded = new Map<string, Promise<Framework>>()

/** Loads a framework; undefined for an unknown id. */
export async function framework(id: string): Promise<Framework | undefined> {
  const entry = byId.get(id)
  if (!entry) return undefined
  let found = loaded.get(entry.id)
  if (!found) {
    found = load(entry)
    loaded.set(entry.id, found)
    found.catch(() => loaded.delete(entry.id))
  }
  return found
}

/** Interned check ids: the same ids occur in many frameworks. */
const texts = new Map<string, string>()
const shared = (text: string): string => {
  const known = texts.get(text)
  if (known === undefined) texts.set(text, text)
  return known ?? text
}

async function load(entry: FrameworkEntry): Promise<Framework> {
  const file = join(import.meta.dirname, 'catalog', `${entry.id}.json`)
  const { attributes, checks, requirements } = JSON.parse(await readFile(file, 'utf8')) as Table
  return {
    ...entry,
    checks: checks.map((ids) => ids.map(shared)),
    requirements: requirements.map((row) => {
      const requirement = requirementOf(row, entry.providers.length, attributes)
      const stated = thresholds[entry.id]?.[requirement.id]
      return stated ? { ...requirement, thresholds: stated } : requirement
    }),
  }
}

function requirementOf(row: Row, providers: number, names: readonly string[]): Requirement {
  const cells = row.slice(1 + providers)
  const attributes: Record<string, string | number> = {}
  for (const [at, name] of names.entries()) {
    const cell = cells[at]
    if (cell !== null && cell !== undefined) attributes[name] = cell
  }
  const checks = row.slice(1, 1 + providers).map((cell) => {
    const places = String(cell)
    return Uint16Array.from(places === '' ? [] : places.split(' ').map(Number))
  })
  return { id: String(row[0]), checks, attributes }
}

/** Returns the check ids of a requirement for one provider type, or for all. */
export function checksOf(
  { providers, checks }: Framework,
  requirement: Requirement,
  provider?: string,
): readonly string[] {
  const ids = providers.flatMap((kind, at) =>
    provider !== undefined && kind !== provider
      ? []
      : [...(requirement.checks[at] ?? [])].map((place) => checks[at]?.[place] ?? ''),
  )
  return [...new Set(ids)]
}
