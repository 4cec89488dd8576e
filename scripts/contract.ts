/**
 * `npm run contract` writes contract/openapi.json and docs/security/fields.md from the endpoints of the
 * server and prints how much of the public contract it covers; with `--missing`, and tags after it, also every name that
 * only one side has. `--check` writes nothing and fails when a file is old or unsound, or when a
 * tag that is declared complete lacks something.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeApi, listEndpoints } from '../server/index.ts'
import { coverage, type Node } from './contract-coverage.ts'
import { lint } from './contract-lint.ts'
import { differences, incomplete, table } from './contract-report.ts'
import { type Corrections, corrected, type Surface } from './contract-surface.ts'
import { fieldPage } from './field-table.ts'

/** Tags of the public contract that are there whole, and stay so. */
const complete: readonly string[] = [
  'API Keys',
  'Compliance Overview',
  'Documentation',
  'Finding',
  'Finding Groups',
  'Integration',
  'Invitation',
  'Overview',
  'Provider',
  'Provider Group',
  'Role',
  'Schedule',
  'Task',
  'Tenant',
  'Token',
  'User',
]

const contract = join(import.meta.dirname, '..', 'contract')
const file = join(contract, 'openapi.json')
const fieldFile = join(import.meta.dirname, '..', 'docs/security/fields.md')
const fact = (name: string): unknown =>
  JSON.parse(readFileSync(join(contract, 'peers', name), 'utf8'))
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, missing: { type: 'boolean' } },
  allowPositionals: true,
})

const document = await describeApi()
const text = `${JSON.stringify(document, null, 2)}\n`
const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text
const fields = fieldPage(await listEndpoints())
const areFieldsCurrent = existsSync(fieldFile) && readFileSync(fieldFile, 'utf8') === fields
const surface = corrected(fact('surface.json') as Surface, fact('corrections.json') as Corrections)
const covered = coverage(JSON.parse(text) as Node, surface)

if (values.check) {
  const problems = [
    ...(isCurrent
      ? []
      : ['contract/openapi.json is not what the code says. Run "npm run contract".']),
    ...(areFieldsCurrent ? [] : ['docs/security/fields.md is old. Run "npm run contract".']),
    ...(await lint(document)),
    ...incomplete(covered, complete),
  ]
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
} else {
  if (!isCurrent) writeFileSync(file, text)
  if (!areFieldsCurrent) writeFileSync(fieldFile, fields)
  process.stdout.write(`contract/openapi.json is ${isCurrent ? 'current' : 'written anew'}.\n\n`)
  process.stdout.write(`Have/expected against ${surface.source.title} ${surface.source.version}:\n`)
  process.stdout.write(`${table(covered)}\n`)
  if (values.missing) process.stdout.write(`\n${differences(covered, positionals)}\n`)
}
