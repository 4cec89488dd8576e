import { equal, match } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = import.meta.dirname
const root = join(here, '..', '..')

const head = `
import { checkFor, type Maybe, pass, type Resource } from '${join(here, 'index.ts')}'
interface Box extends Resource { lid: Maybe<boolean | null>; size: Maybe<number>; colour: string }
const check = checkFor<{ boxes: Box; shelves: Box }>()
const text = { id: 'x', title: 'x', risk: 'x', fix: { text: 'x' }, source: 'https://x' }
`
const snippets: Record<string, { code: string; error: RegExp | null }> = {
  'a needed field is seen without Unread': {
    code: `check({ ...text, over: 'boxes', needs: ['lid'],
      judge: ({ lid, colour }) => { const it: boolean | null = lid; return pass(colour + it) } })`,
    error: null,
  },
  'a threshold keeps its type and a join its fields': {
    code: `check({ ...text, over: 'boxes', needs: [], config: { max_days: 45 },
      with: { shelves: { by: 'name', fields: ['size'] } },
      judge: (_, { config, joined }) => {
        const days: number = config.max_days
        const size: number | undefined = joined.shelves.get('a')?.size
        return pass(String(days) + size) } })`,
    error: null,
  },
  'touching a field that may be unread without needing it is refused': {
    code: `check({ ...text, over: 'boxes', needs: ['lid'], judge: ({ size }) => pass(String(size)) })`,
    error: /'size' does not exist/,
  },
  'touching an unlisted field of a join is refused': {
    code: `check({ ...text, over: 'boxes', needs: [], with: { shelves: { by: 'name', fields: ['size'] } },
      judge: (_, { joined }) => pass(String(joined.shelves.get('a')?.lid)) })`,
    error: /'lid' does not exist/,
  },
  'choosing joined records by a listed field that is always known is fine': {
    code: `check({ ...text, over: 'boxes', needs: [], with: { shelves: { by: 'name', fields: ['colour', 'size'] } },
      judge: (_, { joined }) => {
        const sizes: number[] = joined.shelves.where(({ colour }) => colour === 'red').map(({ size }) => size)
        return pass(String(sizes)) } })`,
    error: null,
  },
  'choosing joined records by a field that may be unread is refused': {
    code: `check({ ...text, over: 'boxes', needs: [], with: { shelves: { by: 'name', fields: ['size'] } },
      judge: (_, { joined }) => pass(String(joined.shelves.where(({ size }) => size === 1).length)) })`,
    error: /'size' does not exist/,
  },
  'an unknown need is refused': {
    code: `check({ ...text, over: 'boxes', needs: ['hinge'], judge: () => pass('x') })`,
    error: /"hinge"/,
  },
  'an unknown kind is refused': {
    code: `check({ ...text, over: 'crates', needs: [], judge: () => pass('x') })`,
    error: /"crates"/,
  },
}

test('the compiler enforces what a check may touch', { timeout: 60_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'snippets-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = Object.keys(snippets).map((_, n) => `snippet-${n}.mts`)
  await Promise.all(
    Object.values(snippets).map(({ code }, n) =>
      writeFile(join(folder, `snippet-${n}.mts`), head + code),
    ),
  )
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { typeRoots: [join(root, 'node_modules', '@types')] },
      include: ['*.mts'],
    }),
  )
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, ['-p', folder, '--noEmit', '--pretty', 'false']).catch(
    (thrown: { stdout: string }) => thrown,
  )
  for (const [n, [name, { error }]] of Object.entries(snippets).entries()) {
    const lines = stdout.split('\n').filter((line) => line.includes(`${files[n]}(`))
    if (error) match(lines.join('\n'), error, name)
    else equal(lines.join('\n'), '', name)
  }
})
