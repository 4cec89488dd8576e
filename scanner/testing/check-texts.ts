/** Rules for the texts of checks, so that each is useful and none is a copy. */
import type { Check } from '../kit/index.ts'
import { type HclBlock, parseHcl } from './hcl.ts'
import { commandProblems } from './shell.ts'

/** All texts of a check. */
export type CheckTexts = Pick<
  Check<never>,
  'id' | 'title' | 'description' | 'risk' | 'decision' | 'fix' | 'source' | 'links'
>

/** Texts that differ only in case, blanks and the final period are copies. */
const plain = (text: string): string =>
  text.toLowerCase().replaceAll(/\s+/g, ' ').replace(/\.$/, '')

const isSentence = (text: string): boolean =>
  /^[\p{Lu}\d].*\.$/u.test(text) && !/undefined|\[object|\$\{|\s{2}|^\s|\s$/.test(text)

/** All texts by name, without missing ones. */
function textsOf({ title, description, risk, decision, fix, source, links = [] }: CheckTexts) {
  const texts: Readonly<Record<string, string | null | undefined>> = {
    title,
    description,
    risk,
    decision,
    'fix.text': fix.text,
    'fix.console': fix.console?.join(' '),
    'fix.cli': fix.cli,
    'fix.terraform': fix.terraform,
    'fix.url': fix.url,
    source,
    ...Object.fromEntries(links.map((link, at) => [`links.${at}`, link])),
  }
  return Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]))
}

/**
 * Returns the missing texts of a check that must have all texts; null means that the provider does not offer this kind
 * of fix.
 */
export function missingTexts({ description, decision, fix }: CheckTexts): readonly string[] {
  const wanted = {
    description,
    decision,
    'fix.console': fix.console,
    'fix.cli': fix.cli,
    'fix.terraform': fix.terraform,
  }
  return Object.entries(wanted)
    .filter(([, value]) => value === undefined || value === '')
    .map(([name]) => `${name} is missing.`)
}

/** Returns the problems of a check's texts. */
export function textProblems(check: CheckTexts): readonly string[] {
  const { description, decision, risk, fix, source, links = [] } = check
  const sentences = { description, decision, risk, 'fix.text': fix.text }
  return [
    ...Object.entries(sentences)
      .filter(([, text]) => text !== undefined && !isSentence(text))
      .map(([name]) => `${name} is no sentence.`),
    ...copiesWithin(check),
    ...(fix.console ? consoleProblems(fix.console) : []),
    ...(fix.cli ? commandProblems(fix.cli).map((problem) => `fix.cli: ${problem}`) : []),
    ...(fix.terraform ? terraformProblems(fix.terraform) : []),
    ...linkProblems(fix.url === undefined ? [source, ...links] : [source, ...links, fix.url]),
  ]
}

function copiesWithin(check: CheckTexts): readonly string[] {
  const texts = textsOf(check)
  return texts.flatMap(([name, text], at) =>
    texts
      .slice(at + 1)
      .filter(([, other]) => plain(other) === plain(text))
      .map(([other]) => `${name} is ${other} again.`),
  )
}

function consoleProblems(steps: readonly string[]): readonly string[] {
  return [
    ...(steps.length >= 2 && steps.length <= 6 ? [] : ['fix.console has not 2 to 6 steps.']),
    ...(new Set(steps.map(plain)).size === steps.length ? [] : ['fix.console has a step twice.']),
    ...steps.filter((step) => !isSentence(step)).map((step) => `fix.console: no sentence: ${step}`),
  ]
}

const outermost = new Set(['removed', 'locals', 'variable', 'provider', 'module', 'import'])

function terraformProblems(text: string): readonly string[] {
  try {
    const { attributes, blocks } = parseHcl(text)
    return [
      ...(text.split('\n').some((line) => /^(?: {2})* (?! )\S|\t|\s$/.test(line))
        ? ['fix.terraform is not indented by two blanks.']
        : []),
      ...(attributes.length > 0 ? [`fix.terraform: ${attributes[0]} is in no block.`] : []),
      // A fix that removes a resource has a `removed` block.
      ...(blocks.some(({ type }) => type === 'resource' || type === 'removed')
        ? []
        : ['fix.terraform has no resource.']),
      ...blocks.filter((block) => !isKnown(block)).map(({ type }) => `fix.terraform: ${type}.`),
    ]
  } catch (error) {
    return [`fix.terraform: ${(error as Error).message}`]
  }
}

const isKnown = ({ type, labels }: HclBlock): boolean =>
  type === 'resource' || type === 'data'
    ? labels.length === 2 && /^[a-z]+_[a-z0-9_]+$/.test(labels[0] ?? '')
    : outermost.has(type)

function linkProblems(links: readonly string[]): readonly string[] {
  return [
    ...links
      .filter((link) => URL.parse(link)?.protocol !== 'https:' || /\s/.test(link))
      .map((link) => `${link} is no https address.`),
    ...(new Set(links).size === links.length ? [] : ['A page is linked twice.']),
  ]
}

const own = ['title', 'description', 'risk', 'decision', 'fix.text']

/** Returns texts that two checks share, although they must be unique. */
export function sharedTexts(checks: readonly CheckTexts[]): readonly string[] {
  const first = new Map<string, string>()
  return checks.flatMap((check) =>
    textsOf(check)
      .filter(([name]) => own.includes(name))
      .flatMap(([name, text]) => {
        const other = first.get(plain(text))
        first.set(plain(text), `${check.id} (${name})`)
        return other === undefined || other.startsWith(`${check.id} (`)
          ? []
          : [`${name} of ${check.id} is that of ${other}.`]
      }),
  )
}
