import { deepEqual } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/^(dist|node_modules|testing|kit-page)|\.(test|browser)\./.test(path),
  )
  .map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8').replace(/\/\*.*?\*\//gs, ''),
  }))

/** The passages of the sources that match, with their files. */
const found = (pattern: RegExp): readonly string[] =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([all]) => `${path}: ${all}`))

/** Products, pages and terms of providers. */
const names = /Jira|Microsoft Teams|Security|Availability Zones|Go to Scans/

test('labels and titles are in sentence case', () => {
  const titleCase = /(?<=['"`>])[A-Z][a-z]+(?: [a-z]+)* [A-Z][a-z]+\b/g
  deepEqual(
    found(titleCase).filter((text) => !names.test(text)),
    [],
  )
})
