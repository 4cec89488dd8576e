/** Validates a configuration against the keys that scans read. */
import { invalid, type Problem, Problems, step } from '@plumbline/jsonapi'
import { providers, readConfig } from '@plumbline/scanner'
import { BadYaml, readYaml, type YamlLimits } from '@plumbline/scanner/yaml'
import { isMapping, type Mapping, providerTypes } from '../providers/index.ts'

/** Ten times the largest that sets every key. */
const limits: YamlLimits = { bytes: 65_536, tokens: 8_000, aliases: 20, nodes: 8_000 }

export type Configuration = Readonly<Record<string, Mapping>>

export interface Reading {
  /** As it was written; null removes a key. */
  readonly configuration: Configuration
  /** Keys that nothing reads: `aws.retires`. */
  readonly unknownKeys: readonly string[]
}

const pointer = '/data/attributes/configuration'
const at = (path: readonly (string | number)[], detail: string): Problem =>
  invalid(pointer + path.map(step).join(''), detail)

function parsed(text: string): unknown {
  try {
    return readYaml(text, limits)
  } catch (error) {
    if (!(error instanceof BadYaml)) throw error
    throw at([], `Must be YAML or JSON without duplicate keys: it ${error.message}.`)
  }
}

/** Throws a Problem, or all of them, each with a pointer to its key. */
export async function readConfiguration(written: unknown): Promise<Reading> {
  const value = typeof written === 'string' ? parsed(written) : written
  if (Buffer.byteLength(JSON.stringify(value)) > limits.bytes)
    throw at([], `Must have at most ${limits.bytes} bytes.`)
  if (!isMapping(value)) throw at([], 'Must be an object with a provider type as each key.')
  const problems: Problem[] = []
  const unknownKeys: string[] = []
  for (const [kind, written] of Object.entries(value)) {
    const given: unknown = written ?? {} // `aws:` alone
    if (!providerTypes.some((type) => type === kind)) {
      problems.push(at([kind], `There is no provider type "${kind}".`))
    } else if (!isMapping(given)) {
      problems.push(at([kind], 'Must be an object of keys and values.'))
    } else {
      const scanned = providers[kind]
      const names = Object.keys(given)
      const read = scanned ? await readConfig(scanned, given) : { unknown: names, problems: [] }
      unknownKeys.push(...read.unknown.map((name) => `${kind}.${name}`))
      problems.push(...read.problems.map(({ path, detail }) => at([kind, ...path], detail)))
    }
  }
  const [first, ...more] = problems
  if (first) throw more.length === 0 ? first : new Problems(problems)
  return { configuration: value as Configuration, unknownKeys }
}
