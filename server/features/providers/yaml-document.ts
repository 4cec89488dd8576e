import { BadYaml, readYaml, type YamlLimits } from '@plumbline/scanner/yaml'
import { Refusal } from './secret-shape.ts'

/** Mapping of a document; what is under its names is not looked at yet. */
export type Mapping = Readonly<Record<string, unknown>>

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Longest document, in characters. The largest real ones have about a tenth. */
export const maxYaml = 262_144
/**
 * About 80 clusters with their users and contexts; reading so many tokens takes 20 ms. Real documents have at most a
 * few aliases.
 */
export const secretLimits: YamlLimits = {
  bytes: maxYaml,
  tokens: 16_000,
  aliases: 20,
  nodes: 16_000,
}

/**
 * The mapping that a YAML (or JSON) text is. Throws a Refusal for anything else; the parser's message is dropped, since
 * it quotes the secret text.
 */
export function readMapping(text: string): Mapping {
  const value = parsed(text)
  if (!isMapping(value)) throw new Refusal('Must be a YAML mapping.')
  return value
}

function parsed(text: string): unknown {
  try {
    return readYaml(text, secretLimits)
  } catch (error) {
    if (!(error instanceof BadYaml)) throw error
    throw new Refusal(`Must be YAML without duplicate keys: it ${error.message}.`)
  }
}
