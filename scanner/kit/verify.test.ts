import { equal, match } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const here = import.meta.dirname

const head = `
import { checkFor, fail, pass, unread } from '${join(here, 'index.ts')}'
import { verify, world } from '${join(here, 'verify.ts')}'
const box = world({ uid: 'u', name: 'n', region: 'r', lid: true })
const check = checkFor()({
  id: 'x', title: 'x', risk: 'x', fix: { text: 'x' }, source: 'https://x', over: 'boxes', needs: ['lid'],
  judge: ({ lid }) => (lid ? pass('It has a lid.') : fail('It has no lid.')),
})
const gap = box({ lid: unread('AccessDenied') })
`

const snippets: [string, string, RegExp | null][] = [
  [
    'complete worlds',
    `verify(check, { pass: [box()], fail: [box({ lid: false })], unread: [gap] })`,
    null,
  ],
  [
    'no world that fails',
    `verify(check, { pass: [box()], unread: [gap] })`,
    /needs a fixture that fails/,
  ],
  [
    'no world that passes',
    `verify(check, { fail: [box({ lid: false })], unread: [gap] })`,
    /needs a fixture that passes/,
  ],
  [
    'no unread world',
    `verify(check, { pass: [box()], fail: [box({ lid: false })] })`,
    /needs a fixture in which lid is unread/,
  ],
  ['no worlds', `verify(check, {})`, /needs a pass fixture and a fail fixture/],
  [
    'a wrong verdict',
    `verify(check, { pass: [box({ lid: false })], fail: [box({ lid: false })], unread: [gap] })`,
    /expected PASS, got FAIL/,
  ],
  [
    'a verdict without evidence',
    `verify({ ...check, judge: () => ({ verdicts: [pass('Fine.')] }) }, { pass: [box()], fail: [box()], unread: [gap] })`,
    /the check returned a verdict without the evidence/,
  ],
  [
    'a verdict on what the check does not judge',
    `verify(check, { pass: [box()], fail: [box({ lid: false })], none: [box()], unread: [gap] })`,
    /nothing to say in world 1/,
  ],
  [
    'a record that the check does not judge',
    `verify({ ...check, judge: (it, around) => it.name === 'crate' ? { verdicts: [] } : check.judge(it, around) },
      { pass: [box()], fail: [box({ lid: false })], none: [box({ name: 'crate' })], unread: [gap] })`,
    null,
  ],
  [
    'a careless sentence',
    `verify({ ...check, judge: () => ({ verdicts: [pass('It is undefined.')] }) }, { pass: [box()], fail: [box()], unread: [gap] })`,
    /not a valid sentence/,
  ],
]

/** Runs a test file in a separate process. */
const outcomeOf = (file: string) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    execFile(process.execPath, [file], { env }, (error, stdout) =>
      resolve({ code: error ? 1 : 0, text: stdout }),
    )
  })

test('verify insists on worlds for every verdict and every need', {
  timeout: 60_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [n, [what, code, expected]] of snippets.entries()) {
    const file = join(folder, `snippet-${n}.mjs`)
    await writeFile(file, head + code)
    const { code: status, text } = await outcomeOf(file)
    equal(status, expected ? 1 : 0, `${what}: ${text}`)
    if (expected) match(text, expected, what)
  }
})
