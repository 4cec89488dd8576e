/** The phrases that user-facing texts do not use, and what to write instead. */
import { betweenTags, literals, prose, type Text } from './texts.ts'

interface Phrase {
  readonly pattern: RegExp
  readonly instead: string
}

const phrases: readonly Phrase[] = [
  { pattern: /\b(who|what|which|when|where)ever\b/i, instead: 'the users who, any, each' },
  {
    pattern: /\b(no|some|any|every)body\b/i,
    instead: 'the actor: the user, the caller, the server',
  },
  { pattern: /\b(he|him|his|himself|she|her|hers)\b/i, instead: 'they, the user, the caller' },
  { pattern: /\b(is|are|was|be) told\b|\btold (apart|of|by)\b/i, instead: 'is reported, returns' },
  {
    pattern: /\b(is|are|was|were|be) asked\b|\basks? (the|a) (database|cloud|API|provider)\b/i,
    instead: 'reads, requests, requires',
  },
  { pattern: /\bgives (how|what|the number|back)\b|^(Nothing|False): /i, instead: 'returns' },
  {
    pattern:
      /(?<!\bthere) (is|are|was) no (?!longer|more|less|fewer|later|earlier)|\b(that|which) (is|are) none\b/i,
    instead: 'is not a',
  },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\b(is|are|was) over\b(?! \d| the)|, over[,.]/i, instead: 'expired, ended' },
  { pattern: /\b(is|are|was) away\b/i, instead: 'unavailable' },
  {
    pattern: /\bgoes (on|with|away|first|by)\b|\bgo on\b|\bwent on\b/i,
    instead: 'continues, is deleted',
  },
  { pattern: /\b(stands|lies|stood|lay)\b/i, instead: 'is, is stored' },
  { pattern: /\bleads? to\b(?= (a |the )?(page|file|link|tenant))/i, instead: 'links to' },
  {
    pattern: /\bof (its|their|our|his|her) own\b|\bof ours\b|\bon our side\b/i,
    instead: 'separate, its own X, internal error',
  },
  { pattern: /\bstrangers?\b/i, instead: 'anonymous users, the internet, untrusted principals' },
  {
    pattern: /\b(twins?|seats?|spool|farewell|last words|fattest|odds and ends)\b/i,
    instead: 'the standard term',
  },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bby hand\b/i, instead: 'manually' },
  { pattern: /\bvouch(es|ed)?\b/i, instead: 'confirm, verify' },
  { pattern: /\bfound (a|the) tenant\b/i, instead: 'create a tenant' },
  { pattern: /\bsigns? in by\b/i, instead: 'sign in with' },
  { pattern: /\be-mails?\b/i, instead: 'email' },
  { pattern: /\b(proven|unproven)\b/i, instead: 'verified' },
  {
    pattern: /(^|[.!] )What (is|was|are|were) \w+(?![^?]*\?)|\bwhat is known\b/,
    instead: 'a noun',
  },
  {
    pattern:
      /\b(organis|authoris|recognis|normalis|summaris|initialis)(e|ed|es|ing|ation)\b|\b(colour|behaviour|favour|licence|cancelled|cancelling)\b/i,
    instead: 'the American spelling',
  },
  {
    pattern: /\bwhether (a|the) \w+ still may\b/i,
    instead: 'whether the user is still authorized',
  },
  {
    pattern:
      /\b(is|are|leave|left|stays?|stayed|keep|kept) as (it is|it was|they are|they were)\b/i,
    instead: 'unchanged',
  },
]

/** Longer ones are to be split. */
export const mostWords = 35

/** A text that may contain a phrase. */
export interface Exception {
  readonly path: string
  /** Part of the text. */
  readonly text: string
  readonly reason: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'scanner/frameworks/law.ts',
    text: 'Governance and organisation',
    reason: 'The heading of an article of a European regulation.',
  },
]

/** Users do not read tests, fixtures and tools of developers. */
const ofDevelopers =
  /(^|\/)(testing|fixtures|migrations)\/|\.(test|browser|moto|release)\.ts$|^scripts\/.*\.ts$|^web\/api\/types\.ts$/
/** The wording of these pages is older than the rules. */

export const isRead = (path: string): boolean => !ofDevelopers.test(path)

export interface File {
  readonly path: string
  readonly text: string
}

/** Problems in the texts of the files, and the number of texts. */
export function checkWording(
  files: readonly File[],
  allowed: readonly Exception[],
): { problems: string[]; texts: number } {
  const unused = new Set(allowed)
  let texts = 0
  const problems = files.flatMap((file) =>
    textsOf(file).flatMap(({ line, text }) => {
      texts += 1
      const said = problemOf(text)
      if (said === undefined) return []
      const exception = allowed.find((each) => each.path === file.path && text.includes(each.text))
      if (exception) unused.delete(exception)
      return exception ? [] : [`${file.path}:${line}: ${said}`]
    }),
  )
  for (const { path, text } of unused)
    problems.push(`The exception for "${text}" in ${path} is no longer needed.`)
  return { problems, texts }
}

/** Texts of at least three words, without code. */
export function textsOf({ path, text }: File): readonly Text[] {
  const all = path.endsWith('.md')
    ? prose(text)
    : path.endsWith('.tsx')
      ? [...literals(text), ...betweenTags(text)]
      : literals(text)
  return all
    .map(({ line, text: found }) => ({ line, text: found.replaceAll(/\s+/g, ' ').trim() }))
    .filter((each) => each.text.split(' ').length >= 3 && !isCode(each.text))
}

/** SQL without its tag, Terraform, TypeScript between tags, style sheets, and lists of options. */
const isCode = (text: string): boolean =>
  /^(select|with|insert into|update|delete from|create|alter|drop|grant|revoke) .*(\bfrom\b|\bas\b|[=(*])/.test(
    text,
  ) ||
  /^(resource|data|provider|variable) "/.test(text) ||
  /^(from|import|export|const|return|interface|type|async|function) ['\w{(]|\bimport\b|\b(interface|const) \w+|\?\.|=>/.test(
    text,
  ) ||
  /\{[\w-]+:[^}]*\}/.test(text) ||
  (/^[-\w.:#>\s,()[\]=*]+$/.test(text) && /[#=[\]]|--/.test(text))

export function problemOf(text: string): string | undefined {
  for (const { pattern, instead } of phrases) {
    const match = pattern.exec(text)
    if (match) return `"${match[0].trim()}" in "${text}". Write: ${instead}.`
  }
  const long = sentences(text).find((sentence) => wordsIn(sentence) > mostWords)
  return long && `${wordsIn(long)} words in "${long}". Split it.`
}

const sentences = (text: string): readonly string[] =>
  text.split(/(?<=[.!?])\s+|;\s+|:\s+(?=[A-Z])/)
/** Without names from code. */
const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /^[("“]?[A-Za-z][a-z’'-]*[)"”]?[.,:;!?]?$/.test(word))
    .length
