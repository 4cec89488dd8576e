/**
 * `npm run docs:checks`: writes docs/checks/ from the checks, a page each and one of all of them. `--check` writes
 * nothing and reports which pages are missing, old or superfluous.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentPages, pageProblems } from './check-pages.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/checks')

mkdirSync(folder, { recursive: true })
const written = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
)
const pages = await documentPages()

if (process.argv.includes('--check')) {
  const problems = pageProblems(pages, written)
  for (const problem of problems) process.stdout.write(`docs/checks/${problem}\n`)
  if (problems.length > 0) process.stdout.write('Run npm run docs:checks.\n')
  process.exitCode = problems.length > 0 ? 1 : 0
} else {
  for (const name of written.keys()) if (!pages.has(name)) rmSync(join(folder, name))
  for (const [name, text] of pages)
    if (written.get(name) !== text) writeFileSync(join(folder, name), text)
  process.stdout.write(`docs/checks has ${pages.size} pages.\n`)
}
