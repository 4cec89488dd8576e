/** The mutelist as people write it, in JSON or YAML, and as findings are held against it. */
import {
  type Field,
  failed,
  list,
  object,
  optional,
  record,
  text,
  type Value,
} from '@plumbline/jsonapi'
import { parseDocument } from 'yaml'
import type { MutelistEntry } from '../findings/index.ts'

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

/** Entries of a whole list: each is held against each finding of a scan. */
export const maxEntries = 5_000
/** An anchor repeats what it names; without a bound a few lines of text become gigabytes. */
const maxAliases = 50

/** Not a list that somebody could have meant. */
const bad: unique symbol = Symbol('bad')

/** YAML, of which JSON is a part. No tags of its own: they would make other things than data. */
function parsed(source: string): unknown {
  const document = parseDocument(source, {
    schema: 'core',
    strict: true,
    uniqueKeys: true,
    logLevel: 'silent',
    stringKeys: true,
  })
  if (document.errors.length > 0 || document.warnings.length > 0) return bad
  try {
    return document.toJS({ maxAliasCount: maxAliases })
  } catch {
    return bad // an anchor that is named too often, or one that is not there
  }
}

const count = ({ Mutelist: { Accounts } }: Mutelist): number =>
  Object.values(Accounts).reduce((all, { Checks }) => all + Object.keys(Checks).length, 0)

/** The configuration of a mutelist: an object, or the text of one in YAML or JSON. */
export const configuration: Field<Mutelist, never> = {
  schema: shape.schema,
  read(value, fault) {
    const given = typeof value === 'string' ? parsed(value) : value
    if (given === bad) return fault('Must be YAML or JSON without errors, tags and repeated keys.')
    const read = shape.read(given, fault)
    if (read === failed) return failed
    if (count(read) > maxEntries) {
      return fault(`Must have at most ${maxEntries} checks over all accounts.`, 'max_items')
    }
    return read
  },
}

/** A list as entries over one account each, those of other accounts than `account` left out. */
export function entriesOf(
  { Mutelist: { Accounts } }: Mutelist,
  concerns: (pattern: string) => boolean,
): MutelistEntry[] {
  return Object.entries(Accounts)
    .filter(([account]) => concerns(account))
    .flatMap(([account, { Checks }]) =>
      Object.entries(Checks).map(
        ([check, rule]): MutelistEntry => ({
          account,
          check,
          regions: rule.Regions,
          resources: rule.Resources,
          tags: rule.Tags ?? [],
          exceptions: {
            accounts: rule.Exceptions?.Accounts ?? [],
            regions: rule.Exceptions?.Regions ?? [],
            resources: rule.Exceptions?.Resources ?? [],
            tags: rule.Exceptions?.Tags ?? [],
          },
        }),
      ),
    )
}
