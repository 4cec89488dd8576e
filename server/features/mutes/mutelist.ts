/** The mutelist as people write it, in JSON or YAML, and its bounds. */
import {
  type Failed,
  type Fault,
  type Field,
  failed,
  list,
  object,
  optional,
  record,
  step,
  text,
  type Value,
} from '@plumbline/jsonapi'
import type { YamlLimits } from '@plumbline/scanner/yaml'
import { patternsOf } from './matching.ts'
import { patternSize } from './patterns.ts'

const pattern = text({ min: 1, max: 2_048 })
const patterns = list(pattern, { max: 5_000 })

const exceptions = object({
  Accounts: optional(patterns),
  Regions: optional(patterns),
  Resources: optional(patterns),
  Tags: optional(patterns),
})
const entry = object({
  Regions: list(pattern, { min: 1, max: 5_000 }),
  Resources: list(pattern, { min: 1, max: 5_000 }),
  Tags: optional(patterns),
  Exceptions: optional(exceptions),
  Description: optional(text({ max: 2_048 })),
})
const shape = object({
  Mutelist: object({ Accounts: record(object({ Checks: record(entry) })) }),
})
export type Mutelist = Value<typeof shape>

/** Entries of a whole list, and patterns in them: each may be tried on each finding of a scan. */
export const maxEntries = 5_000
export const maxPatterns = 20_000
/** Instructions of all regular expressions. Compiling the most takes about a second. */
export const maxInstructions = 300_000
/** Of the list as JSON, with all aliases expanded. */
const maxCharacters = 2 ** 20

/** Of a list as text. The thread that reads it takes a quarter of a second for the most. */
export const textLimits: YamlLimits = {
  bytes: 2 ** 20,
  tokens: 250_000,
  aliases: 1_000,
  nodes: 100_000,
}

function countsOf({ Mutelist: { Accounts } }: Mutelist): { entries: number; patterns: number } {
  const rules = Object.values(Accounts).flatMap(({ Checks }) => Object.values(Checks))
  const patterns = rules.reduce((all, rule) => all + patternsOf(rule), 0)
  return { entries: rules.length, patterns: patterns + Object.keys(Accounts).length }
}

/** A list of this shape and within the bounds. */
export function checked(value: unknown, fault: Fault): Mutelist | Failed {
  const read = shape.read(value, fault)
  if (read === failed) return failed
  const { entries, patterns } = countsOf(read)
  if (entries > maxEntries) {
    return fault(`Must have at most ${maxEntries} checks over all accounts.`, 'max_items')
  }
  if (patterns > maxPatterns) {
    const what = 'patterns in accounts, checks and their entries'
    return fault(`Must have at most ${maxPatterns} ${what}; it has ${patterns}.`, 'max_items')
  }
  if (JSON.stringify(read).length > maxCharacters) {
    return fault('Must be at most 1 MiB of JSON, with its aliases written out.', 'max_length')
  }
  return read
}

/** Every pattern with its place. */
function* patternsWithPlaces({ Mutelist: { Accounts } }: Mutelist): Generator<[string, string]> {
  for (const [account, { Checks }] of Object.entries(Accounts)) {
    for (const [name, { Exceptions = {}, ...rule }] of Object.entries(Checks)) {
      const at = `/Mutelist/Accounts${step(account)}/Checks${step(name)}`
      yield [name, at]
      for (const key of ['Regions', 'Resources', 'Tags'] as const)
        for (const [index, one] of (rule[key] ?? []).entries()) yield [one, `${at}/${key}/${index}`]
      for (const key of ['Accounts', 'Regions', 'Resources', 'Tags'] as const)
        for (const [index, one] of (Exceptions[key] ?? []).entries())
          yield [one, `${at}/Exceptions/${key}/${index}`]
    }
  }
}

/** Reports every pattern that is not valid at its place. Takes as long as compiling each: not on the main thread. */
export function checkPatterns(list: Mutelist, fault: Fault): void {
  let total = 0
  for (const [pattern, at] of patternsWithPlaces(list)) {
    const { size, reason } = patternSize(pattern)
    if (reason !== undefined) {
      fault(
        `Must be a keyword, text with * or a regular expression without lookaround and backreferences: ${reason}.`,
        'invalid',
        at,
      )
    }
    total += size
    if (total > maxInstructions) {
      const what = `${maxInstructions} instructions in total`
      fault(
        `Must have regular expressions of at most ${what}: use fewer or shorter ones.`,
        'max_items',
      )
      return
    }
  }
}

/** The configuration of a mutelist, as it is shown. */
export const configuration: Field<Mutelist, never> = { schema: shape.schema, read: checked }

/** As it is written: an object, or the text of one in YAML or JSON, which a thread reads. */
export const writtenConfiguration: Field<Mutelist | string, never> = {
  schema: shape.schema,
  read: (value, fault) => (typeof value === 'string' ? value : checked(value, fault)),
}
