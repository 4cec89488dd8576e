import { parseDocument } from 'yaml'
import { Refusal } from './secret-shape.ts'

/** Mapping of a document; what is under its names is not looked at yet. */
export type Mapping = Readonly<Record<string, unknown>>

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Longest document, in characters. The largest real ones have about a tenth. */
export const maxYaml = 262_144
/** Nobody writes these documents with more, and expanding many is how a short text fills the memory. */
const maxAliases = 20

/**
 * The mapping that a YAML (or JSON) text is. Throws a Refusal for anything else; what the parser says
 * is not repeated, since it quotes the text, which is a secret.
 */
export function readYaml(text: string): Mapping {
  const value = parsed(text)
  if (!isMapping(value)) throw new Refusal('Must be a YAML mapping.')
  return value
}

function parsed(text: string): unknown {
  try {
    const document = parseDocument(text, { schema: 'core', logLevel: 'silent' })
    if (document.errors.length === 0) return document.toJS({ maxAliasCount: maxAliases })
  } catch {
    // Nested too deep for the parser, or more aliases than are expanded.
  }
  throw new Refusal('Must be YAML, with every key once and hardly any aliases.')
}
