import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { readYaml } from '@plumbline/scanner/yaml'
import { faultsOf, lineOf, yamlOf } from './yaml-text.ts'

const list = {
  Mutelist: {
    Accounts: {
      '*': {
        Checks: {
          s3_bucket_public_access: {
            Regions: ['*'],
            Resources: ['arn:aws:s3:::public-.*', 'say "x": # no'],
            Tags: [],
            Exceptions: { Accounts: ['111122223333'] },
            Description: 'yes',
          },
        },
      },
    },
  },
}
const limits = { bytes: 10_000, tokens: 2_000, aliases: 10, nodes: 500 }

test('a mutelist is written as YAML that is read as the same list', () => {
  deepEqual(readYaml(yamlOf(list), limits), list)
  equal(yamlOf({ a: ['*', 'b'], c: {} }), 'a:\n  - "*"\n  - b\nc: {}\n')
})

test('a place is found at its line, in blocks however they are indented', () => {
  const text = yamlOf(list)
  const lines = text.split('\n')
  const path = ['Mutelist', 'Accounts', '*', 'Checks', 's3_bucket_public_access']
  equal(lines[lineOf(text, path) - 1]?.trim(), 's3_bucket_public_access:')
  equal(lines[lineOf(text, [...path, 'Resources', '1']) - 1]?.trim(), '- "say \\"x\\": # no"')
  equal(
    lines[lineOf(text, [...path, 'Exceptions', 'Accounts', '0']) - 1]?.trim(),
    '- "111122223333"',
  )
  const flush = 'a:\n- x\n- y: 1\n  z: 2\nb:\n- w\n'
  equal(lineOf(flush, ['a', '1', 'z']), 4)
  equal(lineOf(flush, ['b', '0']), 6)
})

test('a place that is not there is told at the last line before it', () => {
  const text = '# a comment\nMutelist:\n\n  Accounts:\n    "*":\n      Checks: {}\n'
  equal(lineOf(text, ['Mutelist', 'Accounts', '*', 'Checks', 'x', 'Regions']), 6)
  equal(lineOf('', ['Mutelist']), 1)
})

test('what the API says is told by line, the first line first', () => {
  deepEqual(
    faultsOf('a: 1\nMutelist:\n  Accounts: 3\n', [
      {
        detail: 'Must be an object.',
        source: { pointer: '/data/attributes/configuration/Mutelist/Accounts' },
      },
      { detail: 'must be one YAML document: line 1' },
      { detail: 'About nothing.' },
    ]),
    [
      { line: 1, detail: 'must be one YAML document: line 1' },
      { line: 1, detail: 'About nothing.' },
      { line: 3, detail: 'Must be an object.' },
    ],
  )
})
