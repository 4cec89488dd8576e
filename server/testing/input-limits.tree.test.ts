/** The page of limits matches the code. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseJson, parseQuery, Problem } from '@plumbline/jsonapi'
import { xmlLimits } from '../features/accounts/saml/xml.ts'
import { findings } from '../features/findings/resource.ts'
import { judgeMs } from '../features/mutes/lists.ts'
import { maxEntries, maxPatterns, textLimits } from '../features/mutes/mutelist.ts'
import { secretLimits } from '../features/providers/yaml-document.ts'
import { formLimits } from '../platform/http/request.ts'
import { maxYamlDepth, type YamlLimits } from '@plumbline/scanner/yaml'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security/input-limits.md'), 'utf8')
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [input = '', ...cells] = line.slice(2).split(' | ')
      return [input, cells.join(' | ')]
    }),
)

const refusalOf = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    if (error instanceof Problem) return error.detail
    throw error
  }
}
const yamlOf = ({ bytes, tokens, aliases, nodes }: YamlLimits) => [
  bytes,
  maxYamlDepth,
  tokens,
  aliases,
  nodes,
]

const limits: Readonly<Record<string, readonly number[]>> = {
  form: [formLimits.bytes, formLimits.fields],
  'kubeconfig, clouds.yaml': yamlOf(secretLimits),
  'mutelist as text': yamlOf(textLimits),
  'mutelist, however written': [maxEntries, maxPatterns],
  'findings held against a mutelist': [judgeMs / 1_000],
  'SAML answer, metadata': Object.values(xmlLimits),
}
for (const [input, numbers] of Object.entries(limits)) {
  test(`the page of limits includes those of: ${input}`, () => {
    const documented: readonly string[] =
      (rows.get(input) ?? '').replaceAll(',', '').match(/\d+/g) ?? []
    for (const one of numbers)
      assert.ok(documented.includes(String(one)), `${one} in ${rows.get(input)}`)
  })
}

test('a body and a query are refused at the numbers that the page of limits has', () => {
  const values = /([\d,]+) values;/.exec(rows.get('JSON body') ?? '')?.[1]?.replace(',', '')
  const list = (count: number) => `[${'1,'.repeat(count - 2)}1]`
  assert.equal(
    refusalOf(() => parseJson(list(Number(values)))),
    '',
  )
  assert.match(
    refusalOf(() => parseJson(list(Number(values) + 1))),
    new RegExp(`${values} values`),
  )
  const parameters = Number(/(\d+) parameters/.exec(rows.get('query') ?? '')?.[1])
  const query = Array.from({ length: parameters + 1 }, (_, at) => `a${at}=1`).join('&')
  assert.match(
    refusalOf(() => parseQuery(findings, query)),
    new RegExp(`most ${parameters} `),
  )
})

test('every file that enforces a limit is there', () => {
  const files = [...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file)
  assert.ok(files.length > 10)
  for (const file of files) assert.ok(existsSync(join(root, file)), file)
})
