import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWording, type Exception } from './check-wording.ts'

const problemsOf = (
  text: string,
  path = 'server/a.ts',
  exceptions: readonly Exception[] = [],
): readonly string[] => checkWording([{ path, text }], exceptions).problems

const planted = [
  'It is no domain such as example.com.',
  'Another user signs in by this account.',
  'The code is wrong, over, or was used before.',
  'This user belongs to other tenants too: nobody else changes this.',
  'The role "admin" is as it is; make another one.',
  'Somebody else set your password: change it, and sign in again.',
  'No scan looks at such a resource: what is known of it came with a file.',
  'The URL is no address of a server.',
  'The names of objects tell a stranger what there is to take',
  'Gives how many went',
  'Found a tenant',
  'It is shown to whoever sees every account.',
  'The file is read anew.',
  'The colour of a severity',
  `The server ${'also reads a file and '.repeat(8)}stops.`,
]
for (const text of planted) {
  test(`reports "${text.slice(0, 60)}"`, () => {
    assert.equal(problemsOf(`throw invalid('/data', '${text}')`).length, 1)
  })
}

test('reads templates, interpolations, text between tags and Markdown', () => {
  const cases: readonly [path: string, text: string, line: number][] = [
    ['a.ts', "const a = 1\nconst b = `The key ${name('is read anew by')} is read`", 2],
    ['a.ts', 'const a = `The ${kind}\nis read anew.`', 1],
    ['a.tsx', 'const a = (\n  <p className="b">\n    The page is read anew.\n  </p>\n)', 3],
    ['a.md', '# A page\n\nThe file\nis read anew.\n', 3],
    ['a.md', '| Key | Meaning |\n| --- | --- |\n| a | The file is read anew |\n', 3],
  ]
  for (const [path, text, line] of cases) {
    const [problem = '', ...more] = problemsOf(text, path)
    assert.ok(problem.startsWith(`${path}:${line}: "anew"`), `${text}: ${problem}`)
    assert.deepEqual(more, [])
  }
})

test('does not read comments, patterns, SQL, code in Markdown or shorter texts', () => {
  for (const [path, text] of [
    ['a.ts', '// The file is read anew.\n/* read it anew */'],
    ['a.ts', "const a = /it's read anew/, b = 'x'"],
    ['a.ts', 'tx.rows(sql`select f.id -- read it anew\n  from findings f`)'],
    ['a.ts', "const a = 'anew'"],
    ['a.md', '```\nThe file is read anew.\n```\nUse `read it anew` here.\n'],
  ] as const)
    assert.deepEqual(problemsOf(text, path), [], text)
})

test('an exception covers its text only, and must be needed', () => {
  const exception = { path: 'a.md', text: 'read anew', reason: 'A quotation.' }
  const text = 'The file is read anew.\n\nThe page is made anew.\n'
  assert.equal(problemsOf(text, 'a.md', [exception]).length, 1)
  assert.match(
    problemsOf('The file is read again.', 'a.md', [exception]).join(),
    /no longer needed/,
  )
})
