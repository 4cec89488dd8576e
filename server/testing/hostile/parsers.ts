/** Every parser of what users send, with bad input at its bounds and at 1 MiB, the most a request carries. */
import { email, parseBody, parseJson, parseLinkage, parseQuery } from '@plumbline/jsonapi'
import { readOcsf, readRecords } from '@plumbline/scanner/formats'
import { browserOf, domainIn } from '../../features/accounts/saml/addresses.ts'
import { readMetadata } from '../../features/accounts/saml/metadata.ts'
import { readXml, xmlLimits } from '../../features/accounts/saml/xml.ts'
import { findings } from '../../features/findings/resource.ts'
import type { Mutable } from '../../features/recording/index.ts'
import { AccountList, matches } from '../../features/mutes/matching.ts'
import { Patterns } from '../../features/mutes/patterns.ts'
import { checked, maxPatterns, type Mutelist, textLimits } from '../../features/mutes/mutelist.ts'
import { processorDraft, ruleDraft } from '../../features/mutes/resource.ts'
import { withFonts, wrapped } from '../../features/reports/pdf/fonts.ts'
import { checkKeyText } from '../../features/providers/google-key.ts'
import { rebuildKubeconfig } from '../../features/providers/kubeconfig.ts'
import { providerTypes } from '../../features/providers/names.ts'
import { providerDraft } from '../../features/providers/resource.ts'
import { readSecret, readUid } from '../../features/providers/types.ts'
import { secretLimits } from '../../features/providers/yaml-document.ts'
import { authenticator, tokens } from '../../platform/auth/index.ts'
import { readApiKey } from '../../platform/auth/api-keys.ts'
import { preferred } from '../../platform/http/exports.ts'
import { formField, formLimits, formType } from '../../platform/http/request.ts'
import { isKnown } from '../../platform/http/response.ts'
import { readKey } from '../../platform/http/idempotency.ts'
import { readYaml } from '@plumbline/scanner/yaml'
import { type Parser, type Shape, shape } from './measure.ts'
import { samlAnswers } from './saml-answers.ts'
import { header, json, type Make, printedNames, query, words, xml, yaml } from './texts.ts'
import { trusting } from './trusting.ts'

const mib = 2 ** 20
/** What Node takes of a request's first line and headers. */
const headerBytes = 16_384

const shapes = (
  texts: Readonly<Record<string, Make>>,
  sizes: Readonly<Record<string, number>>,
  run: (text: string) => unknown,
): Readonly<Record<string, Shape>> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, make]) =>
      Object.entries(sizes).map(([what, at]) => [`${name}, ${what}`, shape(at, make, run)]),
    ),
  )
const bytesOf =
  (make: Make): ((size: number) => Buffer) =>
  (size) =>
    Buffer.from(make(size))

const body = { maxBytes: mib }
/** 20,000 values of about ten bytes. */
const jsonSizes = { 'as many values': 200_000, '1 MiB': mib - 100 }
const readBytes = (bytes: Buffer): unknown => parseJson(bytes, body)
const jsonShapes = Object.fromEntries(
  Object.entries(json).flatMap(([name, make]) =>
    Object.entries(jsonSizes).map(([what, at]) => [
      `${name}, ${what}`,
      shape(at, bytesOf(make), readBytes),
    ]),
  ),
)

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
const bodyOf = (type: string, attributes: object) =>
  Buffer.from(JSON.stringify({ data: { type, attributes } }))
const ids = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `0193f0aa-9d35-7c39-8a4e-${String(at).padStart(12, '0')}`,
  )

/** A list with so many patterns, in as many checks as it may have. */
function listOf(patterns: number, pattern: (at: number) => string): Mutelist {
  const each = 10
  const checks = Array.from({ length: Math.floor(patterns / each) }, (_, at) => [
    '*'.repeat(at + 1), // each is about every check
    {
      Regions: ['*'],
      Resources: Array.from({ length: each - 2 }, (__, one) => pattern(at * each + one)),
    },
  ])
  return { Mutelist: { Accounts: { '*': { Checks: Object.fromEntries(checks) } } } }
}
const long = 'a'.repeat(2_000)
const finding: Mutable = {
  check_id: Array.from({ length: 10 }, (_, at) => at).join(''),
  region: 'eu-west-1',
  resource_uid: long,
  resource_name: long,
  tags: Array.from({ length: 50 }, (_, at) => `key${at}=${'a'.repeat(200)}`),
}

const clock = () => 0
const authenticate = (() => {
  const keys = { kid: 'a', publicKeys: new Map(), privateKey: undefined as never }
  const settings = {
    issuer: 'i',
    audience: 'a',
    accessMinutes: 1,
    refreshMinutes: 1,
    idleMinutes: 1,
  }
  const read = tokens(keys as never, settings, clock)
  return authenticator(undefined as never, read, { now: clock, used: () => undefined })
})()

async function ingested(bytes: Buffer): Promise<void> {
  async function* source() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  }
  for await (const some of readRecords(source()))
    for (const one of some) if ('record' in one) readOcsf(one.record)
}

const listText = (text: string): unknown =>
  checked(readYaml(text, textLimits), () => undefined as never)
/** Texts that the bound of tokens does not end. */
const fewTokens = Object.fromEntries(
  Object.entries(yaml).filter(([name]) => /text|escapes/.test(name)),
)

const main = { where: 'main' } as const
const thread = { where: 'thread' } as const

/** As long as it may be: each context with a separate cluster and user. */
const kubeconfigOf = (size: number): string => {
  const entry = (part: string, inner: (at: number) => string): string =>
    `${part}s:\n${Array.from({ length: size }, (_, at) => `- {name: n${at}, ${part}: {${inner(at)}}}\n`).join('')}`
  return [
    'current-context: n0\n',
    entry('cluster', () => 'server: "https://a.example"'),
    entry('context', (at) => `cluster: n${at}, user: n${at}`),
    entry('user', (at) => `token: t${at}`),
  ].join('')
}

/** The longest names that reports show. The fonts are loaded before the measurement. */
const nameSizes = { '1,000 signs': 1_000 }
const printed = (text: string): unknown => wrapped('regular', 10, text, 400)

async function nameShapes(): Promise<Readonly<Record<string, Shape>>> {
  for (const make of Object.values(printedNames)) await withFonts(() => printed(make(1_000)))
  return shapes(printedNames, nameSizes, printed)
}

export const parsers = async (): Promise<readonly Parser[]> => [
  { name: 'JSON', ...main, shapes: jsonShapes },
  {
    name: 'body of a request',
    ...main,
    shapes: {
      'unknown names': shape(
        19_900,
        (size) => bodyOf('providers', names(size)),
        (bytes) => parseBody(providerDraft, parseJson(bytes, body)),
      ),
      '60,000 unknown names': shape(
        60_000,
        (size) => bodyOf('providers', names(size)),
        (bytes) => parseBody(providerDraft, parseJson(bytes, body)),
      ),
      'ids of findings': shape(
        10_000,
        (size) => bodyOf('mute-rules', { name: 'abc', reason: 'abc', finding_ids: ids(size) }),
        (bytes) => parseBody(ruleDraft, parseJson(bytes, body)),
      ),
      'ids that are none': shape(
        10_000,
        (size) =>
          bodyOf('mute-rules', { name: 'abc', reason: 'abc', finding_ids: Array(size).fill('x') }),
        (bytes) => parseBody(ruleDraft, parseJson(bytes, body)),
      ),
      'links to others': shape(
        1_000,
        (size) => Buffer.from(JSON.stringify({ data: ids(size).map((id) => ({ type: 'a', id })) })),
        (bytes) => parseLinkage('a', parseJson(bytes, body)),
      ),
      'a mutelist as an object': shape(
        9_000,
        (size) =>
          bodyOf('processors', {
            processor_type: 'mutelist',
            configuration: listOf(size, (at) => `*${at}*`),
          }),
        (bytes) => parseBody(processorDraft, parseJson(bytes, body)),
      ),
    },
  },
  {
    name: 'query',
    ...main,
    shapes: shapes(query, { '16 KiB': headerBytes }, (text) => parseQuery(findings, text)),
  },
  {
    name: 'Accept',
    ...main,
    shapes: shapes(header, { '16 KiB': headerBytes }, (text) => preferred(text, ['text/csv'])),
  },
  {
    name: 'cookies',
    ...main,
    shapes: shapes(header, { '16 KiB': headerBytes }, (text) =>
      browserOf({ cookie: text } as never),
    ),
  },
  {
    name: 'If-None-Match',
    ...main,
    shapes: shapes(header, { '16 KiB': headerBytes }, (text) => isKnown(text, '"a"')),
  },
  {
    name: 'Idempotency-Key',
    ...main,
    shapes: shapes(header, { '16 KiB': headerBytes }, (text) =>
      readKey({ idempotencyKey: text } as never),
    ),
  },
  {
    name: 'forwarded headers',
    ...main,
    shapes: shapes(header, { '14 KiB': 14_336 }, await trusting()),
  },
  {
    name: 'tokens and API keys',
    ...main,
    shapes: {
      ...shapes(header, { '16 KiB': headerBytes }, (text) => authenticate(text)),
      ...shapes(words, { '1 MiB': mib }, (text) => readApiKey(text)),
    },
  },
  {
    name: 'form',
    ...main,
    shapes: shapes(query, { bound: formLimits.bytes, '1 MiB': mib }, (text) =>
      formField({ body: Buffer.from(text), mediaType: formType }, 'SAMLResponse'),
    ),
  },
  {
    name: 'words with a pattern',
    ...main,
    shapes: {
      ...shapes(words, { '1 MiB': mib }, (text) => email.read(text, () => undefined as never)),
      ...shapes(words, { 'a domain of 1 MiB': mib }, (text) => domainIn(text)),
      ...shapes(words, { 'an account of 250': 250 }, (text) => {
        for (const type of providerTypes) {
          try {
            readUid(type, text)
          } catch {
            // none of this kind
          }
        }
      }),
    },
  },
  {
    name: 'secrets',
    ...main,
    shapes: {
      'unknown names': shape(19_900, names, (secret) => readSecret('aws', 'static', secret)),
      ...shapes(json, { 'a key of 64 KiB': 65_536 }, (text) => checkKeyText(text)),
      ...shapes(
        yaml,
        { 'as many tokens': secretLimits.tokens, '256 KiB': secretLimits.bytes },
        (text) => rebuildKubeconfig(text),
      ),
      'a kubeconfig of contexts': shape(190, kubeconfigOf, (text) => rebuildKubeconfig(text)),
    },
  },
  {
    name: 'mutelist as text',
    ...thread,
    shapes: {
      ...shapes(yaml, { 'as many tokens': textLimits.tokens }, listText),
      ...shapes(fewTokens, { '1 MiB': textLimits.bytes - 10 }, listText),
    },
  },
  {
    name: 'patterns',
    ...thread,
    shapes: {
      'stars on a long text': shape(
        2_048,
        (size) => `${'*a'.repeat(size / 2)}b`,
        (pattern) => matches(pattern, long),
      ),
      'long parts that nearly match': shape(
        2_048,
        (size) => `*${'a'.repeat(size - 3)}b*`,
        (pattern) => matches(pattern, long),
      ),
      'an expression of nested repeats, compiled and searched in a long text': shape(
        20,
        (size) => `(\\w{1,${size}}){${size}}!`,
        (pattern) => new Patterns([pattern]).match(long),
      ),
      'alternatives of an expression': shape(
        600,
        (size) => Array.from({ length: size / 3 }, (_, at) => `a${at % 10}|`).join(''),
        (pattern) => new Patterns([pattern]).match(long),
      ),
      'a list, made ready': shape(
        maxPatterns,
        (size) => listOf(size, (at) => `*${at}*a*`),
        (list) => new AccountList(list, '1'),
      ),
      'a list of inner patterns, for a finding': shape(
        maxPatterns,
        (size) =>
          new AccountList(
            listOf(size, (at) => `*a*${at}*`),
            '1',
          ),
        (list) => list.hides(finding),
      ),
      'a list that nearly matches, for a finding': shape(
        maxPatterns,
        (size) =>
          new AccountList(
            listOf(size, () => `*${'a'.repeat(40)}b*`),
            '1',
          ),
        (list) => list.hides(finding),
      ),
    },
  },
  {
    name: 'XML',
    ...thread,
    shapes: {
      ...shapes(xml, { '256 KiB': xmlLimits.bytes - 300, 'as many elements': 20_000 }, (text) =>
        readXml(text, 'allowed'),
      ),
      ...shapes(xml, { 'as metadata': xmlLimits.bytes - 300 }, (text) => readMetadata(text)),
    },
  },
  {
    name: 'names in a PDF',
    ...main,
    shapes: await nameShapes(),
  },
  { name: 'SAML answer', ...thread, shapes: samlAnswers() },
  {
    name: 'OCSF file',
    ...thread,
    shapes: Object.fromEntries(
      Object.entries(json).map(([name, make]) => [
        `${name}, 1 MiB`,
        shape(
          mib,
          bytesOf((size) => `[${make(size)}]`),
          ingested,
        ),
      ]),
    ),
  },
]
