/** Names use standard terms: retired words are refused. */
import { basename } from 'node:path'
import type { Source } from './check-owners.ts'

/** A word that no name may contain, and its replacement. */
export const retiredWords: Readonly<Record<string, string>> = {
  besides: 'the concurrency group',
  elsewhere: 'external, or another unit, account or place by its name',
  news: 'changes or deltas',
  odd: 'stale or invalid',
  portion: 'batch',
  portions: 'batches',
  rkey: 'resource_key',
  sightings: 'observations',
  standing: 'visibility or data version',
  thing: 'what it is: a finding, a resource, a record',
  things: 'what they are',
  told: 'what it is: a text, a result, a message that was sent',
  touch: 're-evaluate or update',
  touched: 're-evaluated or updated',
  twin: 'several findings of one check',
  twins: 'several findings of one check',
  ukey: 'finding_key',
}

const commentsAndTexts = {
  ts: /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/g,
  sql: /--[^\n]*|'[^']*'/g,
}

const partsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase())

const retiredIn = (name: string): string | undefined =>
  partsOf(name).find((part) => Object.hasOwn(retiredWords, part))

/** Names of files, and in them, that contain a retired word, each once per file. */
export function retiredNames(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const code = text.replaceAll(
      path.endsWith('.sql') ? commentsAndTexts.sql : commentsAndTexts.ts,
      '',
    )
    const names = new Set([basename(path), ...(code.match(/[A-Za-z_$][\w$]*/g) ?? [])])
    return [...names].flatMap((name) => {
      const word = retiredIn(name)
      return word === undefined
        ? []
        : [`${path}: ${name} holds the retired word "${word}". Say ${retiredWords[word]}.`]
    })
  })
}
